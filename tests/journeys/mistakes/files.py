"""Mistakes with files: no table, damaged, gone, or in a place where nobody may write."""

from __future__ import annotations

import asyncio
import io
import struct
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from svcconsole.gui.panels.importer.import_steps import CHECK, COLUMNS
from svcconsole.gui.panels.importer.page import ImportPage
from svcconsole.gui.shell import backups
from svcconsole.gui.tabs.messaging.section_switch import TEMPLATES
from svcconsole.tour import helpdesk, messaging, products, reports
from tests.gui.panels.importer.hands import answer_all
from tests.journeys.mistakes.hands import Hands, Mistake
from tests.support.coroutines import until
from tests.support.dropping import drop_files
from tests.support.qt import choose_path

SYSTEM = Path("/sys")
"""Nobody may write there, the superuser neither."""
PRODUCTS = (
    "Product id,Name,Product page,Currency,Price,Stock,Picture\n"
    "P-1,Mug,https://shop.example/mug,EUR,12.00,4,https://shop.example/mug.png\n"
    "P-2,Lamp,https://shop.example/lamp,EUR,30.00,2,https://shop.example/lamp.png\n"
)


def broken_workbook() -> bytes:
    """The first half of one, as a download that broke off leaves it."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name in ("[Content_Types].xml", "xl/workbook.xml"):
            archive.writestr(name, PRODUCTS)
    return out.getvalue()[: len(PRODUCTS)]


def locked_workbook() -> bytes:
    """An OLE file with the stream in which Excel puts a workbook that has a password."""
    end, free = 0xFFFFFFFE, 0xFFFFFFFF
    head = struct.pack("<8s16xHHHHH6xIIIIIIIII", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", 0x3E, 3, 0xFFFE, 9, 6,
                       0, 1, 1, 0, 4096, end, 0, end, 0)  # fmt: skip
    head += struct.pack("<109I", 0, *([free] * 108))
    fat = struct.pack("<128I", 0xFFFFFFFD, end, *([free] * 126))

    def entry(name: str, kind: int, child: int) -> bytes:
        text, size = name.encode("utf-16-le"), len(name) * 2 + 2 if name else 0
        start = end if kind == 5 else 0
        return struct.pack("<64sHBBIII36xIQ", text, size, kind, 1, free, free, child, start, 0)

    folder = entry("Root Entry", 5, 1) + entry("EncryptedPackage", 2, free) + entry("", 0, free) * 2
    return head + fat + folder


def encrypted_zip() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("products.csv", PRODUCTS)
    made = bytearray(out.getvalue())
    made[6] |= 1  # the local header says: encrypted
    made[made.rfind(b"PK\x01\x02") + 8] |= 1
    return bytes(made)


async def leave_import(hands: Hands) -> None:
    page = products.import_page(products.catalog(hands.stage))
    if page is not None:
        page.actions_here()["back"]()
        await until(lambda: products.import_page(products.catalog(hands.stage)) is None)
    await hands.rest()


async def an_import(hands: Hands, name: str, content: bytes | None, *, kind: str = "products") -> ImportPage:
    """Choose a file for an import; None for one that has gone."""
    await leave_import(hands)
    path = hands.folder / name
    if content is not None:
        path.write_bytes(content)
    tab = products.catalog(hands.stage)
    tab.import_kind(kind)
    page = await until(lambda: products.import_page(tab))
    assert isinstance(page, ImportPage)
    await hands.look(page.stack)
    page.open(path)
    await until(lambda: not page.is_busy())
    await hands.rest()
    return page


async def at_columns(hands: Hands, name: str, content: str) -> ImportPage:
    page = await an_import(hands, name, content.encode())
    await until(page.file.next.isVisible)
    await hands.look(page.columns.footer)
    page.file.next.click()
    await until(lambda: page.step() == COLUMNS and not page.is_busy())
    return page


async def at_check(hands: Hands, name: str, content: str) -> ImportPage:
    page = await at_columns(hands, name, content)
    await answer_all(page)
    await hands.look(page.check)
    page.columns.next.click()
    await until(lambda: page.step() == CHECK and not page.is_busy())
    return page


async def opened(hands: Hands, name: str, content: bytes | None) -> None:
    await an_import(hands, name, content)


async def columns(hands: Hands, content: str) -> None:
    await at_columns(hands, "list.csv", content)
    await hands.rest()


async def checked(hands: Hands, content: str) -> None:
    await at_check(hands, "list.csv", content)
    await hands.rest()


async def dropped(hands: Hands, *names: str) -> None:
    await leave_import(hands)
    products.catalog(hands.stage)
    await hands.look()
    for name in names:
        path = hands.folder / name
        if path.suffix:
            path.write_bytes(b"\x89PNG\r\n\x1a\n")
        else:
            path.mkdir(exist_ok=True)
    drop_files(hands.window.window(), *(hands.folder / name for name in names))
    await hands.rest()


async def choose(hands: Hands, path: Path) -> None:
    """Type a path into the chooser that opens, and take it."""
    await choose_path(hands.window, path)
    await until(lambda: hands.question() is None)
    await hands.rest()


async def of_templates(hands: Hands, press: str, path: Path, content: bytes | None = None) -> None:
    tab = messaging.messaging(hands.stage)
    tab.show_place(TEMPLATES)
    await hands.look()
    if content is not None:
        await asyncio.to_thread(path.write_bytes, content)
    await hands.press(press, tab.library_page)
    await choose(hands, path)


async def templates(hands: Hands, content: bytes | None) -> None:
    await of_templates(hands, "Import a file", hands.folder / "templates.json", content)


async def registry(hands: Hands, content: bytes | None) -> None:
    tab = helpdesk.helpdesk(hands.stage)
    tab.open_registries()
    await hands.look()
    path = hands.folder / "registry.csv"
    path.unlink(missing_ok=True)
    if content is not None:
        path.write_bytes(content)
    await hands.press("Import a file", tab)
    await choose(hands, path)


async def registry_written(hands: Hands, path: Path) -> None:
    tab = helpdesk.helpdesk(hands.stage)
    tab.open_registries()
    await hands.look()
    await hands.press("Export", tab)
    await choose(hands, path)


async def template_file(hands: Hands, path: Path) -> None:
    await leave_import(hands)
    tab = products.catalog(hands.stage)
    tab.import_kind("products")
    page = await until(lambda: products.import_page(tab))
    await hands.look()
    page.choice.template.click()
    await choose(hands, path)


async def backup(hands: Hands, path: Path) -> None:
    await hands.look()
    going = asyncio.create_task(backups.back_up(hands.window, hands.window.console))
    await choose(hands, path)
    await going
    await hands.rest()


async def table(hands: Hands, name: str, content: bytes | None) -> None:
    tab = reports.reports(hands.stage)
    await hands.rest()
    path = hands.folder / name
    path.unlink(missing_ok=True)
    if content is not None:
        path.write_bytes(content)
    await hands.look()
    tab.open_table(path)
    await hands.rest()


def mistake(words: str, act: Callable[..., Any], *given: Any, keeps: bool = True) -> Mistake:
    return Mistake(words, lambda hands: act(hands, *given), keeps)


NO_HEADER = "P-1,Mug,12.00\nP-2,Lamp,30.00\nP-3,Bowl,18.00\n"
PICTURE = b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 8
HEADER = PRODUCTS.splitlines()[0].encode()
DAMAGED = PRODUCTS.replace("Mug", "M\u00fcg").encode() + b"P-3,\xff\xfe\x81Bowl,,,,,\n"
PEOPLE = b"First name,E-mail\nAna,ana@shop.example\nLi,li@shop.example\n"
ROWS = (
    mistake("A picture is dropped where a table is wanted", dropped, "photo.png"),
    mistake("A folder is dropped where a table is wanted", dropped, "exports"),
    mistake("Two files are dropped at once", dropped, "one.png", "two.png"),
    mistake("A picture is imported", opened, "photo.csv", PICTURE),
    mistake("An empty file is imported", opened, "empty.csv", b""),
    mistake("A file with nothing below its header is imported", opened, "header.csv", HEADER),
    mistake("A file is imported that has gone", opened, "gone.csv", None),
    mistake("A file with damaged letters is imported", opened, "damaged.csv", DAMAGED),
    mistake("A broken workbook is imported", opened, "broken.xlsx", broken_workbook()),
    mistake("A workbook with a password is imported", opened, "locked.xlsx", locked_workbook()),
    mistake("A ZIP archive with a password is imported", opened, "locked.zip", encrypted_zip()),
    mistake("A ZIP archive without a table is imported", opened, "other.zip", b"PK\x05\x06" + bytes(18)),
    mistake("A file without a header is imported", opened, "list.csv", NO_HEADER.encode()),
    mistake("A list of people is imported as products", opened, "people.csv", PEOPLE),
    mistake("No column of the file is one the store knows", columns, "Colour,Smell\nred,rose\nblue,lily\n"),
    mistake("A required column is missing", columns, "Product id,Name\nP-1,Mug\nP-2,Lamp\n"),
    mistake("A price in the file has letters", checked, PRODUCTS.replace("12.00", "twelve")),
    mistake("A price in the file is below zero", checked, PRODUCTS.replace("12.00", "-12.00")),
    mistake("A currency in the file is none", checked, PRODUCTS.replace("EUR", "EURO")),
    mistake("Templates are imported from what is no JSON", templates, b"name,body\n"),
    mistake("Templates are imported from JSON without any", templates, b'{"a": 1}'),
    mistake("Templates are written where nobody may write", of_templates, "Export", SYSTEM / "t.json"),
    mistake("Agents are imported from a table without keys", registry, b"a,b\n1,2\n"),
    mistake("Agents are imported from a file that is no text", registry, b"\xff\xfe\x00\x81"),
    mistake("Agents are imported from JSON without any", registry, b'{"a": 1}'),
    mistake("Agents are written where nobody may write", registry_written, SYSTEM / "agents.csv"),
    mistake("An empty table is saved where nobody may write", template_file, SYSTEM / "products.csv"),
    mistake("A backup is written where nobody may write", backup, SYSTEM / "shop.svcbackup"),
    mistake("A picture is opened as a table", table, "photo.png", PICTURE, keeps=False),
    mistake("A table is opened that has gone", table, "gone.csv", None),
    mistake("An empty file is opened as a table", table, "empty.csv", b""),
)
