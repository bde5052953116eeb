"""Thumbnails: only on demand, only sane pictures, decoded off the window's thread, cached small."""

from __future__ import annotations

import asyncio
import struct
import zlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from PySide6.QtCore import QBuffer, QByteArray, QIODevice
from PySide6.QtGui import QColor, QImage, QImageWriter, QPixmap
from PySide6.QtWidgets import QApplication

from svcconsole.folders import cache_dir
from svcconsole.gui.kit.picture_decoding import KEPT_EDGE, PictureError, decode
from svcconsole.gui.kit.widgets.pills import Pill
from svcconsole.gui.tabs.catalog.editing.editor_page import EditorPage
from svcconsole.gui.tabs.catalog.product.product_detail import ProductDetail
from svcconsole.gui.tabs.catalog.tab import CatalogTab
from tests.gui.tabs.catalog.conftest import Open, fill
from tests.gui.tabs.catalog.shop import shop_products
from tests.support.coroutines import until
from tests.support.nowhere import free_port
from tests.support.practice import PracticeStore


def picture(width: int = 40, height: int = 30, kind: bytes = b"PNG") -> bytes:
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(QColor("teal"))
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    assert QImageWriter(buffer, QByteArray(kind)).write(image)
    return bytes(data.data())


def bomb(width: int, height: int) -> bytes:
    """A PNG whose header promises `width` × `height` pixels in a few bytes."""

    def chunk(name: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", header)
        + chunk(b"IDAT", zlib.compress(b"\0" * 64))
        + chunk(b"IEND", b"")
    )


@asynccontextmanager
async def media(files: dict[str, bytes]) -> AsyncIterator[tuple[str, list[str]]]:
    """A server of pictures on this computer: its address and the heads of the requests it got."""
    heads: list[str] = []

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode()
            heads.append(head)
            body = files.get(head.split(" ")[1])
            line, body = ("200 OK", body) if body is not None else ("404 Not Found", b"")
            kind = "image/svg+xml" if head.split(" ")[1].endswith(".svg") else "image/png"
            writer.write(
                f"HTTP/1.1 {line}\r\nContent-Type: {kind}\r\n"
                f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n".encode()
            )
            writer.write(body)
            await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            pass  # a window that closes lets go of a connection it has not used yet
        finally:
            writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    async with server:
        port = server.sockets[0].getsockname()[1]
        yield f"http://127.0.0.1:{port}", heads


@pytest.mark.parametrize("kind", [b"PNG", b"JPG", b"WEBP"])
def test_pictures_are_decoded_and_made_small(qapp: QApplication, kind: bytes) -> None:
    image = decode(picture(2000, 1000, kind))
    assert (image.width(), image.height()) == (KEPT_EDGE, KEPT_EDGE // 2)


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "type"),
        (b"", "type"),
        (b"\x89PNG\r\n\x1a\n", "type"),
        (b"BM" + b"\0" * 60, "type"),
        (picture()[:-40], "type"),
        (bomb(4097, 8), "size"),
        (bomb(60_000, 60_000), "size"),
        (bomb(4000, 4000), "type"),
    ],
)
def test_anything_else_is_no_picture(qapp: QApplication, complaints: object, body: bytes, code: str) -> None:
    with pytest.raises(PictureError) as caught:
        decode(body)
    assert caught.value.code == code


async def test_practice_pictures_load_on_demand_without_the_token_and_are_cached(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with media({"/p/kids-apron-s-1.png": picture(), "/p/kids-apron-s.png": picture()}) as (
        address,
        heads,
    ):
        fill(practice_store, [{**product, "catalogIds": []} for product in shop_products(address)])
        async with open_tab(pictures=True) as tab:
            await until(lambda: isinstance(tab.pictures.get(f"{address}/p/kids-apron-s-1.png"), QPixmap))
            await until(lambda: tab.pictures.get(f"{address}/p/stoneware-bowl-1.png") == "404")
            assert "404" in tab.pictures.why(f"{address}/p/stoneware-bowl-1.png")
            assert heads and not any("authorization" in head.lower() for head in heads)
            assert len(list((cache_dir() / "pictures").glob("*.png"))) == 1
        heads.clear()
        async with open_tab(pictures=True) as tab:
            await until(lambda: isinstance(tab.pictures.get(f"{address}/p/kids-apron-s-1.png"), QPixmap))
            assert not any("kids-apron-s-1" in head for head in heads)


async def test_live_stores_show_no_picture_until_asked(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with media({}) as (address, heads):
        fill(practice_store, [{**product, "catalogIds": []} for product in shop_products(address)])
        async with open_tab(practice=False, name="Wickloom Europe") as tab:
            tab.products_page.choose("stoneware-bowl")
            await until(lambda: tab.products_page.detail.product.product is not None)
            assert heads == []
            tab.products_page.detail.product.picture.click()
            await until(lambda: isinstance(tab.pictures.get(f"{address}/p/stoneware-bowl-1.png"), str))
            assert heads == []
            assert "is not fetched" in tab.pictures.why(f"{address}/p/stoneware-bowl-1.png")


async def test_a_host_that_is_not_reached_is_no_defect_of_the_product(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    with free_port() as port:
        async with media({}) as (address, _):
            nobody = f"http://127.0.0.1:{port}/photo.png"
            missing = f"{address}/missing.png"
            photos = [{"photoUrl": nobody}, {"photoUrl": missing}]
            product = {**shop_products(address)[0], "catalogIds": [], "image": nobody, "photos": photos}
            fill(practice_store, [product])
            async with open_tab(pictures=True) as tab:
                await until(lambda: tab.pictures.get(nobody) is not None)
                assert tab.pictures.get(nobody) == "", tab.pictures.why(nobody)
                assert "was not reached" in tab.pictures.why(nobody)
                tab.products_page.choose(product["id"])
                detail = tab.products_page.detail.product
                await until(lambda: tab.pictures.get(missing) == "404" and detail.product is not None)
                await until(lambda: "Photo 2 does not load" in pills(detail))
                assert not any("Photo 1" in word or "photos" in word for word in pills(detail))
                assert "was not reached" in detail.picture.toolTip()
                tab.edit_product(product["id"])
                await until(lambda: tab.stack.count() > 1)
                page = tab.stack.currentWidget()
                assert isinstance(page, EditorPage)
                told = [problem.sentence for problem in page.form.problems()]
                assert len(told) == 1 and told[0].startswith("Photo 2 does not load: 127.0.0.1")
                await back(tab, page)
                tab.refresh()
                assert tab.pictures.why(nobody) == "" and tab.pictures.why(missing)


def pills(detail: ProductDetail) -> list[str]:
    return [pill.value().word for pill in detail.findChildren(Pill) if pill.isVisible()]


async def back(tab: CatalogTab, page: EditorPage) -> None:
    page.back()
    await until(lambda: tab.stack.count() == 1)
