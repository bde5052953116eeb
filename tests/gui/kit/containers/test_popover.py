"""A popover's frame: a shadow where windows are blended, the panel alone where they are not."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QColor, QImage

GRAB = """
import sys
from PySide6.QtCore import QEventLoop
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from svcconsole.gui.design.theme import theme
from svcconsole.gui.kit.containers.popover import Popover
app = QApplication([])
theme().set_setting("light")
theme().apply(app)
window = QWidget()
window.resize(400, 300)
window.show()
popover = Popover(window)
popover.set_content(QLabel("Filter"))
popover.open_at(window)
place = popover.geometry()
while True:  # an X server that is busy shows a window a moment after it was asked to
    app.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 20)
    picture = app.primaryScreen().grabWindow(0, place.x(), place.y(), place.width(), place.height())
    if picture.toImage().pixelColor(place.width() - 20, place.height() // 2) != QColor("black"):
        break
picture.save(sys.argv[1])
"""


@pytest.mark.skipif(shutil.which("xvfb-run") is None, reason="an X server without a compositor")
def test_without_a_compositor_no_black_frame_stands_around_the_panel(tmp_path: Path) -> None:
    picture = tmp_path / "popover.png"
    environment = {**os.environ, "QT_QPA_PLATFORM": "xcb"}
    environment.pop("WAYLAND_DISPLAY", None)
    command = ["xvfb-run", "-a", sys.executable, "-c", GRAB, str(picture)]
    subprocess.run(command, env=environment, check=True, timeout=100)
    image = QImage(str(picture))
    assert not image.isNull()
    edge = [image.pixelColor(x, 3) for x in range(3, image.width() - 3)]
    assert not [colour for colour in edge if colour == QColor("black")]
