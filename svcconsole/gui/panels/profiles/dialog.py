"""The profile dialog: a store's name, address, token and looks, with a test that says which step fails."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from zoneinfo import available_timezones

from pydantic import ValidationError
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QDialog, QLineEdit, QWidget

from svcconsole import secrets
from svcconsole.api.connection import Connection
from svcconsole.api.errors import RefusedHere
from svcconsole.api.token import Token
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.text import PlainLabel, ltr, visible
from svcconsole.gui.design.words import mark, sentences, tr
from svcconsole.gui.kit import dialogs
from svcconsole.gui.kit.containers.boxes import vbox
from svcconsole.gui.kit.containers.cards import ScrollPage
from svcconsole.gui.kit.containers.fields import Field, FieldGrid
from svcconsole.gui.kit.containers.footer import Footer, FooterPart
from svcconsole.gui.kit.dialogs import Answer
from svcconsole.gui.kit.focus import focus_on
from svcconsole.gui.kit.keyboard_window import KeyboardWindow
from svcconsole.gui.kit.safe_levels import SAFE_LEVELS
from svcconsole.gui.kit.widgets.buttons import Button, button, link
from svcconsole.gui.panels.profiles.approval_fields import approval_rows, approvers_in, approvers_text
from svcconsole.gui.panels.profiles.code_box import CodeBox, countries_box, currencies_box
from svcconsole.gui.panels.profiles.colour_choice import ColourChoice
from svcconsole.gui.panels.profiles.connection_test import ConnectionTest
from svcconsole.gui.runtime.notices import Notices
from svcconsole.gui.runtime.task_scope import make_scope
from svcconsole.preferences import PreferencesError, connection_of
from svcconsole.profiles import Profile, TokenNote
from svcconsole.store_tokens import belongs, read_store_token

WIDTH, HEIGHT = 640, 680
LIMIT = Profile.model_fields["price_limit"].default
TESTED = ("base_url", "token", "prefix")
"""What a connection test tries; a change leaves nothing of its answer."""
MUST_PRACTISE = {
    "nothing": mark("Nothing"),
    "tasks": mark("The five first tasks"),
    "all": mark("The five first tasks and the bad days"),
}
"""What a profile may ask to be passed first, in words."""
OPTIONAL = ("app_id", "region", "currency", "storefront_url", "price_limit", "approve_above", "time_zone")
FIRST = ("base_url", "token", "name")
"""What connecting asks for; every other field stands under More."""
SPANNING = frozenset({"name", "base_url", "token", "colour", "approvers"})


@dataclass(frozen=True, slots=True)
class Asked:
    """What came back: the profile, and a token where a new one was typed."""

    profile: Profile
    token: Token | None


class ProfileDialog(KeyboardWindow, QDialog):
    """Connect a store, or edit its connection. The token is masked and a kept one is never shown."""

    def __init__(
        self,
        parent: QWidget,
        notices: Notices,
        profile: Profile | None,
        names: Sequence[str],
        *,
        token_note: TokenNote | None,
        managed_by: Path | None = None,
    ) -> None:
        """`token_note`: what is known of its token; None of a new store.
        `managed_by`: the administrator's file it stands in; only the token can be typed then."""
        super().__init__(parent)
        self._profile = profile
        self._token_note = token_note
        self._names = [name.casefold() for name in names if profile is None or name != profile.name]
        self.scope = make_scope(self, notices)
        self.asked: Asked | None = None
        title = tr("Connect a store") if profile is None else tr("Edit the connection")
        self.setWindowTitle(title)
        self.fields: dict[str, Field] = {}
        self._lines: dict[str, QLineEdit] = {}
        self._boxes: dict[str, CodeBox] = {}
        self._tested: bool | None = None
        """How the last test of what is filled in went; None where none was made."""
        self.colour = ColourChoice()
        self.safe_level = _choice({level: words for level, (_, words) in SAFE_LEVELS.items()})
        self.must_practise = _choice(MUST_PRACTISE)
        self.test = ConnectionTest()
        self._page = page = ScrollPage()
        page.body.setSpacing(dp(16))
        page.body.addWidget(PlainLabel(title, "title"))
        self.more = link(tr("More"), "strong")
        self.more_fields = FieldGrid()
        page.body.addWidget(self._grid())
        page.body.addWidget(self.more, 0, Qt.AlignmentFlag.AlignLeading)
        page.body.addWidget(self.more_fields)
        self._unfold(profile is not None)
        page.body.addStretch(1)
        self.footer = Footer()
        self.test_button = button(tr("Test connection"), "refresh")
        self.cancel_button = button(tr("Cancel"))
        words = tr("Connect the store") if profile is None else tr("Save the connection")
        self.save_button = button(words, None, "primary")
        for part in (self.test_button, self.cancel_button, self.save_button):
            self.footer.add(part)
        column = vbox(parent=self, spacing=0)
        column.addWidget(page, 1)
        column.addWidget(self.test)  # outside what scrolls: the answer is seen where the button is
        column.addWidget(self.footer)
        self.resize(dp(WIDTH), min(dp(HEIGHT), parent.height() - dp(48)))
        self._connect()
        self._load()
        self._loaded = self._values()
        if managed_by is not None:
            self._lock(managed_by)
        self._edit("base_url" if profile is None else "token").setFocus(Qt.FocusReason.OtherFocusReason)

    def _connect(self) -> None:
        self.more.clicked.connect(lambda: self._unfold(self.more_fields.isHidden()))
        self.test_button.clicked.connect(self._test)
        self.cancel_button.clicked.connect(self.reject)
        self.save_button.clicked.connect(self._save)
        self.save_button.setDefault(True)
        self._token.textChanged.connect(self._offer_encoding)
        self._edit("base_url").textChanged.connect(self._show_whose_token)
        for name in TESTED:
            self._edit(name).textChanged.connect(self._forget_test)

    def _grid(self) -> QWidget:
        grid = FieldGrid()
        self._token = QLineEdit()
        self._token.setEchoMode(QLineEdit.EchoMode.Password)
        self._boxes = {
            "region": countries_box(),
            "currency": currencies_box(),
            "time_zone": CodeBox((zone, zone) for zone in sorted(available_timezones())),
        }
        rows: tuple[tuple[str, QWidget, str, str, bool], ...] = (
            (
                "base_url",
                QLineEdit(),
                tr("Address"),
                tr("The base URL of the service, for example https://api.shop.example."),
                True,
            ),
            (
                "token",
                self._token,
                tr("Token"),
                tr("It goes into this computer's keyring and nowhere else."),
                self._token_note is None,
            ),
            ("name", QLineEdit(), tr("Name"), tr("As your colleagues call the store."), True),
            ("colour", self.colour, tr("Colour"), "", False),
            ("safe_level", self.safe_level, tr("Before writing"), "", False),
            ("prefix", QLineEdit(), tr("API prefix"), tr("Almost always svc."), False),
            ("app_id", QLineEdit(), tr("App id"), tr("Messages and flows need it."), False),
            (
                "region",
                self._boxes["region"],
                tr("Region"),
                tr("Phone numbers without a country are read as of this one."),
                False,
            ),
            (
                "currency",
                self._boxes["currency"],
                tr("Currency"),
                tr("Three letters, for example EUR."),
                False,
            ),
            (
                "storefront_url",
                QLineEdit(),
                tr("Product pages"),
                tr("https://your-shop/products/{handle}; products without a page get theirs from it."),
                False,
            ),
            (
                "price_limit",
                QLineEdit(),
                tr("Ask before a price changes by more than"),
                tr("Per cent of what the store has now."),
                False,
            ),
            *approval_rows(),
            (
                "must_practise",
                self.must_practise,
                tr("Practise before writing"),
                tr("Passed in the practice store on this computer before anything is written to this one."),
                False,
            ),
            (
                "time_zone",
                self._boxes["time_zone"],
                tr("Time zone"),
                tr("For example Europe/Berlin."),
                False,
            ),
        )
        for name, editor, label, help_text, required in rows:
            field = Field(label, editor, required=required, help=help_text)
            self.fields[name] = field
            if isinstance(editor, QLineEdit):
                self._lines[name] = editor
            place = grid if name in FIRST else self.more_fields
            place.add(field, span=name in SPANNING)
        return grid

    def _unfold(self, opened: bool) -> None:
        """Show what is asked for only where it is not as usual, or put it away."""
        self.more_fields.setVisible(opened)
        self.more.set_icon("down" if opened else "right")

    def _text(self, name: str) -> str:
        return self._boxes[name].code() if name in self._boxes else self._edit(name).text().strip()

    def _values(self) -> tuple[str, ...]:
        """Everything that is typed and chosen."""
        chosen = (self.colour.value(), self.safe_level.currentData(), self.must_practise.currentData())
        return (*(self._text(name) for name in (*self._lines, *self._boxes)), *chosen)

    def reject(self) -> None:
        """Cancel, Esc and closing the window: what is typed goes only after a question."""
        if self._values() == self._loaded:
            super().reject()
        else:
            self.scope.start(self._ask_to_leave(), key="leave")

    async def _ask_to_leave(self) -> None:
        """Close it once somebody says that what is typed may go."""
        discard = Answer("discard", tr("Discard changes"), destroys=True)
        answers = (discard, Answer("stay", tr("Keep editing")))
        text = tr("What you typed here is not saved.")
        if await dialogs.ask(self, tr("Discard the changes?"), text, answers, safe="stay") == "discard":
            super().reject()

    def _set_text(self, name: str, text: str) -> None:
        if name in self._boxes:
            self._boxes[name].set_code(text)
        else:
            self._edit(name).setText(text)

    def _edit(self, name: str) -> QLineEdit:
        return self._lines[name]

    def _load(self) -> None:
        profile = self._profile
        if profile is None:
            self._edit("prefix").setText("svc")
            self._edit("price_limit").setText(str(LIMIT))
            self.safe_level.setCurrentIndex(self.safe_level.findData("confirm"))
            return
        for name in ("name", "base_url", "prefix", *OPTIONAL):
            self._set_text(name, str(getattr(profile, name) or ""))
        self._set_text("approvers", approvers_text(profile.approvers))
        self.colour.set_value(profile.colour)
        self.safe_level.setCurrentIndex(self.safe_level.findData(profile.safe_level))
        self.must_practise.setCurrentIndex(self.must_practise.findData(profile.must_practise))

    def _lock(self, file: Path) -> None:
        """Let nothing be changed but the token, which nobody else can know."""
        reason = tr("Set for this computer in {file}.", file=ltr(visible(str(file))))
        for name, field in self.fields.items():
            if name != "token":
                field.set_locked(reason)

    def _show_whose_token(self, base_url: str) -> None:
        """Say whether a token is there that may be sent to this address."""
        if self._token_note is None:
            return
        missing = self._why_missing(base_url)
        self.fields["token"].set_label(tr("Token"), required=bool(missing))
        self.fields["token"].set_help(missing or tr("A token is saved. Type another one to replace it."))
        self._offer_encoding(self._token.text())  # what was said of the token was of the address before

    def _why_missing(self, base_url: str) -> str:
        """Why the token has to be typed for this address; blank where one is there."""
        note, profile = self._token_note, self._profile
        if note is None or profile is None:
            return ""
        if not belongs(note, base_url):
            return tr("The saved token is for another address. Type the token for this one.")
        if not note.kept and secrets.session_token(profile.id) is None:
            return tr("The last token was not saved. Type it again.")
        return ""

    def _offer_encoding(self, typed: str) -> None:
        """`user:password` is what the service wants encoded; offer it, never do it silently."""
        encoded = Token(typed).suggestion()
        if encoded is None:
            self.fields["token"].set_error(None)
            return
        sentence = tr("This looks like user:password. The service takes it encoded.")
        fix = (tr("Encode it"), lambda: self._token.setText(encoded.reveal()))
        self.fields["token"].set_error(sentence, fix)

    def read(self) -> Profile | None:
        """The profile as filled in; None with the errors shown and the first one in focus."""
        for name, field in self.fields.items():
            if name != "token":
                field.set_error(None)
        texts = {name: self._text(name) for name in ("name", "base_url", "prefix", *OPTIONAL)}
        texts["currency"] = texts["currency"].upper()
        texts["price_limit"] = texts["price_limit"].rstrip("% ") or str(LIMIT)
        texts["approve_above"] = texts["approve_above"] or "0"
        # What is set elsewhere, as the address of a shared workspace, stays as it is.
        values: dict[str, object] = self._profile.model_dump() if self._profile is not None else {}
        values |= {name: text or None for name, text in texts.items() if name in OPTIONAL}
        values |= {name: texts[name] for name in ("name", "base_url", "prefix")}
        values["approvers"] = approvers_in(self._text("approvers"))
        values |= {"colour": self.colour.value(), "safe_level": self.safe_level.currentData()}
        values["must_practise"] = self.must_practise.currentData()
        wrong: dict[str, str] = {}
        profile: Profile | None = None
        try:
            profile = Profile.model_validate(values)
        except ValidationError as error:
            wrong = {str(each["loc"][0]): self._sentence(str(each["loc"][0])) for each in error.errors()}
        if texts["name"].casefold() in self._names:
            wrong["name"] = tr("There is a store of this name already. Choose another one.")
        if texts["time_zone"] and texts["time_zone"] not in available_timezones():
            wrong["time_zone"] = tr("There is no time zone of this name. Choose one of the list.")
        for name, sentence in wrong.items():
            self.fields[name].set_error(sentence)
        if wrong:
            self._go_to(next(name for name in self.fields if name in wrong))
            return None
        return profile

    def _sentence(self, name: str) -> str:
        sentences = {
            "name": tr("The store needs a name of at most 80 characters."),
            "base_url": tr("The store needs an address."),
            "prefix": tr("The prefix is one word of letters and digits."),
            "currency": tr("A currency has three letters, for example EUR."),
            "price_limit": tr("A whole number from 1 to 1000."),
            "approve_above": tr("A whole number; 0 where nobody is asked."),
            "approvers": tr("Write a name, a blank, and the whole key as it is shown there."),
        }
        return sentences.get(name, tr("This cannot be read."))

    async def _connection(self, profile: Profile) -> Connection | None:
        """Address and token as they would be used; None with the reason shown where it belongs."""
        token = Token(self._token.text())
        if not token and self._token_note is not None:
            kept = await asyncio.to_thread(read_store_token, profile, self._token_note)
            token = kept or token
        missing = "" if token else self._why_missing(profile.base_url)
        if fault := missing or token.fault():
            self.fields["token"].set_error(fault)
            self._go_to("token")
            return None
        try:
            return await asyncio.to_thread(connection_of, profile, token)
        except (RefusedHere, PreferencesError) as refused:
            self.fields["base_url"].set_error(sentences(refused.sentence, refused.advice))
            self._go_to("base_url")
            return None

    def _go_to(self, name: str) -> None:
        """Put a field with its error in focus and on screen."""
        if name not in FIRST:
            self._unfold(True)
        focus_on(self.fields[name].editor)
        self._page.reveal(self.fields[name])

    def _forget_test(self) -> None:
        """What was tested, or is about to be kept, is not what stands in the fields any more."""
        self.scope.cancel("test")
        self.scope.cancel("work")
        self._tested = None
        self.test.clear()
        self.footer.set_message()

    def _test(self) -> None:
        self._forget_test()
        self.scope.start(self._run_test(), key="test")

    def _save(self) -> None:
        self.scope.cancel("test")
        self.scope.start(self._run_save(), key="work")

    async def _run_test(self) -> None:
        profile = self.read()
        connection = await self._connection(profile) if profile is not None else None
        if connection is not None:
            await self._try(connection, self.test_button)

    async def _try(self, connection: Connection, pressed: Button) -> bool:
        """Whether every step goes well; the steps and the sum of it are shown."""
        pressed.set_busy(tr("Testing…"))
        try:
            good = await self.test.run(connection)
        finally:
            pressed.set_busy(None)
        self._tested = good
        words = tr("The store answers.") if good else tr("One step failed.")
        tone, icon = ("success", "check") if good else ("danger", "error")
        self.footer.set_message(FooterPart(words, tone, icon))
        return good

    def _reaches_elsewhere(self, profile: Profile) -> bool:
        """Whether it leads to another place than the kept connection, or with another token."""
        kept = self._profile
        same = kept is not None and (kept.base_url, kept.prefix) == (profile.base_url, profile.prefix)
        return not same or bool(self._token.text())

    async def _may_keep(self, profile: Profile, connection: Connection) -> bool:
        """Whether the connection works, or is to be kept although it does not."""
        if self._tested is None and self._reaches_elsewhere(profile):
            self.test.clear()
            await self._try(connection, self.save_button)
        if self._tested is not False:
            return True
        answer = await dialogs.ask(
            self,
            tr("Keep a connection that does not work?"),
            tr("{failed} Nothing can be read or sent before that is put right.", failed=self.test.failure()),
            (Answer("back", tr("Go back and change it")), Answer("keep", tr("Keep it anyway"))),
            safe="back",
        )
        return answer == "keep"

    async def _run_save(self) -> None:
        profile = self.read()
        connection = await self._connection(profile) if profile is not None else None
        if profile is None or connection is None or not await self._may_keep(profile, connection):
            return
        profile = self.read()  # what is not tested may be typed on meanwhile
        if profile is None:
            return
        typed = Token(self._token.text())
        self.asked = Asked(profile, typed if typed else None)
        self.accept()


async def ask_for_profile(
    parent: QWidget,
    notices: Notices,
    profile: Profile | None,
    names: Sequence[str],
    *,
    token_note: TokenNote | None,
    managed_by: Path | None = None,
) -> Asked | None:
    """Have a profile filled in, of an administrator's only the token; None when it was cancelled."""
    dialog = ProfileDialog(parent, notices, profile, names, token_note=token_note, managed_by=managed_by)
    code = await dialogs.run(dialog)
    return dialog.asked if code == QDialog.DialogCode.Accepted else None


def _choice(words: Mapping[str, str]) -> QComboBox:
    combo = QComboBox()
    for value, text in words.items():
        combo.addItem(tr(text), value)
    return combo
