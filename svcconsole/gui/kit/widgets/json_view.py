"""JSON to look at and copy, exactly as it is."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QPlainTextEdit, QWidget

from svcconsole.gui.design.fonts import set_role
from svcconsole.gui.design.hiding import hidden_json
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.containers.boxes import vbox
from svcconsole.gui.kit.help_key import answer_help_key
from svcconsole.gui.kit.widgets.buttons import button


def show_json(parent: QWidget, title: str, text: str) -> QDialog:
    """Open a window-modal view of `text`; it deletes itself when closed."""
    text = hidden_json(text)
    dialog = QDialog(parent)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setWindowTitle(title)
    dialog.resize(dp(640), dp(520))
    area = QPlainTextEdit(text)
    area.setReadOnly(True)
    area.setAccessibleName(title)
    area.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
    set_role(area, "mono")
    buttons = QDialogButtonBox()
    copy = button(tr("Copy"), "copy")
    close = button(tr("Close"))
    buttons.addButton(copy, QDialogButtonBox.ButtonRole.ActionRole)
    buttons.addButton(close, QDialogButtonBox.ButtonRole.RejectRole)
    copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(text))
    buttons.rejected.connect(dialog.reject)
    vbox((area, 1), buttons, parent=dialog, margins=16)
    answer_help_key(dialog)
    dialog.open()
    return dialog
