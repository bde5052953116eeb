"""The items placed on the phone: rectangles, their text, actions and painters."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Literal

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

Draw = Callable[[QPainter, QRectF], None]
ActionKind = Literal["unfold", "sheet", "picture", "card"]


@dataclass(frozen=True, slots=True)
class Action:
    """What a press does; `data` is a picture's URL, `number` the card it is about (-1: the bubble)."""

    kind: ActionKind
    data: str = ""
    number: int = -1


@dataclass(frozen=True)
class Seen:
    """What the reader has done: which bubbles are unfolded (-1: the message, 0 and up: cards), whether the
    sheet is open, the card at the leading edge."""

    unfolded: frozenset[int] = field(default_factory=frozenset)
    sheet: bool = False
    card: int = 0


@dataclass(frozen=True, slots=True)
class Placed:
    """One part: `kind` says which (ground, picture, title, body, …), `words` what is to be read there."""

    kind: str
    rect: QRectF
    draw: Draw
    words: str = ""
    action: Action | None = None
    tip: str = ""

    def moved(self, x: float, y: float) -> Placed:
        return replace(self, rect=self.rect.translated(x, y))


@dataclass
class Scene:
    """The parts in the order they are painted, and how high they are together."""

    parts: list[Placed] = field(default_factory=list)
    height: float = 0.0

    def add(self, parts: Iterable[Placed], x: float = 0.0, y: float = 0.0) -> None:
        """Take parts over, moved."""
        self.parts.extend(part.moved(x, y) for part in parts)

    def of(self, *kinds: str) -> list[Placed]:
        """The parts of these kinds, in order."""
        return [part for part in self.parts if part.kind in kinds]

    def actions(self) -> Iterator[Placed]:
        """What can be pressed."""
        return (part for part in self.parts if part.action is not None)

    def mirrored(self, width: float) -> Scene:
        """The same seen from the other side, for messages that run from right to left."""
        turned = [
            replace(
                part,
                rect=QRectF(
                    width - part.rect.right(), part.rect.top(), part.rect.width(), part.rect.height()
                ),
            )
            for part in self.parts
        ]
        return Scene(turned, self.height)
