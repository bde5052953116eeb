"""The editor of one product or catalog as a page: the form, what will change, and the way to the store."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget
from shiboken6 import isValid

from svcconsole.api.errors import ApiError
from svcconsole.gui.console import Console
from svcconsole.gui.forms.differences import Conflict, count_values, merge
from svcconsole.gui.forms.drafts import freeze, thaw
from svcconsole.gui.forms.problems import Problem, of_path, of_words
from svcconsole.gui.metrics import dp
from svcconsole.gui.style import set_property
from svcconsole.gui.tabs.catalog.changes_column import ChangesColumn
from svcconsole.gui.tabs.catalog.editor_questions import (
    changes_words,
    may_close,
    may_create_again,
    may_discard,
    may_save_over,
)
from svcconsole.gui.tabs.catalog.json_view import show_json
from svcconsole.gui.tabs.catalog.permission import may_write
from svcconsole.gui.tabs.catalog.pictures import Pictures
from svcconsole.gui.tabs.catalog.record_kinds import RecordKind
from svcconsole.gui.tasks import TaskScope
from svcconsole.gui.text import PlainLabel, set_tip
from svcconsole.gui.widgets.buttons import button, tool_button
from svcconsole.gui.widgets.cards import IconLabel, ScrollPage
from svcconsole.gui.widgets.footer import Footer, FooterPart
from svcconsole.gui.widgets.notice_card import NoticeCard
from svcconsole.gui.widgets.page_header import PageHeader

SIDE = 308
SIDE_FROM = 980
KEEP_AFTER_MS = 600
NEW = "new"


class EditorPage(QWidget):
    """`closed`: back to the list; `saved(record)`: the store has it, as it answered."""

    closed = Signal()
    saved = Signal(object)

    def __init__(
        self,
        console: Console,
        kind: RecordKind,
        names: Mapping[str, str],
        pictures: Pictures,
        identity: str | None,
    ) -> None:
        super().__init__()
        self.console = console
        self.kind = kind
        self.identity = identity
        self.scope = TaskScope(self, console.notices)
        self.form = kind.form(names, pictures, console.card.currency or "", identity is not None)
        self.pictures = pictures
        self.read_at = time.time()
        self.head_problems: list[Problem] = []
        self.header = PageHeader("", kind.place)
        self.draft_mark = IconLabel("check", "success", 14)
        self.draft_words = PlainLabel("", "caption", "text2")
        self.undo = tool_button("undo", self.tr("Undo"))
        self.redo = tool_button("redo", self.tr("Redo"))
        self.as_json = button(self.tr("View as JSON"))
        self.page = ScrollPage()
        self.notes = QVBoxLayout()
        self.side = ChangesColumn()
        self.footer = Footer()
        self.discard = button(self.tr("Discard changes"), None, "quiet")
        self.preview = button(self.tr("Preview request"))
        self.save = button(
            console.save_words(self.tr("Save")), None if console.card.practice else "lock", "primary"
        )
        self._keep = QTimer(self, interval=KEEP_AFTER_MS, singleShot=True)
        self._keep.timeout.connect(lambda: self.scope.start(self.keep_draft(), "draft"))
        self._busy = False
        self._build()
        self._connect()
        self.setMinimumSize(dp(480), dp(320))

    @property
    def draft_key(self) -> str:
        """Where the workspace keeps what is not saved yet."""
        return f"{self.kind.kind}:{self.identity or NEW}"

    async def open(self) -> bool:
        """Read the record fresh and put a kept draft over it; False when the store has no such record."""
        draft = await self.console.db(lambda workspace: workspace.drafts.get(self.draft_key))
        kept = thaw(draft.value) if draft is not None else None
        if self.identity is None:
            self.form.load(self.kind.blank(self.console.card.currency or ""))
        else:
            record = await self._fresh(self.identity)
            if record is None and kept is None:
                return False
            self.form.load(record if kept is None else kept["read"])
        self.read_at = time.time()
        if draft is not None and kept is not None:
            self.form.restore(kept["mine"])
            self._say_draft(draft.at, self.tr("Draft of {0} brought back"))
        self._refresh()
        return True

    def begin(self) -> None:
        """On screen: the focus goes to the name."""
        self.form.editors["name"].focus()

    def has_changes(self) -> bool:
        """Whether leaving would leave something unsaved behind."""
        return bool(self.form.changes())

    async def can_leave(self) -> bool:
        """Before the window closes: the draft is kept in any case; the person may go on editing."""
        if not self.has_changes():
            return True
        await self.keep_draft()
        return await may_close(self, len(self.form.changes()), self.header.title())

    async def keep_draft(self) -> None:
        """Write what is typed into the workspace; with nothing changed the draft goes."""
        self._keep.stop()
        key = self.draft_key
        if not self.has_changes():
            await self.console.db(lambda workspace: workspace.drafts.delete(key))
            self._say_draft("", "")
            return
        contents = {"read": freeze(self.form.read()), "mine": freeze(self.form.values())}
        contents["name"] = self.header.title()
        at = await self.console.db(lambda workspace: workspace.drafts.put(key, contents))
        self._say_draft(at, self.tr("Draft kept {0}"))

    def back(self) -> None:
        """To the list; what is not saved stays as a draft."""
        self.scope.start(self._leave(), "leave")

    def actions_here(self) -> dict[str, Callable[[], None]]:
        """What the window's keys do on this page."""
        return {"save": self._save, "primary": self._save, "back": self.back, "close": self.back}

    def regions(self) -> Sequence[QWidget]:
        """The parts F6 goes through."""
        return (self.header, self.page, self.side, self.footer)

    def _build(self) -> None:
        self.header.add_action(self.draft_mark)
        self.header.add_action(self.draft_words)
        for part in (self.undo, self.redo, self.as_json):
            self.header.add_action(part)
        self.draft_mark.hide()
        self.page.body.addLayout(self.notes)
        self.page.body.addWidget(self.form)
        self.page.body.addStretch(1)
        self.side.setFixedWidth(dp(SIDE))
        set_property(self.side, "line", "left")
        for part in (self.discard, self.preview, self.save):
            self.footer.add(part)
        middle = QHBoxLayout()
        middle.setSpacing(0)
        middle.addWidget(self.page, 1)
        middle.addWidget(self.side)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.header)
        column.addLayout(middle, 1)
        column.addWidget(self.footer)

    def _connect(self) -> None:
        self.header.back_clicked.connect(self.back)
        stack = self.form.undo_stack
        self.undo.clicked.connect(stack.undo)
        self.redo.clicked.connect(stack.redo)
        stack.indexChanged.connect(lambda _: self._say_steps())
        self._say_steps()
        self.undo.setShortcut("Ctrl+Z")
        self.redo.setShortcut("Ctrl+Shift+Z")
        self.as_json.clicked.connect(lambda: show_json(self, self.header.title(), json.dumps(
            freeze_plain(self.form.read()), indent=2, ensure_ascii=False)))  # fmt: skip
        self.form.changed.connect(self._changed)
        self.form.problems_changed.connect(self._refresh)
        self.pictures.arrived.connect(self._pictures_arrived)
        self.side.chosen.connect(self._reveal)
        self.discard.clicked.connect(lambda: self.scope.start(self._discard(), "discard"))
        self.preview.clicked.connect(self._preview)
        self.save.clicked.connect(self._save)
        self.footer.part_clicked.connect(self._footer_link)

    def _say_steps(self) -> None:
        """What undo and redo would do, or why they cannot."""
        stack = self.form.undo_stack
        if not isValid(stack):
            return  # the stack tells of being emptied even while it is deleted with the page
        self.undo.setEnabled(stack.canUndo())
        self.redo.setEnabled(stack.canRedo())
        back, again = (
            self.tr("Undo: {0}").format(stack.undoText()),
            self.tr("Redo: {0}").format(stack.redoText()),
        )
        set_tip(self.undo, back if stack.canUndo() else self.tr("Nothing to undo: nothing was changed yet."))
        set_tip(self.redo, again if stack.canRedo() else self.tr("Nothing to redo: nothing was undone."))

    def _pictures_arrived(self, _urls: object) -> None:
        self.form.recheck()

    def _changed(self) -> None:
        # The form has told its problems already, and with them everything here was refreshed.
        self._keep.start()

    def _refresh(self) -> None:
        values = self.form.values()
        existing = self.identity is not None
        title = values.get("name") or self.tr("New {0}").format(self.kind.thing)
        self.header.set_title(str(title))
        changes = self.form.changes()
        problems = [*self.head_problems, *self.form.problems()]
        total = max(count_values(values), len(changes))
        if existing:
            whole = self.tr(
                "{0} of {1} fields. The whole {2} is sent; the other {3} stay as the store "
                "has them, read {4}."
            ).format(len(changes), total, self.kind.thing, total - len(changes), _ago(self.read_at))
        else:
            whole = self.tr("A new {0} is created. Nothing is sent before you save.").format(self.kind.thing)
        self.side.show_changes(changes, problems, whole, self.form.words, existing=existing)
        self.footer.set_message(*self._message(len(changes), problems))
        changed = bool(changes)
        self.discard.setVisible(changed)

    def _message(self, changes: int, problems: Sequence[Problem]) -> list[FooterPart]:
        errors = sum(not problem.warning for problem in problems)
        looks = len(problems) - errors
        parts: list[FooterPart] = []
        if errors:
            text = (
                self.tr("1 problem to put right")
                if errors == 1
                else self.tr("{0} problems to put right").format(errors)
            )
            parts.append(FooterPart(text, "danger", "error"))
        if looks:
            parts.append(FooterPart(self.tr("{0} worth a look").format(looks), "warning", "warning"))
        if changes or self.identity is not None:
            word = changes_words(changes) if changes else self.tr("No changes")
            parts.append(FooterPart(word, link=not self.side.isVisibleTo(self) and changes > 0))
        return parts

    def _footer_link(self, _index: int) -> None:
        self.side.setVisible(not self.side.isVisibleTo(self))
        self._refresh()

    def _reveal(self, loc: Any) -> None:
        if loc:
            self.form.reveal(loc)

    def _preview(self) -> None:
        model = self.form.submit()
        if model is not None:
            body = json.loads(self.kind.wrap(model).wire())
            show_json(self, self.kind.upsert.path, json.dumps(body, indent=2, ensure_ascii=False))

    def _save(self) -> None:
        if not self._busy:
            self.scope.start(self._save_now(), "save")

    async def _save_now(self) -> None:
        self._say_head([])
        model = self.form.submit()
        if model is None:
            return
        name = self.header.title()
        changes = len(self.form.changes())
        what = (
            self.tr("Save {0} of {1}").format(changes_words(changes), name)
            if self.identity
            else self.tr("Create {0}").format(name)
        )
        if not await may_write(self.console, self, what):
            return
        self._be_busy(True)
        try:
            before = self.form.read()
            if self.identity is not None:
                merged = await self._met(self.identity)
                if merged is None:
                    return
                before, values = merged
                model = self.form.checked(values)
            elif await self._taken(str(model.id)):
                return
            await self._send(model, before)
        except ApiError as error:
            self._refused(error)
        finally:
            self._be_busy(False)

    async def _met(self, identity: str) -> tuple[dict[str, Any], dict[str, Any]] | None:
        """What the store holds now and what goes over it; None when the person would rather look again."""
        record = await self._fresh(identity)
        if record is None:
            again = await may_create_again(self, self.kind.thing)
            return (self.form.read(), self.form.values()) if again else None
        theirs = self.form.projected(record)
        merged, conflicts = merge(self.form.specs, self.form.read(), self.form.values(), theirs)
        if conflicts and not await may_save_over(self, [self._met_words(met) for met in conflicts]):
            return None
        return theirs, merged

    def _met_words(self, met: Conflict) -> str:
        theirs, mine = self.form.words(met.loc, met.theirs), self.form.words(met.loc, met.mine)
        return self.tr("{0}: {1} in the store, {2} here").format(met.label, theirs, mine)

    async def _taken(self, identity: str) -> bool:
        """Whether the new id is in use already, and the person does not want it overwritten."""
        if await self._fresh(identity) is None:
            return False
        loc = ("id",)
        sentence = self.tr(
            "The store already has a {0} with the id {1}. Choose another id, or open that one."
        )
        self.form.show_errors([Problem(loc, sentence.format(self.kind.thing, identity))])
        return True

    async def _send(self, model: Any, before: dict[str, Any]) -> None:
        client = await self.console.ready()
        answer = await client.call(self.kind.upsert, self.kind.wrap(model))
        records = self.kind.items(answer)
        record = next((each for each in records if each.id == model.id), model)
        action = "created" if self.identity is None else "updated"
        key, created = self.draft_key, self.identity is None
        plain_before = None if created else freeze_plain(before)
        plain_after = freeze_plain(model.model_dump())

        def note(workspace: Any) -> None:
            workspace.drafts.delete(key)
            workspace.changes.record(
                self.kind.kind, [model.id], action, source="editor", before=plain_before, after=plain_after
            )

        self._keep.stop()
        self.scope.cancel("draft")
        await self.console.db(note)
        if self.kind.kind == "products":
            self.console.products_changed.emit([model.id])
        self.saved.emit(record)

    def _refused(self, error: ApiError) -> None:
        """Each of the store's words at its field, the rest at the head of the form."""
        placed: list[Problem] = []
        named = {field.sentence for field in error.fields}
        for field in error.fields:
            placed.append(Problem(of_path(self.form.specs, field.loc), field.sentence))
        for word in error.server_words:
            if word not in named:
                placed.append(of_words(self.form.specs, word))
        rest = self.form.show_errors(placed)
        at_fields = len(placed) - len(rest)
        sentence = error.sentence if not at_fields else self.tr("The store refused it. Nothing was changed.")
        self._say_head([Problem((), sentence)], tuple(problem.sentence for problem in rest), error.advice)

    def _say_head(self, problems: list[Problem], words: tuple[str, ...] = (), advice: str = "") -> None:
        self.head_problems = problems
        while self.notes.count():
            item = self.notes.takeAt(0)
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        for problem in problems:
            text = f"{problem.sentence} {advice}".strip()
            card = NoticeCard("error", text, words)
            card.closed.connect(lambda: self._say_head([]))
            self.notes.addWidget(card)
            self.page.verticalScrollBar().setValue(0)
        self._refresh()

    async def _discard(self) -> None:
        if await may_discard(self, len(self.form.changes())):
            self.form.load(self.form.read())
            self._say_head([])
            await self.keep_draft()

    async def _leave(self) -> None:
        if self._busy:
            return
        await self.keep_draft()
        self.closed.emit()

    async def _fresh(self, identity: str) -> Any | None:
        client = await self.console.ready()
        answer = await client.call(self.kind.get, self.kind.ask([identity]))
        return next((record for record in self.kind.items(answer) if record.id == identity), None)

    def _be_busy(self, busy: bool) -> None:
        self._busy = busy
        self.save.set_busy(self.tr("Saving…") if busy else None)
        self.form.setEnabled(not busy)

    def _say_draft(self, at: str, words: str) -> None:
        self.draft_mark.setVisible(bool(words))
        moment = datetime.fromisoformat(at).astimezone().strftime("%H:%M:%S") if at else ""
        self.draft_words.setText(words.format(moment))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        wide = self.width() >= dp(SIDE_FROM)
        if wide != self.side.isVisibleTo(self):
            self.side.setVisible(wide)
            self._refresh()


def freeze_plain(values: Any) -> Any:
    """The record as plain JSON for people: amounts as numbers, unset fields left out."""
    if isinstance(values, Mapping):
        return {name: freeze_plain(part) for name, part in values.items() if part is not None}
    if isinstance(values, list | tuple):
        return [freeze_plain(part) for part in values]
    return float(values) if hasattr(values, "as_tuple") else values


def _ago(moment: float) -> str:
    from svcconsole.gui.tabs.catalog.when import ago

    return ago(time.time() - moment)
