"""Compares two folders of the tour's pictures and names each picture that differs.

    compare_pictures.py BEFORE AFTER [ALSO_BEFORE]

ALSO_BEFORE is a second run of the same program as BEFORE: what differs between those two (times of day, ids)
is left out of the comparison. Exit code 0 when nothing differs, 1 otherwise; `AFTER/differences` holds one
picture for each that differs, with the differing part framed.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
from PySide6.QtCore import QRect
from PySide6.QtGui import QColor, QGuiApplication, QImage, QPainter

TOLERANCE = 12
"""Levels of one colour channel that no eye tells apart."""
BORDER = 3
"""Pixels around what is left out: text of another width moves by so many."""


def main(arguments: list[str]) -> int:
    if len(arguments) not in (2, 3):
        print(__doc__)
        return 2
    before, after, *also = map(Path, arguments)
    _app = QGuiApplication(["compare", "-platform", "offscreen"])
    names = sorted({path.name for folder in (before, after) for path in folder.glob("*.png")})
    differing = [name for name in names if _differs(name, before, after, also[0] if also else None)]
    print(f"{len(names)} pictures, {len(names) - len(differing)} the same, {len(differing)} differ")
    return 1 if differing else 0


def _differs(name: str, before: Path, after: Path, also: Path | None) -> bool:
    if not (before / name).exists() or not (after / name).exists():
        print(f"{name}: only {'after' if (after / name).exists() else 'before'}")
        return True
    old, new = _pixels(before / name), _pixels(after / name)
    if old.shape != new.shape:
        print(f"{name}: {old.shape[1]} x {old.shape[0]} before, {new.shape[1]} x {new.shape[0]} after")
        return True
    changed = _changed(old, new)
    if also is not None and (also / name).exists():
        again = _pixels(also / name)
        if again.shape == old.shape:
            changed &= ~_widened(_changed(old, again))
    if not changed.any():
        return False
    rows, columns = np.nonzero(changed)
    box = QRect(int(columns.min()), int(rows.min()), int(np.ptp(columns)) + 1, int(np.ptp(rows)) + 1)
    print(
        f"{name}: {changed.mean():.3%} of the pixels, within {box.width()} x {box.height()} "
        f"at {box.x()}, {box.y()}"
    )
    _save(after, name, box)
    return True


def _pixels(path: Path) -> Any:
    image = QImage(str(path)).convertToFormat(QImage.Format.Format_RGB888)
    lines = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine())
    return lines[:, : image.width() * 3].reshape(image.height(), image.width(), 3).astype(np.int16)


def _changed(one: Any, other: Any) -> Any:
    return np.abs(one - other).max(axis=2) > TOLERANCE


def _widened(mask: Any) -> Any:
    """The mask with whole lines of text around what differs: a later time shifts the words after it."""
    out = mask.copy()
    for row in np.nonzero(mask.any(axis=1))[0]:
        columns = np.nonzero(mask[row])[0]
        top, left = max(0, row - BORDER), max(0, columns.min() - BORDER)
        out[top : row + BORDER + 1, left : columns.max() + BORDER + 1] = True
    return out


def _save(folder: Path, name: str, box: QRect) -> None:
    image = QImage(str(folder / name))
    painter = QPainter(image)
    painter.setPen(QColor("magenta"))
    painter.drawRect(box.adjusted(-4, -4, 4, 4))
    painter.end()
    (folder / "differences").mkdir(exist_ok=True)
    image.save(str(folder / "differences" / name))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
