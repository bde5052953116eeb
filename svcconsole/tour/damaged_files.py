"""Damaged files of our own invention, opened in an import: numbers to repair, a reading to ask about."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from svcconsole.tour.products import catalog, import_page, settled
from svcconsole.tour.window_driver import NotAsExpected, WindowDriver

if TYPE_CHECKING:
    from pathlib import Path

    from svcconsole.gui.panels.importer.page import ImportPage
    from svcconsole.gui.tabs.catalog.tab import CatalogTab
    from svcconsole.gui.tabs.customers.tab import CustomersTab

PEOPLE = (
    ("Lukas Schäfer", "Germany", "0171 555 01 44"),
    ("Camille Lefèvre", "France", "06 12 00 41 88"),
    ("Giulia Esposito", "Italy", "0347 100 0188"),
    ("Ana Ribeiro", "Portugal", "0912 000 341"),
    ("Siobhán O’Dowd", "Ireland", "085 010 2244"),
    ("Björn Åkesson", "Sweden", "070-174 06 05"),
    ("Ελένη Παππά", "Greece", "0694 400 112"),
    ("Zoë van der Berg", "Netherlands", "06 1230 0417"),
    ("Олена Коваль", "Ukraine", "067 100 22 31"),
    ("मीरा शर्मा", "India", "098450 22817"),
    ("نور الحسن", "United Arab Emirates", "050 200 1188"),
    ("Yusuf Demir", "Türkiye", "0532 100 41 07"),
    ("田中 愛子", "Japan", "090-1200-4418"),
    ("Tiago Gonçalves", "Portugal", "0213 400 118"),
    ("Hanna Lindqvist", "Sweden", "4.67012E+10"),
    ("Raj Patel", "India", "9.19821E+11"),
    ("李 伟", "China", "8.61391E+12"),
    ("Marie-Noëlle Leroy", "France", "33612004199"),
    ("Aoife Byrne", "Ireland", "353850102255"),
    ("Jonas Weber", "Germany", "Mobil: 0171 555 01 99"),
    ("Ida Brandt", "Germany", "030 1234567 / 0171 5550155"),
    ("Pablo Ruiz", "Spain", "612 34"),
    ("Nora Vogt", "Germany", "+49 171 5550177"),
    ("Emil Vogt", "Germany", "+49 171 5550178"),
    ("Clara Vogt", "Germany", "+49 171 5550179"),
)
"""Name, country, phone number: some whole, most damaged in one way or another."""

NAMES = (
    ("Jánoš", "Tóth", "Wien"),
    ("Anna", "Kovač", "Graz"),
    ("Eva", "Roth", "Wien"),
    ("Łukasz", "Nowak", "Opole"),
    ("Jana", "Mann", "Brno"),
    ("Peter", "Kos", "Linz"),
)
RANGE = (
    'candle-beeswax,"Beeswax candle, 22 cm",Natural,HH-CB-22,12.90,140,https://shop.example/candle-22.jpg',
    "holder-brass,Candle holder, brass,Polished,HH-CH-BR,24.50,36,https://shop.example/holder-brass.jpg",
    'holder-iron,"Candle holder, iron",Black,HH-CH-IR,19.50,52,https://shop.example/holder-iron.jpg',
    "napkins,Napkins, set of 4,Sage,HH-NA-04,29.00,20,https://shop.example/napkins.jpg",
    "throw,Throw, wool and silk,Ochre,HH-TH-WS,89.00,4,https://shop.example/throw.jpg",
    "tray,Tray,Acacia,HH-TR-AC,31.00,12,https://shop.example/tray.jpg",
)
"""Two of the titles have a comma and no quotes around it."""


async def ask_encoding(stage: WindowDriver) -> None:
    """A file that does not say how its letters are written."""
    lines = ["Name;Surname;Town;E-mail"]
    lines += [";".join((*names, f"person{at}@post.example")) for at, names in enumerate(NAMES)]
    page = await opened(
        stage, customers_tab(stage), "klienci-2019.csv", "\n".join([*lines, ""]).encode("iso8859-2")
    )
    await stage.until("the encoding is asked", lambda: page.file.asks)


async def ask_shifted(stage: WindowDriver) -> None:
    """A file in which commas without quotes moved cells to the right."""
    lines = ["Handle,Title,Option,SKU,Price,Stock,Picture", *RANGE, ""]
    page = await opened(stage, catalog(stage), "november-range.csv", "\n".join(lines).encode())
    await stage.until("the shifted rows are asked about", lambda: page.file.asks)


async def open_doctor(stage: WindowDriver) -> None:
    """A list of people with damaged numbers, checked with no question answered."""
    page = await opened(stage, customers_tab(stage), "contacts-export.csv", _people())
    await stage.click(page.file.next)
    await stage.until("the columns are mapped", lambda: page.columns.next.isVisible() and settled(page))
    await stage.click(page.columns.next)
    await stage.until("the doctor has looked", lambda: page.check.phones.isVisible() and settled(page))


async def opened(
    stage: WindowDriver, tab: CatalogTab | CustomersTab, name: str, content: bytes
) -> ImportPage:
    """An import in this tab with a file of this content, read."""
    path: Path = stage.out / name
    await asyncio.to_thread(path.write_bytes, content)
    tab.open_import(path)
    page = await stage.until("the import page opens", lambda: import_page(tab))
    await stage.until("the file is read", lambda: page.session.overview is not None and settled(page))
    return page


def customers_tab(stage: WindowDriver) -> CustomersTab:
    from svcconsole.gui.tabs.customers.tab import CustomersTab

    page = stage.window.show_tab("Customers")
    if not isinstance(page, CustomersTab):
        raise NotAsExpected("the Customers tab is built")
    return page


def _people() -> bytes:
    lines = ["First name,Last name,Country of residence,Phone,E-mail"]
    for at, (name, country, phone) in enumerate(PEOPLE, start=1):
        first, _, last = name.partition(" ")
        lines.append(f"{first},{last},{country},{phone},person{at}@post.example")
    return "\n".join([*lines, ""]).encode()
