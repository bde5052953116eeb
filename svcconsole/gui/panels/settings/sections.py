"""The sections that are not rows of the table: privacy, about me, the store."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QCheckBox, QLineEdit, QWidget

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.text import PlainLabel, visible
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.containers.boxes import hbox, vbox
from svcconsole.gui.kit.remote_pictures import SWITCH
from svcconsole.gui.kit.safe_levels import SAFE_LEVELS
from svcconsole.gui.kit.widgets.buttons import button
from svcconsole.gui.panels.settings.controls import Switch
from svcconsole.gui.panels.settings.erasing import RemovePerson, WipeStore
from svcconsole.gui.panels.settings.rows import SettingRow, SettingSection
from svcconsole.gui.runtime.console import Console
from svcconsole.gui.runtime.setting_keys import OWN_EMAIL, OWN_NUMBER
from svcconsole.gui.runtime.settings import Settings
from svcconsole.tables.values.emails import email_problem
from svcconsole.tables.values.phones import Phone, read_phone

Do = Callable[[str], None]
"""Does a row of the table of actions, by its id."""


class Switches(SettingSection):
    """Settings that are on or off, each under its key."""

    def add_switch(
        self, settings: Settings, key: str, name: str, help: str, *, default: bool, also: str = ""
    ) -> QCheckBox:
        """One more; it applies at once."""
        switch = Switch()
        row = SettingRow(
            name, help, switch, also=also, is_changed=lambda: settings.get(key, default) != default
        )

        def switched(on: bool) -> None:
            settings.set(key, on)
            self.show_changes()

        switch.setChecked(settings.get(key, default))
        switch.toggled.connect(switched)
        row.reset_wanted.connect(lambda: switch.setChecked(default))
        self.add(row)
        return switch


def privacy(console: Console) -> SettingSection:
    """What others can see of this computer."""
    section = Switches(tr("Privacy"), "eye-off", tr("for this store"))
    section.add(Hiding(console, section.show_changes))
    section.add_switch(
        console.settings,
        SWITCH,
        tr("Pictures from the web"),
        tr("Each picture tells its host that somebody looks. It holds from the next start on."),
        default=console.card.practice,
        also=tr("photos images"),
    )
    section.add(RemovePerson(console))
    section.add(WipeStore(console))
    return section


class Hiding(SettingRow):
    """Whether people are hidden in the window; the palette and a key switch the same."""

    def __init__(self, console: Console, changed: Callable[[], None]) -> None:
        self.switch = Switch()
        super().__init__(
            tr("Hide who people are"),
            tr(
                "Masks names, phone numbers, e-mails and addresses in everything that is shown, copied or "
                "exported while it is on. Search still finds them."
            ),
            self.switch,
            also=tr("mask privacy presentation screen sharing"),
            is_changed=lambda: console.privacy.on,
        )
        self.switch.setChecked(console.privacy.on)
        self.switch.toggled.connect(lambda on: console.privacy.choose(console.program_settings, on))
        self.reset_wanted.connect(lambda: self.switch.setChecked(False))
        self._privacy, self._told = console.privacy, changed
        console.privacy.changed.connect(self._show)

    def _show(self) -> None:
        self.switch.setChecked(self._privacy.on)
        self._told()


class AboutMe(SettingSection):
    """The person's own number and address, with which they try things out; a value that cannot be is not
    kept."""

    def __init__(self, console: Console) -> None:
        super().__init__(tr("About me"), "person", tr("for this store"))
        self.number = self._field(
            console.settings,
            OWN_NUMBER,
            tr("My phone number"),
            tr("Where “Send to me first” goes."),
            lambda text: _phone(text, console.card.region),
        )
        self.email = self._field(
            console.settings, OWN_EMAIL, tr("My e-mail address"), tr("Meant by “Only me” in reports."), _email
        )

    def _field(
        self,
        settings: Settings,
        key: str,
        name: str,
        help: str,
        judge: Callable[[str], tuple[str, str]],
    ) -> QLineEdit:
        line = QLineEdit(settings.get(key, ""))
        line.setMinimumWidth(dp(260))
        line.setPlaceholderText(tr("not set"))
        wrong = PlainLabel("", "caption", "danger")
        wrong.hide()
        control = QWidget()
        vbox(line, wrong, parent=control, spacing=2)
        row = SettingRow(name, help, control, is_changed=lambda: bool(settings.get(key, "")))
        line.setAccessibleName(name)

        def typed() -> None:
            value, problem = judge(line.text().strip())
            wrong.setText(problem)
            wrong.setVisible(bool(problem))
            if not problem:
                settings.set(key, value)
                self.show_changes()

        def reset() -> None:
            line.clear()
            typed()

        line.editingFinished.connect(typed)
        row.reset_wanted.connect(reset)
        self.add(row)
        return line


def _phone(text: str, region: str | None) -> tuple[str, str]:
    """The number in full, and what is wrong with it."""
    if not text:
        return "", ""
    read = read_phone(text, region)
    return (read.e164, "") if isinstance(read, Phone) else ("", tr(read.sentence))


def _email(text: str) -> tuple[str, str]:
    problem = email_problem(text) if text else None
    return ("", tr(problem)) if problem else (text, "")


def store(console: Console, do: Do) -> SettingSection:
    """How this store is reached and how careful its window is; its own dialog changes both."""
    card = console.card
    section = SettingSection(tr("Store"), "store", visible(card.name))
    if not card.practice:
        edit = button(tr("Edit the connection…"), "edit")
        edit.clicked.connect(lambda: do("store.edit"))
        level = SAFE_LEVELS.get(card.safe_level, SAFE_LEVELS["confirm"])[1]
        about = tr("{host} · {level}", host=card.host, level=tr(level))
        section.add(
            SettingRow(tr("Connection"), about, edit, also=tr("address token prefix safe level price limit"))
        )
    back_up, restore = button(tr("Back up…"), "export"), button(tr("Restore…"), "history")
    back_up.clicked.connect(lambda: do("store.backup"))
    restore.clicked.connect(lambda: do("store.restore"))
    both = QWidget()
    hbox(back_up, restore, parent=both, spacing=8)
    section.add(SettingRow(tr("Backup"), tr("What is kept of this store here, as one file."), both))
    give, take = button(tr("Export…"), "export"), button(tr("Import…"), "import")
    give.clicked.connect(lambda: do("profiles.export"))
    take.clicked.connect(lambda: do("profiles.import"))
    ways = QWidget()
    hbox(give, take, parent=ways, spacing=8)
    section.add(
        SettingRow(
            tr("Profiles"),
            tr("How all your stores are reached, as a file for a colleague. No token is in it."),
            ways,
            also=tr("share colleague copy stores"),
        )
    )
    if not card.practice:
        remove = button(tr("Remove…"), "delete")
        remove.clicked.connect(lambda: do("store.remove"))
        about = tr("Its token is deleted here. What was done with it stays.")
        section.add(
            SettingRow(
                tr("Remove this store from this computer"), about, remove, also=tr("delete disconnect forget")
            )
        )
    return section
