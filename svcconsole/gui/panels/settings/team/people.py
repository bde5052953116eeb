"""The part of the section Team about who there is: people with their rights, workers, inviting, the log."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QComboBox, QLineEdit, QMenu, QWidget

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.text import ElidedLabel, PlainLabel, ltr, set_tip, visible
from svcconsole.gui.design.words import mark, sentences, tr, tr_plural
from svcconsole.gui.kit import dialogs
from svcconsole.gui.kit.containers.boxes import STRETCH, grid_box, hbox, vbox
from svcconsole.gui.kit.containers.cards import Framed, Ground, Hairline, IconLabel, SectionHeading
from svcconsole.gui.kit.containers.fields import Field
from svcconsole.gui.kit.containers.layout_clearing import clear_layout
from svcconsole.gui.kit.dialogs import Answer
from svcconsole.gui.kit.quantity_words import duration
from svcconsole.gui.kit.relative_time import within_sentence
from svcconsole.gui.kit.widgets.buttons import button, link, tool_button
from svcconsole.gui.kit.widgets.round_mark import RoundMark
from svcconsole.gui.runtime.console import Console
from svcconsole.gui.runtime.task_scope import make_scope

if TYPE_CHECKING:
    from svcconsole.workspace.database import Workspace
    from svcconsole.workspace.team.audit_entries import Head
    from svcconsole.workspace.team.operators import Invitation, Operator
    from svcconsole.workspace.team.workers import Worker

RIGHTS = (
    ("look", mark("Look")),
    ("prepare", mark("Prepare")),
    ("send", mark("Send")),
    ("approve", mark("Approve")),
    ("administer", mark("Manage")),
)
"""The rights that have a column, with what stands over it."""
ROLES = (
    ("look", mark("Look")),
    ("prepare", mark("Look and prepare")),
    ("send", mark("Prepare and send")),
    ("approve", mark("Send and approve")),
    ("administer", mark("Everything")),
    ("worker", mark("Worker: sends by itself")),
)


@dataclass(frozen=True, slots=True)
class TeamNow:
    """Who there is, as it was read: `me` is whoever works from here, `limit` is above how many people a plan
    needs a second person (0: never), `head` the last entry of the log."""

    me: Operator
    operators: tuple[Operator, ...]
    workers: tuple[Worker, ...]
    limit: int
    head: Head | None


class TeamPeople(QWidget):
    """`log_wanted()`: show the whole log."""

    log_wanted = Signal()

    def __init__(self, console: Console) -> None:
        super().__init__()
        self._console = console
        self.scope = make_scope(self, console.notices)
        self.now: TeamNow | None = None
        self.heading = SectionHeading(tr("Who may do what"))
        inside = Ground("surface")
        self._rows = vbox(parent=inside, spacing=0)
        self.limit = PlainLabel("", "caption", "text2", wrap=True)
        self.invite_box = self._make_invite()
        self.workers_head = SectionHeading(tr("Workers"))
        workers = Ground("surface")
        self._workers = vbox(parent=workers, spacing=0)
        self.workers_frame = Framed(workers)
        self.head = PlainLabel("", "caption", "text2", wrap=True)
        self.log = link(tr("Show the log"))
        self.log.clicked.connect(self.log_wanted)
        vbox(
            self.heading,
            PlainLabel(
                tr("The database itself holds these rights, not only the buttons."), "caption", "text2"
            ),
            Framed(inside),
            self.limit,
            self.invite_box,
            self.workers_head,
            self.workers_frame,
            hbox((self.head, 1), self.log, spacing=8),
            parent=self,
            spacing=8,
            margins=(0, 16, 0, 0),
        )
        self.hide()
        console.events.happened.connect(lambda _: self.refresh() if self.isVisible() else None)

    def refresh(self) -> None:
        """Read it again, where the workspace is shared."""
        self.scope.start(self._read(), key="read")

    async def _read(self) -> None:
        if not await self._console.db(lambda space: space.shared):
            self.hide()
            return
        self.now = now = await self._console.db(_team_now)
        clear_layout(self._rows)
        self._rows.addWidget(_header())
        for operator in now.operators:
            self._rows.addWidget(self._row(operator, now))
        people = sum(operator.role != "worker" for operator in now.operators)
        self.heading.set_note(tr_plural("{n} person", "{n} people", people))
        self.limit.setText(
            tr_plural(
                "Plans for more than {n} person need a second person.",
                "Plans for more than {n} people need a second person.",
                now.limit,
            )
            if now.limit
            else tr("No plan needs a second person.")
        )
        self.invite_box.setVisible("administer" in now.me.rights)
        clear_layout(self._workers)
        for worker in now.workers:
            self._workers.addWidget(_worker_row(worker))
        if not now.workers:
            words = tr("Nothing sends while laptops sleep. Start one with “svcconsole worker”.")
            nobody = PlainLabel(words, "caption", "text2", wrap=True)
            nobody.setContentsMargins(dp(12), dp(10), dp(12), dp(10))
            self._workers.addWidget(nobody)
        self.head.setText(_log_words(now.head) if now.head is not None else tr("Nothing is in the log yet."))
        self.show()

    # Rows

    def _row(self, operator: Operator, now: TeamNow) -> QWidget:
        row = QWidget()
        grid = grid_box(parent=row, spacing=(4, 0), margins=(12, 6, 8, 6))
        mine = operator.name == now.me.name
        worker = operator.role == "worker"
        grid.addWidget(
            RoundMark("activity" if worker else "person", "info" if mine else "neutral", size=24), 0, 0
        )
        shown = visible(operator.shown)
        name = ElidedLabel(tr("{name}, you", name=shown) if mine else shown, "strong")
        about = visible(operator.name)
        if operator.locked_at is not None:
            about = tr("locked out {moment}", moment=within_sentence(operator.locked_at))
        elif operator.invited_at:
            about = tr(
                "{account} · invited {moment}", account=about, moment=within_sentence(operator.invited_at)
            )
        grid.addLayout(vbox(name, ElidedLabel(about, "caption", "text2"), spacing=0), 0, 1)
        grid.setColumnStretch(1, 1)
        for at, (right, words) in enumerate(RIGHTS):
            has = right in operator.rights
            tick = IconLabel("check" if has else "minus", "success" if has else "disabled", 14)
            holder = QWidget()
            holder.setFixedWidth(dp(COLUMN))
            hbox((tick, 0, Qt.AlignmentFlag.AlignCenter), parent=holder)
            said = tr("{right}: yes", right=tr(words)) if has else tr("{right}: no", right=tr(words))
            holder.setAccessibleName(said)
            set_tip(holder, said)
            grid.addWidget(holder, 0, 2 + at)
        more = tool_button("more", tr("What can be done with {name}", name=shown))
        more.setEnabled("administer" in now.me.rights and not mine)
        more.clicked.connect(lambda: self._menu(operator, more))
        grid.addWidget(more, 0, 2 + len(RIGHTS))
        whole = QWidget()
        vbox(row, Hairline(), parent=whole, spacing=0)
        whole.setAccessibleName(shown)
        return whole

    def _menu(self, operator: Operator, under: QWidget) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for role, words in ROLES:
            entry = QAction(tr(words), menu)
            entry.setCheckable(True)
            entry.setChecked(operator.role == role and operator.locked_at is None)
            entry.triggered.connect(partial(self._change, operator.name, role))
            menu.addAction(entry)
        menu.addSeparator()
        lock = QAction(tr("Lock out: a laptop was lost"), menu)
        lock.setEnabled(operator.locked_at is None)
        lock.triggered.connect(lambda: self.scope.start(self._shut_out(operator, for_good=False)))
        menu.addAction(lock)
        gone = QAction(tr("Remove from the team…"), menu)
        gone.triggered.connect(lambda: self.scope.start(self._shut_out(operator, for_good=True)))
        menu.addAction(gone)
        menu.popup(under.mapToGlobal(under.rect().bottomLeft()))

    def _change(self, name: str, role: str, _checked: bool = False) -> None:
        self.scope.start(self._set_role(name, role), key="change")

    async def _set_role(self, name: str, role: str) -> None:
        from svcconsole.workspace.team.roles import Role

        await self._console.db(lambda space: space.operators.set_role(name, Role(role)))
        await self._read()

    async def _shut_out(self, operator: Operator, *, for_good: bool) -> None:
        shown = visible(operator.shown)
        question = (
            tr("Remove {name} from the team?", name=shown) if for_good else tr("Lock {name} out?", name=shown)
        )
        text = tr(
            "Their consoles stop sending at once. What was on the way is looked at by a person: nothing of "
            "it is sent a second time."
        )
        verb = tr("Remove {name}", name=shown) if for_good else tr("Lock {name} out", name=shown)
        answers = (Answer("not", tr("Cancel")), Answer("go", verb, destroys=True))
        if await dialogs.ask(self, question, text, answers, safe="not") != "go":
            return
        name = operator.name
        await self._console.db(
            lambda space: space.operators.remove(name) if for_good else space.operators.lock(name)
        )
        await self._read()

    # Inviting

    def _make_invite(self) -> QWidget:
        box = Ground("card")
        self.name = QLineEdit()
        self.role = QComboBox()
        for role, words in ROLES:
            self.role.addItem(tr(words), role)
        self.role.setCurrentIndex(self.role.findData("send"))
        self.name_field = Field(tr("Name"), self.name)
        self.invite = button(tr("Make the invitation"), "plus")
        self.made = PlainLabel("", "mono", wrap=True)
        self.made.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.copy_address = button(tr("Copy the address"), "copy")
        self.copy_password = button(tr("Copy the password"), "copy")
        self.handed = QWidget()
        vbox(
            self.made,
            hbox(self.copy_address, self.copy_password, STRETCH, spacing=8),
            parent=self.handed,
            spacing=6,
        )
        self.handed.hide()
        fields = hbox((self.name_field, 1), (Field(tr("May"), self.role), 1), spacing=12)
        told = tr("They get an address and a first password. Send both on different ways.")
        vbox(
            SectionHeading(tr("Invite somebody")), fields, PlainLabel(told, "caption", "text2", wrap=True),
            hbox(self.invite, STRETCH), self.handed, parent=box, spacing=8, margins=16,
        )  # fmt: skip
        self.invite.clicked.connect(lambda: self.scope.start(self._invite(), key="invite"))
        self.copy_address.clicked.connect(lambda: _copy(self.copy_address))
        self.copy_password.clicked.connect(lambda: _copy(self.copy_password))
        return box

    async def _invite(self) -> None:
        from svcconsole.workspace.errors import WorkspaceError
        from svcconsole.workspace.team.operators import SqlNeeded
        from svcconsole.workspace.team.roles import Role

        name, role = self.name.text().strip(), Role(self.role.currentData())
        self.name_field.set_error(tr("A name is needed.") if not name else None)
        if not name:
            return
        self.invite.set_busy(tr("Making…"))
        try:
            made = await self._console.db(lambda space: space.operators.invite(name, role))
            self._hand_over(made, "")
        except SqlNeeded as needed:
            self._hand_over(needed.invitation, needed.sql)
        except WorkspaceError as error:
            self.name_field.set_error(sentences(error.sentence, error.advice))
            return
        finally:
            self.invite.set_busy(None)
        self.name.clear()
        await self._read()

    def _hand_over(self, made: Invitation, sql: str) -> None:
        words = [tr("Address: {address}", address=ltr(made.address))]
        if made.password:
            words.append(tr("Password, shown once: {password}", password=ltr(made.password)))
        if sql:
            words.append(tr("Whoever keeps the database has to run this first:"))
            words.append(sql)
        self.made.setText("\n".join(words))
        self.copy_address.setProperty("copied", made.address)
        self.copy_password.setProperty("copied", made.password)
        self.copy_password.setVisible(bool(made.password))
        self.handed.show()


COLUMN = 54


def _team_now(workspace: Workspace) -> TeamNow:
    people = workspace.operators
    limit = workspace.approvals.limit()
    return TeamNow(people.me(), people.list(), workspace.workers.list(), limit, workspace.log.head())


def _log_words(head: Head) -> str:
    return tr_plural(
        "The log has {n} entry, of {moment}.",
        "The log has {n} entries, the last of {moment}.",
        head.seq,
        moment=within_sentence(head.at),
    )


def _header() -> QWidget:
    head = Ground("canvas", "bottom")
    row = hbox(parent=head, spacing=4, margins=(12, 6, 8, 6))
    row.addWidget(PlainLabel(tr("Person"), "label", "text2"), 1)
    for _, words in RIGHTS:
        label = PlainLabel(tr(words), "label", "text2")
        label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        label.setFixedWidth(dp(COLUMN))
        row.addWidget(label)
    row.addSpacing(dp(32))
    return head


def _worker_row(worker: Worker) -> QWidget:
    row = QWidget()
    silent = worker.gone
    heard = tr("heard {time} ago", time=duration(round(worker.silent)))
    name = ElidedLabel(visible(worker.name), "strong")
    does = visible(tr(worker.does)) if worker.does else tr("waits for work")
    about = ElidedLabel(tr("{does} · on {host}", does=does, host=visible(worker.host)), "caption", "text2")
    word = PlainLabel(heard, "caption", "warning" if silent else "text2")
    whole = hbox(
        RoundMark("activity", "warning" if silent else "success", size=24),
        (vbox(name, about, spacing=0), 1),
        IconLabel("warning" if silent else "check", "warning" if silent else "success", 14),
        word,
        spacing=10,
        margins=(12, 6, 12, 6),
    )
    vbox(whole, Hairline(), parent=row, spacing=0)
    row.setAccessibleName(tr("{name}: {does}, {heard}", name=visible(worker.name), does=does, heard=heard))
    return row


def _copy(pressed: QWidget) -> None:
    QGuiApplication.clipboard().setText(str(pressed.property("copied") or ""))
