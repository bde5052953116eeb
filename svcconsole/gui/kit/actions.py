"""The one table of what can be done from anywhere: words, icon, keys, place; menus and palette read it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget

from svcconsole.gui.design import icons
from svcconsole.gui.design.words import mark, tr

EVERYWHERE = mark("Everywhere")


@dataclass(frozen=True, slots=True)
class ActionSpec:
    """One row: id, words, icon, keys (portable text), where it belongs; `here` ones are the page's to do."""

    id: str
    words: str
    icon: str
    keys: tuple[str, ...] = ()
    place: str = EVERYWHERE
    here: bool = False


GO, HERE, STORE, VIEW, HELP = (
    mark("Go to"),
    mark("This page"),
    mark("Store"),
    mark("Appearance"),
    mark("Help"),
)

TABLE = (
    ActionSpec("tab.0", mark("Today"), "today", ("Ctrl+0",), GO),
    ActionSpec("tab.1", mark("Catalog"), "catalog", ("Ctrl+1",), GO),
    ActionSpec("tab.2", mark("Customers"), "customers", ("Ctrl+2",), GO),
    ActionSpec("tab.3", mark("Messaging"), "messaging", ("Ctrl+3",), GO),
    ActionSpec("tab.4", mark("Helpdesk"), "helpdesk", ("Ctrl+4",), GO),
    ActionSpec("tab.5", mark("Reports"), "reports", ("Ctrl+5",), GO),
    ActionSpec("tab.6", mark("User Properties"), "properties", ("Ctrl+6",), GO),
    ActionSpec("practice", mark("Practice"), "practice", (), GO),
    ActionSpec("decisions", mark("Needs your decision"), "decide", ("Ctrl+Shift+D",), GO),
    ActionSpec("activity", mark("Activity: everybody's runs"), "activity", ("Ctrl+Shift+J",), GO),
    ActionSpec("log", mark("Activity: the log of what was done"), "list", (), GO),
    ActionSpec("settings", mark("Settings"), "settings", ("Ctrl+,",), GO),
    ActionSpec("import", mark("Import products from a file"), "import", ("Ctrl+I",), GO),
    ActionSpec("import.catalogs", mark("Import catalogs from a file"), "import", (), GO),
    ActionSpec("import.tickets", mark("Import tickets from a file"), "import", (), GO),
    ActionSpec("import.flows", mark("Start flows from a file"), "import", (), GO),
    ActionSpec("report.watch", mark("Watch a report by its id"), "reports", (), GO),
    ActionSpec("find", mark("Search this page"), "search", ("Ctrl+F",), HERE, here=True),
    ActionSpec("new", mark("New"), "plus", ("Ctrl+N",), HERE, here=True),
    ActionSpec("save", mark("Save"), "check", ("Ctrl+S",), HERE, here=True),
    ActionSpec(
        "primary",
        mark("The main button of the page"),
        "play",
        ("Ctrl+Return", "Ctrl+Enter"),
        HERE,
        here=True,
    ),
    ActionSpec("refresh", mark("Refresh"), "refresh", ("F5",), HERE, here=True),
    ActionSpec("back", mark("Back"), "left", ("Alt+Left",), HERE, here=True),
    ActionSpec("close", mark("Close what is in front"), "close", ("Esc",), HERE, here=True),
    ActionSpec("region.next", mark("Next area of the window"), "right", ("F6",)),
    ActionSpec("region.previous", mark("Previous area of the window"), "left", ("Shift+F6",)),
    ActionSpec("palette", mark("Search or run a command"), "search", ("Ctrl+K",)),
    ActionSpec("calls", mark("Show or hide the calls to the store"), "swap", ("Ctrl+Shift+I",)),
    ActionSpec("drifts", mark("What the service answers that its specification does not know"), "compare"),
    ActionSpec("dock", mark("Show or hide the runs"), "activity", ("Ctrl+J",)),
    ActionSpec("store.switch", mark("Choose another store"), "store", ("Ctrl+Shift+O",), STORE),
    ActionSpec("store.connect", mark("Connect a store"), "plus", (), STORE),
    ActionSpec("store.edit", mark("Edit this store's connection"), "edit", (), STORE),
    ActionSpec("store.remove", mark("Remove this store from this computer"), "delete", (), STORE),
    ActionSpec("store.practice", mark("Open the practice store"), "practice", (), STORE),
    ActionSpec("store.backup", mark("Back up this store"), "export", (), STORE),
    ActionSpec("store.restore", mark("Restore a backup of this store"), "history", (), STORE),
    ActionSpec("profiles.export", mark("Export profiles for a colleague"), "export", (), STORE),
    ActionSpec("profiles.import", mark("Import profiles from a file"), "import", (), STORE),
    ActionSpec("practice.reset", mark("Practice store: reset"), "undo", (), STORE),
    ActionSpec("practice.empty", mark("Practice store: empty"), "delete", (), STORE),
    ActionSpec("practice.keep", mark("Practice store: save a copy of everything"), "history", (), STORE),
    ActionSpec("practice.run", mark("Practice store: start or stop"), "play", (), STORE),
    ActionSpec("practice.received", mark("Practice store: what it received"), "list", (), STORE),
    ActionSpec("practice.faults", mark("Practice store: faults"), "warning", (), STORE),
    ActionSpec("practice.off", mark("Practice store: switch all faults off"), "check", (), STORE),
    ActionSpec("practice.scenarios", mark("Practice store: scenarios"), "flag", (), STORE),
    ActionSpec("theme.system", mark("Theme: as the system"), "settings", (), VIEW),
    ActionSpec("theme.light", mark("Theme: light"), "sun", (), VIEW),
    ActionSpec("theme.dark", mark("Theme: dark"), "moon", (), VIEW),
    ActionSpec("theme.contrast", mark("Theme: high contrast"), "eye", (), VIEW),
    ActionSpec("privacy", mark("Hide or show who people are"), "eye-off", ("Ctrl+Shift+H",), VIEW),
    ActionSpec("help", mark("Help on what is in front"), "help", ("F1",), HELP),
    ActionSpec("tasks", mark("First ten minutes: five tasks in the practice store"), "today", (), HELP),
    ActionSpec("shortcuts", mark("All shortcuts"), "help", ("Ctrl+/",), HELP),
    ActionSpec("reference", mark("API reference"), "help", (), HELP),
    ActionSpec("numbers", mark("Practice numbers: messages that always end the same way"), "phone", (), HELP),
    ActionSpec("about", mark("About svcconsole: version, build, licences"), "info", (), HELP),
    ActionSpec("quit", mark("Quit"), "close", ("Ctrl+Q",)),
)
BY_ID: Mapping[str, ActionSpec] = {spec.id: spec for spec in TABLE}
PRACTICE = tuple(spec.id for spec in TABLE if spec.id.startswith("practice."))
"""The rows that the Practice page does."""


def words(spec: ActionSpec) -> str:
    """The row's words in the user's language."""
    return tr(spec.words)


def place_words(spec: ActionSpec) -> str:
    """Where the row belongs, in the user's language."""
    return tr(spec.place)


def keys_text(spec: ActionSpec) -> str:
    """The first shortcut as the platform writes it."""
    return native_keys(spec.keys[0]) if spec.keys else ""


def native_keys(keys: str) -> str:
    """Keys in portable text ("Ctrl+C") as the platform and its language write them."""
    return QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)


class Actions(QObject):
    """The table's rows as QActions of one window; `run` does one by its id."""

    def __init__(self, window: QWidget, do: Mapping[str, Callable[[], None]]) -> None:
        """`do` has something for every row of the table that is not the page's own."""
        super().__init__(window)
        self._by_id: dict[str, QAction] = {}
        for spec in TABLE:
            action = QAction(icons.icon(spec.icon), words(spec), window)
            action.setShortcuts([QKeySequence(keys) for keys in spec.keys])
            action.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
            action.triggered.connect(do[spec.id])
            # Esc belongs to whoever has the focus first; the window gets what nobody took (keyPressEvent).
            if spec.id != "close":
                window.addAction(action)
            self._by_id[spec.id] = action

    def __getitem__(self, action_id: str) -> QAction:
        return self._by_id[action_id]

    def run(self, action_id: str) -> None:
        """Do one row, as its shortcut would."""
        self._by_id[action_id].trigger()
