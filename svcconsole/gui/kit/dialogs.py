"""Dialogs that are awaited: questions that block and file choosers, without a nested event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import isValid

from svcconsole.gui.design.text import PlainLabel, set_tip
from svcconsole.gui.design.words import show, tr
from svcconsole.gui.kit.file_kinds import FileKind
from svcconsole.gui.kit.focus import focus_if_visible
from svcconsole.gui.kit.help_key import answer_help_key
from svcconsole.gui.kit.keyboard_window import KeyboardWindow
from svcconsole.gui.kit.widgets.buttons import Button
from svcconsole.gui.runtime.computer_settings import computer_settings
from svcconsole.gui.runtime.saved_files import saved_files

WIDTH = 440
RESIZED = Qt.WidgetAttribute.WA_Resized


@dataclass(frozen=True, slots=True)
class Answer:
    """One button: what it returns, its verb, and whether it destroys something (it then stands apart)."""

    id: str
    label: str
    destroys: bool = False


async def run(dialog: QDialog) -> int:
    """Open `dialog` window-modal, wait until it is finished, give the focus back; its result code."""
    before = QApplication.focusWidget()
    finished: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    def settle(result: int) -> None:
        if not finished.done():
            finished.set_result(result)

    answer_help_key(dialog)
    _fit_height(dialog)
    dialog.finished.connect(settle)
    dialog.destroyed.connect(lambda _=None: settle(QDialog.DialogCode.Rejected))
    dialog.open()
    try:
        return await finished
    finally:
        if isValid(dialog):
            if dialog.isVisible():  # nobody waits for it any more: it is not asked whether it may go
                dialog.done(QDialog.DialogCode.Rejected)
            dialog.deleteLater()
        if before is not None and isValid(before):
            before.activateWindow()
            focus_if_visible(before)


def _fit_height(dialog: QDialog) -> None:
    """As high as its texts are at its width: Qt measures them before it widens the dialog to its least."""
    layout = dialog.layout()
    if layout is not None and layout.hasHeightForWidth() and not dialog.testAttribute(RESIZED):
        width = max(dialog.minimumWidth(), dialog.sizeHint().width())
        dialog.resize(width, layout.totalHeightForWidth(width))


class Question(KeyboardWindow, QDialog):
    """A question as the title, what happens on each answer as the text, verbs as the buttons.

    The first answer that changes something has the filled one.
    """

    def __init__(
        self, parent: QWidget, question: str, text: str, answers: Sequence[Answer], safe: str
    ) -> None:
        super().__init__(parent)
        question, text = show(question), show(text)
        self.answer = safe
        self.setWindowTitle(question)
        self.setMinimumWidth(WIDTH)
        self.body = QVBoxLayout(self)
        self.body.setContentsMargins(24, 20, 24, 20)
        self.body.setSpacing(12)
        self.heading = PlainLabel(question, "title", wrap=True)
        self.text = PlainLabel(text, wrap=True)
        self.body.addWidget(self.heading)
        self.body.addWidget(self.text)
        self.setAccessibleName(question)
        self.setAccessibleDescription(text)
        self.buttons = QDialogButtonBox()
        by_id: dict[str, QPushButton] = {}
        filled = next((each.id for each in answers if each.id != safe and not each.destroys), "")
        for answer in answers:
            by_id[answer.id] = self._add(answer, safe, filled)
        self.by_id = by_id
        self.body.addSpacing(8)
        self.body.addWidget(self.buttons)
        by_id[safe].setDefault(True)
        by_id[safe].setFocus(Qt.FocusReason.OtherFocusReason)

    def _add(self, answer: Answer, safe: str, filled: str) -> QPushButton:
        role = QDialogButtonBox.ButtonRole.AcceptRole
        if answer.destroys:
            role = QDialogButtonBox.ButtonRole.DestructiveRole
        elif answer.id == safe:
            role = QDialogButtonBox.ButtonRole.RejectRole
        kind = "danger" if answer.destroys else "primary" if answer.id == filled else "plain"
        button = Button(answer.label, None, kind)
        button.setAutoDefault(False)
        self.buttons.addButton(button, role)
        button.clicked.connect(lambda: self._choose(answer.id))
        return button

    def _choose(self, answer: str) -> None:
        self.answer = answer
        self.accept()


async def ask(parent: QWidget, question: str, text: str, answers: Sequence[Answer], *, safe: str) -> str:
    """Ask `question`; the id of the answer. Esc, closing the dialog or losing its window all give `safe`."""
    dialog = Question(parent, question, text, answers, safe)
    accepted = await run(dialog) == QDialog.DialogCode.Accepted
    return dialog.answer if accepted else safe


async def confirm_by_name(parent: QWidget, question: str, text: str, name: str, verb: Answer) -> bool:
    """Ask `question` and have `name` typed; case and outer blanks do not count, pasting is fine."""
    cancel = Answer("cancel", tr("Cancel"))
    dialog = Question(parent, question, text, (verb, cancel), cancel.id)
    field = QLineEdit()
    field.setAccessibleName(tr("Type the name to write: {name}", name=name))
    field.setPlaceholderText(name)
    dialog.body.insertWidget(2, field)
    go = dialog.by_id[verb.id]

    def typed(text: str) -> None:
        same = text.strip().casefold() == name.strip().casefold()
        go.setEnabled(same)
        why = tr("Type {name} first.", name=name)
        set_tip(go, "" if same else why)

    field.textChanged.connect(typed)
    typed("")
    field.setFocus(Qt.FocusReason.OtherFocusReason)
    accepted = await run(dialog) == QDialog.DialogCode.Accepted
    return accepted and dialog.answer == verb.id


async def choose_file(
    parent: QWidget, title: str, *, kinds: Sequence[FileKind] = (), folder: Path | None = None
) -> Path | None:
    """Have one existing file chosen, of these `kinds` only where there are any."""
    dialog = _file_dialog(parent, title, kinds, folder or computer_settings().folder_of_files())
    dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
    return await _chosen(dialog)


async def choose_place(
    parent: QWidget, title: str, name: str, *, kinds: Sequence[FileKind] = (), folder: Path | None = None
) -> Path | None:
    """Have a name and place for a new file chosen; the system asks before one is replaced."""
    dialog = _file_dialog(parent, title, kinds, folder or computer_settings().folder_of_reports())
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.selectFile(name)
    if (path := await _chosen(dialog)) is not None:
        saved_files().chosen.emit(path, _window_of(parent))
    return path


def _window_of(widget: QWidget) -> QWidget:
    """The window that a widget, or the dialog it is in, belongs to."""
    window = widget.window()
    while (owner := window.parentWidget()) is not None:
        window = owner.window()
    return window


async def choose_folder(parent: QWidget, title: str, *, folder: Path | None = None) -> Path | None:
    """Have one existing folder chosen."""
    dialog = _file_dialog(parent, title, (), folder or computer_settings().folder_of_reports())
    dialog.setFileMode(QFileDialog.FileMode.Directory)
    dialog.setOption(QFileDialog.Option.ShowDirsOnly)
    return await _chosen(dialog)


def _file_dialog(parent: QWidget, title: str, kinds: Sequence[FileKind], folder: Path | None) -> QFileDialog:
    dialog = QFileDialog(parent, title)
    if kinds:
        dialog.setNameFilters([kind.name_filter for kind in kinds])
    if folder is not None:
        dialog.setDirectory(str(folder))
    return dialog


async def _chosen(dialog: QFileDialog) -> Path | None:
    chosen: list[str] = []
    dialog.fileSelected.connect(chosen.append)
    await run(dialog)
    return Path(chosen[-1]) if chosen else None
