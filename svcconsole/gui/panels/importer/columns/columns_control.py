"""Controls step Columns: calls the worker for sources, answers to rules, and columns left out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from svcconsole.gui.kit.time_slices import in_slices, polished

if TYPE_CHECKING:
    from svcconsole.gui.panels.importer.columns.columns_step import ColumnsStep
    from svcconsole.gui.panels.importer.session import Session
    from svcconsole.gui.runtime.task_scope import TaskScope
    from svcconsole.tables.mapping.mapping import Source


class ColumnsControl:
    """Between the step and the worker: every change is asked, and what follows from it shown."""

    def __init__(self, step: ColumnsStep, session: Session, scope: TaskScope) -> None:
        self._step = step
        self._session = session
        self._scope = scope
        step.source_changed.connect(lambda path, source: scope.start(self._set_source(path, source)))
        step.ignore_changed.connect(lambda name, yes: scope.start(self._ignore([name], yes)))
        step.all_ignored.connect(self._ignore_all)
        step.remembered_wanted.connect(lambda yes: scope.start(self._map_as_remembered(yes)))
        step.answered.connect(lambda rule, choice, text: scope.start(self._answer(rule, choice, text)))

    async def show(self) -> None:
        """Show the mapping and the rules as they stand."""
        overview = self._session.overview
        if overview is not None:
            self._step.set_header(overview.header, overview.rows)
        await self._show_mapping()
        await self._show_rules()
        await in_slices(polished(self._step))

    async def _show_mapping(self) -> None:
        await self._step.show_mapping(await self._session.call("mapping_view"))

    async def _show_rules(self) -> None:
        await in_slices(self._step.show_rules(await self._session.call("rules_view")))

    async def _set_source(self, path: str, source: Source | None) -> None:
        await self._step.show_mapping(await self._session.call("set_source", path, source))
        await self._show_rules()

    async def _map_as_remembered(self, yes: bool) -> None:
        view = await self._session.call("map_as_remembered" if yes else "map_by_itself")
        await self._step.show_mapping(view)
        await self._show_rules()

    async def _ignore(self, names: list[str], yes: bool) -> None:
        view = None
        for name in names:
            view = await self._session.call("ignore", name, yes)
        if view is not None:
            await self._step.show_mapping(view)

    def _ignore_all(self) -> None:
        names = [name for name, line in self._step.columns.items() if not line.column.ignored]
        self._scope.start(self._ignore(names, True))

    async def _answer(self, rule: str, choice: str, text: str) -> None:
        await in_slices(self._step.show_rules(await self._session.call("set_rule", rule, choice, text)))
        await self._show_mapping()
