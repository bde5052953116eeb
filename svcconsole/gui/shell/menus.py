"""The menu of the band: the stores."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QMenu, QWidget

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.text import isolate, literal, visible
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.actions import Actions
from svcconsole.gui.runtime.profile_summary import ProfileSummary
from svcconsole.gui.runtime.window_requests import StoreChoice


def stores(
    window: QWidget,
    choices: Sequence[StoreChoice],
    card: ProfileSummary,
    choose: Callable[[str], None],
    actions: Actions,
    *,
    open_beside: Callable[[str], None],
) -> QMenu:
    """All stores, the one that is open checked; connect another, edit this one, back it up."""
    menu = _menu(window)
    group = QActionGroup(menu)
    for store in choices:
        entry = menu.addAction(literal(isolate(visible(store.name))))
        entry.setCheckable(True)
        entry.setChecked(store.id == card.id)
        entry.triggered.connect(partial(choose, store.id))
        group.addAction(entry)
    others = [store for store in choices if store.id != card.id]
    if others:
        beside = menu.addMenu(tr("Open in a new window"))
        for store in others:
            entry = beside.addAction(literal(isolate(visible(store.name))))
            entry.triggered.connect(partial(open_beside, store.id))
    menu.addSeparator()
    menu.addAction(actions["store.connect"])
    if not card.practice:
        menu.addAction(actions["store.edit"])
    menu.addSeparator()
    menu.addAction(actions["store.backup"])
    menu.addAction(actions["store.restore"])
    return menu


def pop_up(menu: QMenu, under: QWidget, window: QWidget) -> None:
    """Open `menu` under a button, inside the window's edge."""
    corner = under.rect().bottomLeft()
    if window.layoutDirection() == Qt.LayoutDirection.RightToLeft:
        corner = under.rect().bottomRight() - QPoint(menu.sizeHint().width(), 0)
    place = under.mapToGlobal(corner + QPoint(0, dp(4)))
    edge = window.mapToGlobal(window.rect().topRight()).x() - menu.sizeHint().width() - dp(8)
    menu.popup(QPoint(min(place.x(), edge), place.y()))


def _menu(window: QWidget) -> QMenu:
    menu = QMenu(window)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    return menu
