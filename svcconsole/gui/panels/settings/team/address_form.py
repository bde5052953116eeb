"""The form of a shared workspace's address: in parts, or pasted whole."""

from __future__ import annotations

from urllib.parse import quote, unquote, urlsplit, urlunsplit

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.containers.boxes import grid_box, vbox
from svcconsole.gui.kit.containers.fields import Field
from svcconsole.gui.kit.focus import focus_on
from svcconsole.gui.kit.widgets.buttons import link
from svcconsole.shared_workspaces import split_password

SCHEME = "postgresql"
PORT = "5432"
NEEDED = ("host", "database", "name")


class AddressForm(QWidget):
    """`changed()`: something was typed. The password is masked, and one that is kept is never shown."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._query = ""
        self.host, self.port, self.database, self.name, self.password, self.pasted = (
            QLineEdit() for _ in range(6)
        )
        self.password.setEchoMode(QLineEdit.EchoMode.Password)
        self.port.setPlaceholderText(PORT)
        self.pasted.setPlaceholderText("postgresql://name:password@host:5432/database")
        self.fields = {
            "host": Field(tr("Database computer"), self.host, required=True),
            "port": Field(tr("Port"), self.port),
            "database": Field(tr("Database"), self.database, required=True),
            "name": Field(tr("Your name there"), self.name, required=True),
            "password": Field(tr("Password"), self.password),
        }
        self.pasted_field = Field(
            tr("Address"), self.pasted, help=tr("As you were given it; it is taken apart below.")
        )
        self.paste = link(tr("Paste an address instead"), "strong")
        parts = QWidget()
        grid = grid_box(parent=parts, spacing=(12, 4))
        for name, row, column, span in (
            ("host", 0, 0, 4), ("port", 0, 4, 2),
            ("database", 1, 0, 2), ("name", 1, 2, 2), ("password", 1, 4, 2),
        ):  # fmt: skip
            grid.addWidget(self.fields[name], row, column, 1, span, Qt.AlignmentFlag.AlignTop)
        for column in range(6):
            grid.setColumnStretch(column, 1)
        vbox(self.pasted_field, parts, parent=self, spacing=4)
        self.setMaximumWidth(dp(640))
        self.pasted_field.hide()
        for line in (self.host, self.port, self.database, self.name, self.password):
            line.textEdited.connect(self._typed)
        self.pasted.textChanged.connect(self._take_apart)
        self.paste.clicked.connect(self._show_pasted)

    def load(self, address: str, *, password_kept: bool) -> None:
        """Show an address that is kept."""
        self._set(address)
        self.password.clear()
        words = tr("A password is kept. Type another one to replace it.") if password_kept else ""
        self.password.setPlaceholderText(tr("kept") if password_kept else "")
        self.fields["password"].set_help(words or tr("It goes into this computer's keyring."))

    def problems(self, *, show: bool) -> list[str]:
        """The fields that keep it from being an address; with `show` each says so and the first has the
        focus."""
        wrong = {name: tr("This is needed.") for name in NEEDED if not self._text(name)}
        port = self.port.text().strip()
        if port and not port.isdigit():
            wrong["port"] = tr("A number is needed.")
        if show:
            for name, field in self.fields.items():
                field.set_error(wrong.get(name))
            if wrong:
                focus_on(self.fields[next(iter(wrong))].editor)
        return list(wrong)

    def address(self) -> str:
        """The address as typed, without its password; blank where something keeps it from being one."""
        if self.problems(show=False):
            return ""
        host = self._text("host")
        place = f"[{host}]" if ":" in host else host
        port = self.port.text().strip()
        place += f":{port}" if port and port != PORT else ""
        who = f"{quote(self._text('name'), safe='')}@{place}"
        return urlunsplit((SCHEME, who, f"/{quote(self._text('database'), safe='')}", self._query, ""))

    def typed_password(self) -> str:
        """What was typed as the password; blank where the kept one is meant."""
        return self.password.text()

    def use_port(self, port: int) -> None:
        """Another port: the test has found that it is probably the right one."""
        self.port.setText(str(port))
        self.changed.emit()

    def _text(self, name: str) -> str:
        line = self.fields[name].editor
        return line.text().strip() if isinstance(line, QLineEdit) else ""

    def _set(self, address: str) -> bool:
        parts = urlsplit(address)
        try:
            port = str(parts.port or "")
        except ValueError:
            return False
        if parts.scheme.partition("+")[0] not in (SCHEME, "postgres") or not parts.path.strip("/"):
            return False
        self.host.setText(parts.hostname or "")
        self.port.setText(port)
        self.database.setText(unquote(parts.path.strip("/")))
        self.name.setText(unquote(parts.username or ""))
        self._query = parts.query
        return True

    def _typed(self) -> None:
        for field in self.fields.values():
            field.set_error(None)
        self.changed.emit()

    def _show_pasted(self) -> None:
        self.pasted_field.setVisible(self.pasted_field.isHidden())
        if not self.pasted_field.isHidden():
            focus_on(self.pasted)

    def _take_apart(self, text: str) -> None:
        if not text.strip():
            self.pasted_field.set_error(None)
            return
        address, password = split_password(text)
        if not self._set(address):
            self.pasted_field.set_error(tr("That is not the address of a PostgreSQL database."))
            return
        self.pasted_field.set_error(None)
        if password:
            self.password.setText(password)
            # What is on the screen in clear is taken away as soon as it has been understood.
            self.pasted.blockSignals(True)
            self.pasted.setText(address)
            self.pasted.blockSignals(False)
        self._typed()
