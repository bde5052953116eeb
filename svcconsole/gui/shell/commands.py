"""Joins the action table with what one window does, and says why an action is unavailable."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication, QWidget

from svcconsole.gui.design.theme import theme
from svcconsole.gui.design.words import mark, tr
from svcconsole.gui.kit import actions
from svcconsole.gui.kit.actions import Actions, ActionSpec
from svcconsole.gui.kit.page_protocols import (
    DoesPracticeActions,
    FindsProducts,
    HasActions,
    HasLists,
    ImportsKinds,
    ShowsCustomers,
    ShowsMessages,
    ShowsReports,
    UsesTemplates,
)
from svcconsole.gui.kit.unfinished_typing import finish_typing
from svcconsole.gui.runtime.notices import Link
from svcconsole.gui.runtime.window_requests import PersonRef
from svcconsole.gui.shell.known_messages import KnownMessage, KnownMessages
from svcconsole.gui.shell.known_people import Known, KnownPeople
from svcconsole.gui.shell.known_work import KnownWork
from svcconsole.gui.shell.rail import TABS

if TYPE_CHECKING:
    from svcconsole.gui.runtime.console import Console
    from svcconsole.gui.runtime.task_scope import TaskScope
    from svcconsole.gui.shell.pages import Pages
    from svcconsole.gui.shell.palette import Palette
    from svcconsole.gui.shell.palette_list import Entry

KINDS_OF_TABS = (("catalogs", "Catalog"), ("tickets", "Helpdesk"), ("flows", "Messaging"))
"""What is imported in which tab beside what the tab in front imports."""
ENDS_TYPING = frozenset({"save", "primary", "back", "close"})
"""What takes the page as it is, or leaves it."""
THEMES = ("system", "light", "dark", "contrast")
NOT_OF_PRACTICE = {
    "store.edit": mark("The practice store has none"),
    "store.remove": mark("The practice store stays"),
    "store.practice": mark("It is open"),
}
"""Why these cannot run in the practice store's window."""


class CommandTarget(Protocol):
    """What the commands ask of the window they belong to; `MainWindow` is the one implementation."""

    console: Console
    scope: TaskScope
    pages: Pages

    def page(self) -> QWidget | None: ...
    def show_tab(self, name: str) -> QWidget: ...
    def show_place(self, place: str) -> QWidget: ...
    def show_decisions(self, run_id: str = "") -> QWidget: ...
    def show_settings(self, section: str = "") -> QWidget: ...
    def show_activity(self) -> QWidget: ...
    def show_log(self) -> None: ...
    def show_person(self, whom: PersonRef) -> None: ...
    def show_help(self, about: QWidget | None = None, page: str = "") -> None: ...
    def show_run(self, run_id: str) -> None: ...
    def show_shortcuts(self) -> None: ...
    def show_numbers(self) -> None: ...
    def show_about(self) -> None: ...
    def show_reference(self, path: str = "") -> None: ...
    def reports(self) -> ShowsReports | None: ...
    def open_report(self, run_id: str) -> None: ...
    def open_import(self, path: Path | None) -> None: ...
    def open_stores(self) -> None: ...
    def move_region(self, step: int) -> None: ...
    def has_dock(self) -> bool: ...
    def toggle_dock(self) -> None: ...
    def toggle_calls(self) -> None: ...
    def show_drifts(self) -> None: ...
    def wish(self, kind: str, profile_id: str = "", file: Path | None = None) -> None: ...


class Commands(QObject):
    """The one place that joins an action's id with what `window` does."""

    def __init__(self, window: CommandTarget, widget: QWidget) -> None:
        """`widget` is the window as Qt sees it: the parent of the actions and of the palette."""
        super().__init__(widget)
        self._window, self._widget = window, widget
        self._people = KnownPeople(window.console)
        self._messages = KnownMessages(window.console)
        self._work = KnownWork(window.console)
        self.actions = Actions(widget, self._table())

    @cached_property
    def palette(self) -> Palette:
        """The command palette, made when it is first wanted."""
        from svcconsole.gui.shell.palette import Palette

        return Palette(self._widget)

    def do_here(self, action_id: str) -> None:
        """Do a row that is the page's own, where the page in front does it; what is still being typed there
        is taken first, and where it cannot be, nothing else is done."""
        if action_id in ENDS_TYPING and not finish_typing():
            return
        do = self._doable_here().get(action_id)
        if do is not None:
            do()

    def open_palette(self) -> None:
        """Show everything that can be done and found from here."""
        from svcconsole.gui.shell import palette_entries

        entries = palette_entries.commands(self.actions.run, self._reason)
        entries += palette_entries.topics(self._window.show_shortcuts)
        entries += palette_entries.help_pages(lambda name: self._window.show_help(page=name))
        entries += palette_entries.operations(self._window.show_reference)
        self._window.scope.start(self._people.read(), "people")
        self._window.scope.start(self._messages.read(), "messages")
        self._window.scope.start(self._work.read(), "work")
        self.palette.open(entries, QApplication.focusWidget(), self._find_records)

    def practise(self, action_id: str) -> None:
        """Bring the Practice page to the front and do one of its rows of the table there."""
        page = self._window.show_place("practice")
        if isinstance(page, DoesPracticeActions):
            page.practise(action_id)

    def _table(self) -> dict[str, Callable[[], None]]:
        window = self._window
        return {
            **{spec.id: partial(self.do_here, spec.id) for spec in actions.TABLE if spec.here},
            **{f"tab.{at}": partial(self._show_tab, tab.name) for at, tab in enumerate(TABS)},
            **{f"theme.{name}": partial(self._set_theme, name) for name in THEMES},
            **{name: partial(self.practise, name) for name in actions.PRACTICE},
            "privacy": self._switch_privacy,
            "practice": partial(self._show_place, "practice"),
            "decisions": self._show_decisions,
            "settings": self._show_settings,
            "activity": self._show_activity,
            "log": window.show_log,
            "import": lambda: window.open_import(None),
            **{f"import.{kind}": partial(self._import_kind, kind, tab) for kind, tab in KINDS_OF_TABS},
            "report.watch": self._watch_report,
            "region.next": partial(window.move_region, 1),
            "region.previous": partial(window.move_region, -1),
            "palette": self.open_palette,
            "dock": window.toggle_dock,
            "calls": window.toggle_calls,
            "drifts": window.show_drifts,
            "store.switch": window.open_stores,
            "store.connect": partial(window.wish, "connect"),
            "store.edit": partial(window.wish, "edit", window.console.card.id),
            "store.remove": partial(window.wish, "remove", window.console.card.id),
            "store.backup": partial(window.wish, "backup"),
            "store.restore": partial(window.wish, "restore"),
            "profiles.export": partial(window.wish, "export"),
            "profiles.import": partial(window.wish, "import"),
            "store.practice": partial(window.wish, "open", "practice"),
            "help": self._show_help,
            "shortcuts": window.show_shortcuts,
            "tasks": self._show_tasks,
            "reference": window.show_reference,
            "numbers": window.show_numbers,
            "about": window.show_about,
            "quit": partial(window.wish, "quit"),
        }

    def _show_help(self) -> None:
        """Help on the field that has the focus, else on the page in front."""
        focus = QApplication.focusWidget()
        page = self._window.page()
        inside = focus is not None and page is not None and page.isAncestorOf(focus)
        self._window.show_help(focus if inside else page)

    def _show_tab(self, name: str) -> None:
        self._window.show_tab(name)

    def _show_tasks(self) -> None:
        self._window.console.page_wanted.emit("Today", "tasks")

    def _import_kind(self, kind: str, tab: str) -> None:
        page = self._window.show_tab(tab)
        if isinstance(page, ImportsKinds):
            page.import_kind(kind)

    def _show_place(self, place: str) -> None:
        self._window.show_place(place)

    def _show_decisions(self) -> None:
        self._window.show_decisions()

    def _show_settings(self) -> None:
        self._window.show_settings()

    def _show_activity(self) -> None:
        self._window.show_activity()

    def _doable_here(self) -> dict[str, Callable[[], None]]:
        page = self._window.page()
        return dict(page.actions_here()) if isinstance(page, HasActions) else {}

    def _reason(self, spec: ActionSpec) -> str:
        """Why an action cannot run now; empty when it can."""
        practice = self._window.console.card.practice
        if spec.here and spec.id not in self._doable_here():
            return tr("Not on this page")
        if practice and spec.id in NOT_OF_PRACTICE:
            return tr(NOT_OF_PRACTICE[spec.id])
        if (spec.id == "tasks" or spec.id in actions.PRACTICE) and not practice:
            return tr("Only in the practice store's window")
        if spec.id == "dock" and not self._window.has_dock():
            return tr("No runs yet")
        return ""

    def _find_records(self, words: str, by_id: bool) -> list[Entry]:
        from svcconsole.gui.shell import palette_entries

        people = palette_entries.people(
            self._people.find(words, by_id=by_id),
            self._show_customer,
            self._ask_why,
            can_show=self._can_show("Customers"),
        )
        people += palette_entries.messages(
            self._messages.find(words, by_id=by_id), self._show_message, can_show=self._can_show("Messaging")
        )
        found = [*self._find_products(words, by_id), *people]
        return found if by_id else [*found, *self._find_work(words), *self._find_reports(words)]

    def _find_work(self, words: str) -> list[Entry]:
        from svcconsole.gui.shell import palette_entries

        return [
            *palette_entries.templates(self._work.templates(words), self._use_template),
            *palette_entries.runs(self._work.runs(words), self._window.show_run),
        ]

    def _use_template(self, identity: str) -> None:
        page = self._window.show_tab("Messaging")
        if isinstance(page, UsesTemplates):
            page.use_template(identity)

    def _can_show(self, tab: str) -> bool:
        """Whether no page lies over the lists of a tab."""
        page = self._window.pages.built(tab)
        return not isinstance(page, HasLists) or page.is_list_open()

    def _show_customer(self, known: Known) -> None:
        page = self._window.show_tab("Customers")
        if isinstance(page, ShowsCustomers):
            page.show_customer(known.key)

    def _show_message(self, known: KnownMessage) -> None:
        page = self._window.show_tab("Messaging")
        if isinstance(page, ShowsMessages):
            page.show_message(known.message.key)

    def _ask_why(self, known: Known) -> None:
        self._window.show_person(PersonRef((known.key,), known.name))

    def _find_products(self, words: str, by_id: bool) -> list[Entry]:
        from svcconsole.gui.shell import palette_entries

        catalog = self._window.pages.built("Catalog")
        if not isinstance(catalog, FindsProducts):
            return []
        return palette_entries.products(
            catalog.find_products(words, by_id=by_id), self._show_product, can_show=self._can_show("Catalog")
        )

    def _find_reports(self, words: str) -> list[Entry]:
        from svcconsole.gui.shell import palette_entries

        runs = [live.run for live in self._window.console.reports.all()]
        return palette_entries.reports(words, runs, self._ask_for, self._window.open_report)

    def _watch_report(self) -> None:
        if (page := self._window.reports()) is not None:
            page.watch()

    def _ask_for(self, name: str) -> None:
        if (page := self._window.reports()) is not None:
            page.ask_for(name)

    def _show_product(self, identity: str) -> None:
        page = self._window.show_tab("Catalog")
        if isinstance(page, FindsProducts):
            page.show_product(identity)

    def _switch_privacy(self) -> None:
        console = self._window.console
        console.privacy.choose(console.program_settings, not console.privacy.on)
        if console.privacy.on:
            told = tr("Names, phone numbers, e-mails and addresses are hidden.")
            show = Link(tr("Show them"), self._switch_privacy)
            console.notices.add("info", told, links=(show,), standing=True, about="privacy")
        else:
            console.notices.settle("privacy")

    def _set_theme(self, name: str) -> None:
        theme().set_setting(name)
        self._window.console.program_settings.set("theme", name)
