"""Pictures on the phone come through the window's own loader: by themselves in practice, else by a press."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from svcconsole.api.connection import Connection
from svcconsole.api.errors import NotReached
from svcconsole.gui.kit.phone_preview.phone import PICTURE_EDGE, PhonePreview
from svcconsole.gui.kit.remote_pictures import SWITCH, Pictures
from svcconsole.gui.runtime.console import Console
from svcconsole.gui.runtime.notices import Notices
from svcconsole.gui.runtime.profile_summary import ProfileSummary
from svcconsole.gui.runtime.settings import Settings
from tests.gui.kit.phone_preview.conftest import chat, click
from tests.gui.kit.phone_preview.messages import message
from tests.gui.tabs.catalog.test_pictures import media, picture
from tests.support.coroutines import until
from tests.support.qt import show


@pytest.fixture
def console(window_loop: QApplication, own_folders: Path) -> Console:
    """A console of a practice store: it lets pictures come from this computer."""

    async def connect() -> Connection:
        raise NotReached("The store was not reached.", advice="Start it, then try again.")

    settings = Settings(QSettings(str(own_folders / "window.ini"), QSettings.Format.IniFormat))
    card = ProfileSummary("practice", "Practice store", "plum", practice=True)
    return Console(card, settings=settings, store_folder=own_folders, notices=Notices(), connect=connect)


@pytest.mark.parametrize("on", [True, False])
async def test_a_picture_comes_once_typing_rests_or_by_a_press(
    console: Console, qtbot: QtBot, on: bool
) -> None:
    console.settings.set(SWITCH, on)
    pictures = Pictures(console, edge=PICTURE_EDGE)
    preview: PhonePreview = show(qtbot, PhonePreview("Practice store", "plum", pictures), 388, 720)
    phone = preview.phone
    async with media({"/mug.png": picture(1600, 800)}) as (host, heads):
        for typed in ("/m", "/mug", "/mug.png"):
            preview.show_bubble(message("image", media={"mediaLink": host + typed}))
            assert chat(phone).of("picture")[0].words == "Show picture"
        if not on:
            click(qtbot, phone, chat(phone).of("picture")[0])
        await until(lambda: chat(phone).of("picture")[0].words == "")
    assert [head.split(" ")[1] for head in heads] == ["/mug.png"]
    found = pictures.get(f"{host}/mug.png")
    assert not isinstance(found, str) and found is not None
    assert (found.width(), found.height()) == (PICTURE_EDGE, PICTURE_EDGE // 2)
    await pictures.aclose()
    await console.close()


async def test_a_picture_that_is_not_there_says_so_and_is_tried_again_by_a_press(
    console: Console, qtbot: QtBot
) -> None:
    console.settings.set(SWITCH, True)
    pictures = Pictures(console, edge=PICTURE_EDGE)
    preview: PhonePreview = show(qtbot, PhonePreview("Practice store", "plum", pictures), 388, 720)
    phone = preview.phone
    files: dict[str, bytes] = {}
    async with media(files) as (host, _):
        preview.show_bubble(message("image", media={"mediaLink": f"{host}/late.png"}))
        await until(lambda: chat(phone).of("picture")[0].words == "The picture does not load: 404")
        files["/late.png"] = picture()
        click(qtbot, phone, chat(phone).of("picture")[0])
        await until(lambda: chat(phone).of("picture")[0].words == "")
    await pictures.aclose()
    await console.close()
