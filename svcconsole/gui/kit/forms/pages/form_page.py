"""A form as a page: draft saved while typing, undo, the changes beside it, and saving."""

from __future__ import annotations

import json
from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from svcconsole.api.errors import ApiError, Outcome
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.style import set_property
from svcconsole.gui.design.text import PlainLabel, visible
from svcconsole.gui.design.words import mark, sentences, tr, tr_plural
from svcconsole.gui.kit.containers.boxes import hbox, vbox
from svcconsole.gui.kit.containers.cards import IconLabel, ScrollPage
from svcconsole.gui.kit.containers.footer import Footer, FooterPart
from svcconsole.gui.kit.containers.page_header import PageHeader
from svcconsole.gui.kit.focus import HeldFocus
from svcconsole.gui.kit.forms.form import Form
from svcconsole.gui.kit.forms.pages.both_versions import saved_elsewhere
from svcconsole.gui.kit.forms.pages.changes_column import ChangesColumn
from svcconsole.gui.kit.forms.pages.drafts import freeze, freeze_plain, thaw
from svcconsole.gui.kit.forms.pages.questions import changes_words, may_discard
from svcconsole.gui.kit.forms.pages.undo_buttons import undo_buttons
from svcconsole.gui.kit.forms.problems import Problem, of_path, of_words
from svcconsole.gui.kit.reading_order import first_focus
from svcconsole.gui.kit.relative_time import clock_of
from svcconsole.gui.kit.widgets.buttons import button
from svcconsole.gui.kit.widgets.json_view import show_json
from svcconsole.gui.kit.widgets.notice_card import NoticeCard
from svcconsole.gui.runtime.console import Console
from svcconsole.gui.runtime.task_scope import make_scope

if TYPE_CHECKING:
    from svcconsole.gui.runtime.workspace_events import Happened
    from svcconsole.workspace.drafts.drafts import Draft
    from svcconsole.workspace.known.event_kinds import Event

__all__ = ["FormPage", "freeze_plain"]

SIDE = 308
SIDE_FROM = 980
KEEP_AFTER_MS = 600


class FormPage(QWidget):
    """`closed`: back to where it was opened from; what is not saved stays as a draft.

    A page of its own says what it is called, where its draft is kept, and how it is saved.
    """

    closed = Signal()

    def __init__(
        self,
        console: Console,
        form: Form[Any],
        place: str | None,
        verb: str,
        *,
        existing: bool,
        beside: QWidget | None = None,
    ) -> None:
        """`place` is what the back link says, None where there is no way back; `verb` begins the filled
        button; `existing`: a record that the store has, so that its changes are listed. `beside` stands at
        the side in place of that list."""
        super().__init__()
        self.console = console
        self.scope = make_scope(self, console.notices)
        self.form = form
        self.existing = existing
        self.head_problems: list[Problem] = []
        self._head_sums_up = False
        """Whether the head only sums up what stands at refused fields: it is no problem of its own."""
        self.header = PageHeader("", place)
        self.draft_mark = IconLabel("check", "success", 14)
        self.draft_words = PlainLabel("", "caption", "text2")
        self.undo, self.redo = undo_buttons(form.undo_stack)
        self.as_json = button(tr("View as JSON"))
        self.page = ScrollPage()
        self.notes = vbox(spacing=8)
        self.form_column = QWidget()
        """The form, and over the buttons what belongs to none of its fields."""
        self.changes_column = None if beside is not None else ChangesColumn()
        self.side: QWidget = beside or self.changes_column or QWidget()
        self.footer = Footer()
        self.discard = button(tr("Discard changes"), None, "quiet")
        self.preview = button(tr("Preview request"))
        self.save = button(console.save_words(verb), None if console.card.practice else "lock", "primary")
        self._keep = QTimer(self, interval=KEEP_AFTER_MS, singleShot=True)
        self._keep.timeout.connect(self._keep_in_time)
        self.pressed = self.save
        """The button that says so while its own request runs."""
        self._busy = False
        self._focus = HeldFocus()
        self._build()
        self._connect()
        self.setMinimumSize(dp(480), dp(320))

    # What each page says of itself

    @property
    @abstractmethod
    def draft_key(self) -> str:
        """Where the workspace keeps what is not saved yet."""

    @abstractmethod
    def title(self) -> str:
        """What the page is about, in its header."""

    @abstractmethod
    def whole_words(self, changes: int) -> str:
        """The sentence over the list of changes: what is sent, and what stays as it is."""

    @abstractmethod
    def body_of(self, model: Any) -> tuple[str, Any]:
        """The path a checked model is sent to, and the parsed body."""

    @abstractmethod
    async def save_now(self, model: Any) -> None:
        """Send the checked model; raises ApiError, which is then shown at its fields."""

    def kept_beside(self) -> dict[str, Any]:
        """What a draft holds besides the fields, as plain JSON."""
        return {}

    def record_event(self) -> tuple[str, str] | None:
        """The kind and the key of the events that tell of its record (`EventKind`); None where nobody else
        can have changed it."""
        return None

    # What is the same for all

    async def who_else(self) -> Event | None:
        """The last time somebody else changed this record, while it is known."""
        about = self.record_event()
        if about is None:
            return None
        return await self.console.db(lambda workspace: workspace.events.last_by_others(*about))

    def _others_did(self, what: Happened) -> None:
        about = self.record_event()
        if about is not None and about[1] in what.keys(about[0]) and not self._busy:
            self.scope.start(self._tell_saved_elsewhere(), "saved elsewhere")

    async def _tell_saved_elsewhere(self) -> None:
        """Over the buttons, where nothing moves for it: what is typed stays, and nothing was lost."""
        self.show_head([Problem((), saved_elsewhere(await self.who_else()), warning=True)])

    async def kept(self) -> Draft | None:
        """The draft that waits for this page; its values are for `put_draft`."""
        key = self.draft_key
        return await self.console.db(lambda workspace: workspace.drafts.get(key))

    def put_draft(self, draft: Draft) -> None:
        """Put a kept draft over the loaded record."""
        self.form.restore(thaw(draft.value)["mine"])
        self.show_draft_state(draft.at, mark("Draft of {time} restored"))

    def put_draft_under(self, draft: Draft) -> None:
        """Put a kept draft into a form that may have been typed into before it came: what was typed stays,
        and Undo leads to the draft."""
        typed = self.typed()
        self.put_draft(draft)
        self.put_typed(typed)

    def typed(self) -> dict[str, Any] | None:
        """What somebody has typed since the form was loaded, with the rest of it; None for nothing."""
        return self.form.values() if self.form.changes() else None

    def put_typed(self, typed: Mapping[str, Any] | None) -> None:
        """Show again what was typed, in one step that Undo takes back."""
        if typed is not None and typed != self.form.values():
            self.form.set_values(typed, tr("what was typed"))

    def begin(self) -> None:
        """On screen: the focus goes to the first field."""
        next(iter(self.form.editors.values())).focus()

    def focus_start(self) -> QWidget:
        """The first field that can be filled in now."""
        fields = [editor.widget for editor in self.form.editors.values()]
        return next((field for field in fields if first_focus(field) is not None), fields[0])

    def has_changes(self) -> bool:
        """Whether leaving would leave something unsaved behind."""
        return bool(self.form.changes())

    async def can_leave(self) -> bool:
        """Before the window closes: the draft is kept, and nothing is asked; it is there the next time."""
        if self.has_changes():
            await self.keep_draft()
        return True

    def _keep_in_time(self) -> None:
        if not self.scope.is_closed():  # the page may be gone before its timer
            self.scope.start(self.keep_draft(), "draft")

    async def keep_draft(self) -> None:
        """Write what is typed into the workspace; with nothing changed the draft goes."""
        self._keep.stop()
        key = self.draft_key
        if not self.has_changes():
            await self.console.db(lambda workspace: workspace.drafts.delete(key))
            self.show_draft_state("", "")
            return
        contents = {"read": freeze(self.form.read()), "mine": freeze(self.form.values())}
        contents["name"] = self.header.title()
        contents |= self.kept_beside()
        at = await self.console.db(lambda workspace: workspace.drafts.save(key, contents))
        self.show_draft_state(at, mark("Draft saved {time}"))

    def forget_draft(self) -> None:
        """What was typed has reached the store: nothing under way may keep it again."""
        self._keep.stop()
        self.scope.cancel("draft")

    def back(self) -> None:
        """To the list; what is not saved stays as a draft."""
        self.scope.start(self._leave(), "leave")

    def actions_here(self) -> dict[str, Callable[[], None]]:
        """What the window's keys do on this page."""
        return {"save": self._save, "primary": self._save, "back": self.back, "close": self.back}

    def regions(self) -> Sequence[QWidget]:
        """The parts F6 goes through."""
        return (self.header, self.page, self.side, self.footer)

    def refresh(self) -> None:
        """Say title, changes and problems anew."""
        self.header.set_title(visible(self.title()))
        changes = self.form.changes()
        problems = self.form.problems()
        if self._head_sums_up and all(problem.warning for problem in problems):
            self._clear_head()  # every field the store refused was changed since
        problems = [*([] if self._head_sums_up else self.head_problems), *problems]
        if self.changes_column is not None:
            self.changes_column.show_changes(
                changes, problems, self.whole_words(len(changes)), self.form.words, existing=self.existing
            )
        self.footer.set_message(*self.message(len(changes), problems))
        self.discard.setVisible(bool(changes))

    def fill(self, values: Mapping[str, Any], words: str) -> None:
        """Other contents in one step, which Undo takes back; what was said of the old ones goes."""
        self.form.set_values(values, words)
        self.show_head([])

    def refused(self, error: ApiError) -> None:
        """Each of the store's words at its field, the rest under the form."""
        named = {field.sentence for field in error.fields}
        placed = [Problem(of_path(self.form.specs, field.loc), field.sentence) for field in error.fields]
        placed += [of_words(self.form.specs, word) for word in error.server_words if word not in named]
        rest = self.form.show_errors(placed)
        at_fields = len(placed) - len(rest)
        sentence = error.sentence if not at_fields else self.refused_words()
        words = tuple(problem.sentence for problem in rest)
        self.show_head([Problem((), sentence)], words, self.advice_on(error, words))
        if at_fields and not rest:
            self._head_sums_up = True
            self.refresh()

    def advice_on(self, error: ApiError, words: Sequence[str]) -> str:
        """What to do about a refusal of which the store's `words` are shown."""
        refused = words and error.outcome is Outcome.REJECTED
        return error.advice or (tr("Change what it names, then try again.") if refused else "")

    def refused_words(self) -> str:
        """What a refusal, whose reasons stand at the fields, means for the record."""
        return tr("The store refused it. Nothing was changed.")

    def show_head(
        self,
        problems: list[Problem],
        words: tuple[str, ...] = (),
        advice: str = "",
        way: tuple[str, Callable[[], object]] | None = None,
    ) -> None:
        """Show what belongs to no field over the buttons, where nothing of the form moves for it; nothing
        takes it away. `way` is a link that leads on: its words, and what it does."""
        self._clear_head()
        self.head_problems = problems
        for problem in problems:
            text = sentences(problem.sentence, advice)
            card = NoticeCard("warning" if problem.warning else "error", text, words, way and way[0])
            card.closed.connect(lambda: self.show_head([]))
            if way is not None:
                card.link_clicked.connect(lambda act=way[1]: act())
            self.notes.addWidget(card)
        self._fit_notes()
        self.refresh()

    def _fit_notes(self) -> None:
        """No room is taken where nothing is said."""
        across, down = (dp(20), dp(8)) if self.notes.count() else (0, 0)
        self.notes.setContentsMargins(across, down, across, down)

    def _clear_head(self) -> None:
        self.head_problems = []
        self._head_sums_up = False
        while self.notes.count():
            item = self.notes.takeAt(0)
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self._fit_notes()

    def is_busy(self) -> bool:
        """Whether its own request runs."""
        return self._busy

    def set_busy(self, busy: bool) -> None:
        """While its own request runs, the form waits."""
        self._busy = busy
        if busy:
            self._focus.hold(self)
        self.pressed.set_busy(tr("Saving…") if busy else None)
        self.form.setEnabled(not busy)
        if not busy:
            self._focus.give_back()

    def show_draft_state(self, at: str, words: str) -> None:
        """Say in the header when the draft was kept (ISO), by a source with the place `time`; blank: there is
        none."""
        self.draft_mark.setVisible(bool(words))
        moment = clock_of(at, seconds=True)
        self.draft_words.setText(tr(words, time=moment) if words else "")

    def _build(self) -> None:
        self.header.add_action(self.draft_mark)
        self.header.add_action(self.draft_words)
        for part in (self.undo, self.redo, self.as_json):
            self.header.add_action(part)
        self.draft_mark.hide()
        self.page.body.addWidget(self.form)
        self.page.body.addStretch(1)
        self.side.setFixedWidth(dp(SIDE))
        set_property(self.side, "line", "left")
        for part in (self.discard, self.preview, self.save):
            self.footer.add(part)
        self.under_form = vbox((self.page, 1), self.notes, parent=self.form_column, spacing=0)
        middle = hbox((self.form_column, 1), self.side, spacing=0)
        vbox(self.header, (middle, 1), self.footer, parent=self, spacing=0)

    def _connect(self) -> None:
        self.header.back_clicked.connect(self.back)
        self.console.events.happened.connect(self._others_did)
        self.as_json.clicked.connect(self._show_json)
        # The form tells its problems with every change, and with them everything here is refreshed.
        self.form.changed.connect(self._keep.start)
        self.form.problems_changed.connect(self.refresh)
        if self.changes_column is not None:
            self.changes_column.chosen.connect(self._reveal)
        self.discard.clicked.connect(lambda: self.scope.start(self._discard(), "discard"))
        self.preview.clicked.connect(self._preview)
        self.save.clicked.connect(self._save)
        self.footer.part_clicked.connect(self._footer_link)

    def message(self, changes: int, problems: Sequence[Problem]) -> list[FooterPart]:
        """What the footer says: what stands in the way, and how much is changed."""
        errors = sum(not problem.warning for problem in problems)
        looks = len(problems) - errors
        parts: list[FooterPart] = []
        if errors:
            wrong = tr_plural("1 problem to fix", "{n} problems to fix", errors)
            parts.append(FooterPart(wrong, "danger", "error"))
        if looks:
            parts.append(FooterPart(tr("{looks} worth a look", looks=looks), "warning", "warning"))
        if changes or self.existing:
            word = changes_words(changes) if changes else tr("No changes")
            parts.append(FooterPart(word, link=not self.side.isVisibleTo(self) and changes > 0))
        return parts

    def _footer_link(self, _index: int) -> None:
        self.side.setVisible(not self.side.isVisibleTo(self))
        self.refresh()

    def _reveal(self, loc: Any) -> None:
        if loc:
            self.form.reveal(loc)

    def _show_json(self) -> None:
        text = json.dumps(freeze_plain(self.form.read()), indent=2, ensure_ascii=False)
        show_json(self, self.header.title(), text)

    def _preview(self) -> None:
        model = self.form.submit()
        if model is not None:
            path, body = self.body_of(model)
            show_json(self, path, json.dumps(body, indent=2, ensure_ascii=False))

    def _save(self) -> None:
        if not self._busy and self.save.isEnabled():  # the keys come here, too
            self.scope.start(self._try_to_save(), "save")

    async def _try_to_save(self) -> None:
        self.show_head([])
        model = self.form.submit()
        if model is None:
            return
        try:
            await self.save_now(model)
        except ApiError as error:
            self.refused(error)
        finally:
            if self._busy and isValid(self):
                self.set_busy(False)

    async def _discard(self) -> None:
        if await may_discard(self, len(self.form.changes())):
            self.form.load(self.form.read())
            self.show_head([])
            await self.keep_draft()

    async def _leave(self) -> None:
        if self._busy:
            return
        await self.keep_draft()
        self.closed.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.arrange(self.width() >= dp(SIDE_FROM))

    def arrange(self, wide: bool) -> None:
        """Stand side by side where there is room for it."""
        if wide != self.side.isVisibleTo(self):
            self.side.setVisible(wide)
            self.refresh()
