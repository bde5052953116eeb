"""The ticket page: the form, presets, and the tickets created here beside it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Signal

from svcconsole.gui.design.metrics import QWIDGETSIZE_MAX, dp
from svcconsole.gui.design.text import visible
from svcconsole.gui.design.words import show, tr
from svcconsole.gui.kit.containers.footer import FooterPart
from svcconsole.gui.kit.containers.segments import Segments
from svcconsole.gui.kit.forms.pages.presets import PresetsButton
from svcconsole.gui.kit.forms.problems import Problem
from svcconsole.gui.kit.widgets.buttons import button, tool_button
from svcconsole.gui.panels.people.people_cache import PeopleCache
from svcconsole.gui.panels.registries.registry_cache import RegistryCache
from svcconsole.gui.runtime.console import Console
from svcconsole.gui.tabs.helpdesk.created_here import CreatedHere
from svcconsole.gui.tabs.helpdesk.created_rows import CreatedTicket
from svcconsole.gui.tabs.helpdesk.reference_line import ReferenceLine
from svcconsole.gui.tabs.helpdesk.sending_page import SendingPage
from svcconsole.gui.tabs.helpdesk.ticket_form import BLANK, TicketForm
from svcconsole.services.helpdesk.tickets import KIND, fill, preset_of, without_reference

if TYPE_CHECKING:
    from svcconsole.workspace.drafts.presets import Preset

MADE_WIDTH = 320
TICKET, MADE = range(2)


class TicketPage(SendingPage):
    """One ticket at a time. `registries_wanted`: agents, teams and labels are to be looked at.
    `import_wanted(path | None)`: many, of a file. `imports_wanted()`: those that were begun."""

    registries_wanted = Signal()
    import_wanted = Signal(object)
    imports_wanted = Signal()

    def __init__(self, console: Console, known: RegistryCache) -> None:
        self.known = known
        self._wide = True
        self.made = CreatedHere(console, known)
        self.segments = Segments()
        reference = ReferenceLine()
        self.people = PeopleCache(console)
        ticket = TicketForm(known, self.people, reference.current)
        super().__init__(console, ticket, reference, self.made)
        self.save.setText(
            tr("Create ticket in practice")
            if console.card.practice
            else tr("Create ticket in {store}", store=console.card.name)
        )
        self.discard.setText(tr("Start over"))
        self.as_json.hide()
        self.segments.add(tr("Ticket"))
        self.segments.add(tr("Made here"))
        self.segments.hide()
        self.header.add_leading(self.segments)
        kept = tr("Channel, assignment, labels and notes are saved; the customer is not.")
        self.presets = PresetsButton(console, self.scope, KIND, kept)
        self.registries = button(tr("Agents, teams, labels"), "table", "quiet")
        self.imports = tool_button("history", tr("Imports of tickets"))
        self.import_file = button(tr("Import tickets"), "import")
        self.imports.clicked.connect(self.imports_wanted)
        self.import_file.clicked.connect(lambda: self.import_wanted.emit(None))
        self.header.add_action(self.registries)
        self.header.add_action(self.imports)
        self.header.add_action(self.import_file)
        self.header.add_action(self.presets)
        self.people.setParent(self)
        self._wire()
        self.refresh()

    def title(self) -> str:
        return tr("Helpdesk") if self._shows_made() else tr("New ticket")

    def whole_words(self, changes: int) -> str:
        return ""

    def message(self, changes: int, problems: Sequence[Problem]) -> list[FooterPart]:
        """What stands in the way, else what the filled button will do."""
        if self.doubt is not None:
            return [FooterPart(tr("Waits for your decision"), "warning", "decide")]
        # What the store said at the head is the reason for the problems at the fields, not one more.
        found = super().message(0, self.form.problems() or problems)
        return found or [FooterPart(self.ticket.summary())]

    def actions_here(self) -> dict[str, Callable[[], None]]:
        return {
            "primary": self.save.click,
            "save": self.save.click,
            "new": self.discard.click,
            "find": self._find,
            "refresh": self.made.read,
        }

    async def open(self) -> None:
        """Bring the draft back, the presets, and what was made here."""
        await super().open()
        self.presets.read()
        self.made.read()

    def update_enabled(self) -> None:
        super().update_enabled()
        self.presets.setEnabled(self.is_free())

    def arrange(self, wide: bool) -> None:
        self._wide = wide
        beside = self._shows_made()
        self.segments.setVisible(not wide)
        self.made.setMinimumWidth(dp(MADE_WIDTH) if wide else 0)
        self.made.setMaximumWidth(dp(MADE_WIDTH) if wide else QWIDGETSIZE_MAX)
        self.made.set_alone(not wide)
        self.made.setVisible(wide or beside)
        self.form_column.setVisible(not beside)
        self.footer.setVisible(not beside)
        self.refresh()

    def reopen(self, made: CreatedTicket) -> None:
        """A ticket made before as a new draft, once the form is free."""
        if made.request is None:
            return
        values = made.request.model_dump()
        values["context"] = without_reference(values["context"], made.record.reference)
        self.fill_when_free(lambda: self._open_earlier(values))

    def _open_earlier(self, values: dict[str, Any]) -> None:
        """Undo brings back what was in the form."""
        self.fill({**BLANK, **values}, tr("Open an earlier ticket"))
        self.segments.set_current(TICKET)
        self.console.notices.add(
            "info", tr("Opened as a new draft with a new reference. Undo brings back what was here.")
        )

    def use_preset(self, preset: Preset) -> None:
        """Fill what is empty, and say what was left alone."""
        if not self.is_free():
            return
        form = self.ticket
        filled = fill(preset.values, form.values(), form.by_hand())
        form.apply_all(filled.values, visible(preset.name))
        names = ", ".join(show(form.editors[name].spec.label) for name in filled.left_alone)
        told = tr("{preset}: {values} filled.", preset=visible(preset.name), values=len(filled.values))
        left = tr("Left as they were: {names}.", names=names) if names else ""
        self.console.notices.add("info", told, advice=left)

    def _shows_made(self) -> bool:
        return not self._wide and self.segments.current() == MADE

    def _wire(self) -> None:
        self.segments.currentChanged.connect(lambda _: self.arrange(self._wide))
        self.made.reopen.connect(self.reopen)
        self.made.decide.connect(self.console.decisions_wanted)
        self.made.counted.connect(lambda count: self.segments.set_count(MADE, count))
        self.registries.clicked.connect(self.registries_wanted)
        self.presets.chosen.connect(self.use_preset)
        self.presets.keep_wanted.connect(lambda: self.presets.save(preset_of(self.ticket.values())))

    def _find(self) -> None:
        self.segments.set_current(MADE)
        self.made.search.setFocus()

    async def _discard(self) -> None:
        """Empty the form in one step that Undo takes back."""
        self.fill(BLANK, tr("Start over"))
        await self.keep_draft()
