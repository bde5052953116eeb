"""What every window, question and popover does by keyboard: Tab in reading order, and Alt for access keys.

The first paint loads this; Python's view of the `Qt` namespace is named only once a key is pressed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from svcconsole.gui.kit.reading_order import next_focus

if TYPE_CHECKING:
    from svcconsole.gui.kit.access_keys import AccessKeys

    Base = QWidget
else:
    Base = object


class KeyboardWindow(Base):
    """For windows (`class Dialog(KeyboardWindow, QDialog)`): Qt asks the window where Tab leads, and brings
    it the keys that nothing in it took."""

    _access_keys: AccessKeys | None = None

    def focusNextPrevChild(self, forward: bool) -> bool:
        here = self.focusWidget()
        if here is not None and not here.isVisible():
            # Qt asks while it hides what has the focus. A stack puts it into the page that comes right
            # afterwards; on its way there it would be for a moment, and be heard, on some other control.
            QTimer.singleShot(0, self, self._leave_hidden)
            return True
        return self._move_focus(here or self, forward=forward)

    def _leave_hidden(self) -> None:
        here = self.focusWidget()
        if here is not None and self.isVisible() and not here.isVisible():
            self._move_focus(here, forward=True)

    def _move_focus(self, here: QWidget, *, forward: bool) -> bool:
        from PySide6.QtCore import Qt

        found = next_focus(here, self, forward=forward)
        if found is not None:
            found.setFocus(Qt.FocusReason.TabFocusReason if forward else Qt.FocusReason.BacktabFocusReason)
        return found is not None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        from PySide6.QtCore import Qt

        alone = event.modifiers() in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.AltModifier)
        if event.key() == Qt.Key.Key_Alt and alone and not event.isAutoRepeat():
            self._show_access_keys()
        super().keyPressEvent(event)

    def _show_access_keys(self) -> None:
        from svcconsole.gui.kit.access_keys import ARE_USED, AccessKeys

        if self._access_keys is not None and isValid(self._access_keys):
            self._access_keys.put_away()
        if ARE_USED:
            self._access_keys = AccessKeys(self)
