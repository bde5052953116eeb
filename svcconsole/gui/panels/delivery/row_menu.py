"""The menu of one message: copy its id, decide, show the person or the call, remove from the list."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QGuiApplication

from svcconsole.gui.design.text import literal
from svcconsole.gui.design.words import tr
from svcconsole.services.deliveries.deliveries import BY_HAND, Delivery
from svcconsole.services.deliveries.states import State

Act = Callable[[Delivery], object]


def row_actions(
    message: Delivery, parent: QObject, open_it: Act, forget: Act, show_call: Act
) -> list[QAction]:
    """The row's menu; `open_it` leads to the decision or the person, `forget` takes an id off the list,
    `show_call` leads to the call in which it went."""
    entries: list[tuple[str, Act]] = []
    if message.id:
        entries.append((tr("Copy its id"), lambda each: QGuiApplication.clipboard().setText(each.id)))
    if message.state is State.DECIDE:
        entries.append((tr("Decide"), open_it))
    elif message.phone:
        entries.append((tr("What happened with this customer"), open_it))
    if message.run_id is not None:
        entries.append((tr("Show the call"), show_call))
    if message.group == BY_HAND:
        entries.append((tr("Remove from the list"), forget))
    actions = []
    for text, act in entries:
        action = QAction(literal(text), parent)
        action.triggered.connect(lambda _=False, act=act: act(message))
        actions.append(action)
    return actions
