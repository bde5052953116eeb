"""The tour's main job: a product file with three mistakes goes through the window into the practice store."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractItemView, QLineEdit

from svcconsole.api.connection import is_loopback
from svcconsole.api.models.catalog import GetProducts
from svcconsole.api.operations import GET_PRODUCTS, LIST_PRODUCTS
from svcconsole.api.paging import pages
from svcconsole.gui.panels.importer.import_steps import RESULT
from svcconsole.resources import resource
from svcconsole.tour.window_driver import NotAsExpected, WindowDriver

if TYPE_CHECKING:
    from svcconsole.gui.panels.importer.columns.questions import Question
    from svcconsole.gui.panels.importer.page import ImportPage
    from svcconsole.gui.tabs.catalog.editing.editor_page import EditorPage
    from svcconsole.gui.tabs.catalog.tab import CatalogTab
    from svcconsole.gui.tabs.customers.tab import CustomersTab
    from svcconsole.services.imports.views import CheckedRow

ANSWERS = {
    "url": ("template", "https://harbour-and-hearth.example/products/{Handle}"),
    "currency": ("value", "EUR"),
    "quantity": ("value", "0"),
}
"""What the person answers to the rules that this file leaves open; any other: the first choice offered."""
FIXES = {"Variant Price": "39.00", "Title": "Hearth brush set"}
"""What the person types over the cell of each mistake, by its column."""
TYPED = 2
"""Of the file's three mistakes, the stock below zero is answered by a rule, these are typed over."""
EDITED = "oak-stool"
SCREENFUL = 20


async def open_store(stage: WindowDriver) -> None:
    """The window on the practice store, its products read."""
    tab = catalog(stage)
    await stage.until(
        "the practice store's products are read", lambda: tab.products.rows and not tab.scope.is_busy()
    )
    stage.totals["products_before"] = len(tab.products.rows)
    await pictures_come(stage, tab)
    await stage.picture("practice-store")


async def open_file(stage: WindowDriver) -> None:
    """Drop the shipped Shopify export on the Catalog tab: its preset is recognised."""
    tab = catalog(stage)
    tab.open_import(resource("samples", "products.csv"))
    page = await stage.until("the import page opens", lambda: import_page(tab))
    await stage.until("the file is recognised", lambda: page.file.next.isVisible() and settled(page))
    await stage.picture("file-recognised")


async def map_columns(stage: WindowDriver) -> None:
    """Go on to the columns and answer what the file leaves open."""
    page = importing(stage)
    await stage.click(page.file.next)
    await stage.until("the columns are mapped", lambda: page.columns.next.isVisible() and settled(page))
    await stage.picture("columns-and-questions")
    await answer_questions(stage, page)
    await stage.picture("questions-answered")


async def check_rows(stage: WindowDriver) -> None:
    """Go on to the check: three mistakes are left."""
    page = importing(stage)
    await stage.click(page.columns.next)
    await stage.until("every row is checked", lambda: page.check.run.isVisible() and settled(page))
    await stage.picture("three-mistakes")


async def put_right(stage: WindowDriver) -> None:
    """Put the mistakes right and run the import."""
    page = importing(stage)
    await fix_mistakes(stage, page)
    await stage.picture("nothing-left-to-put-right")
    await run(stage, catalog(stage), page)


IMPORT = (open_file, map_columns, check_rows, put_right)
"""The tour's import, step by step."""


async def browse(stage: WindowDriver) -> None:
    """Find an imported product in the table."""
    tab = catalog(stage)
    await stage.until("the products are read again", lambda: not tab.scope.is_busy("read"))
    search, model = tab.products_page.search, tab.products_page.model
    await stage.type(search, "oak")
    await stage.until("the search filters the rows", lambda: 0 < len(model.shown()) < model.total())
    tab.products_page.choose(EDITED)
    await stage.until(
        "the product is beside the table",
        lambda: tab.products_page.current() and not tab.scope.is_busy("look"),
    )
    await pictures_come(stage, tab)
    await stage.picture("browse")
    stage.key(search, Qt.Key.Key_Escape)
    listed = [
        product.id async for page in pages(await tab.console.ready(), LIST_PRODUCTS) for product in page.items
    ]
    stage.totals["products_after"] = len(listed)
    stage.check("the table holds what the store lists", sorted(map(str, listed)) == sorted(tab.products.rows))


async def pictures_come(stage: WindowDriver, tab: CatalogTab) -> None:
    """Wait for the pictures of the rows on screen that this computer serves; others may be out of reach."""
    images = [row.image for row in tab.products_page.model.shown()[:SCREENFUL]]
    here = [url for url in images if is_loopback(urlsplit(url).hostname or "")]
    await stage.until("the pictures are here", lambda: all(tab.pictures.get(url) is not None for url in here))


async def edit_product(stage: WindowDriver) -> None:
    """Change the name of one product and see it saved."""
    tab = catalog(stage)
    tab.edit_product(EDITED)
    page = await stage.until("the editor opens", lambda: editor_page(tab))
    name = page.form.editors["name"].widget
    if not isinstance(name, QLineEdit):
        raise NotAsExpected("the name is a line to type in")
    await stage.type(name, "Oak stool, three legs", end=Qt.Key.Key_Tab)
    await stage.until("the change is listed", page.has_changes)
    await stage.picture("edit")
    await stage.click(page.save)
    await stage.until("the editor closes", lambda: editor_page(tab) is None)
    await stage.until("the table has the new name", lambda: "three legs" in tab.products.rows[EDITED].name)
    client = await tab.console.ready()
    answer = await client.call(GET_PRODUCTS, GetProducts(product_ids=[EDITED]))
    names = [product.name for product in answer.data.products]
    stage.check("the store holds the new name", names == ["Oak stool, three legs"])
    await stage.picture("saved")


async def answer_questions(stage: WindowDriver, page: ImportPage) -> None:
    """Answer each open rule once."""
    while question := open_question(page):
        free = next((choice.key for choice in question.rule.choices if not choice.needs_text), "")
        key, text = ANSWERS.get(question.rule.id, (free or question.rule.choices[0].key, ""))
        rule = question.rule.id
        stage.choose(question.choice, key)
        if text:
            await stage.type(question.text, text, end=Qt.Key.Key_Return)
        await stage.until(f"the answer about {rule} is taken", lambda: settled(page))
        decided = {each.rule.id for each in page.columns.questions.questions() if each.rule.decided}
        if rule not in decided:
            raise NotAsExpected(f"the answer about {rule} is kept")


async def fix_mistakes(stage: WindowDriver, page: ImportPage) -> None:
    """Type over each cell that is to be put right, as F2 does."""
    page.check.choose(None)
    await stage.until("the rows to put right are listed", lambda: settled(page) and first_problem(page))
    found = 0
    while row := first_problem(page):
        number, column = row
        found += 1
        table = page.check.grid.table
        if table is None or not table.set_current_cell(number, f"cell:{column}") or column not in FIXES:
            raise NotAsExpected(f"row {number}, {column} can be put right")
        stage.key(table, Qt.Key.Key_F2)
        field = await stage.until("the cell can be typed into", lambda: cell_editor(page))
        await stage.type(field, FIXES[column], end=Qt.Key.Key_Return)
        put_right = partial(is_put_right, page, number)
        await stage.until(f"row {number} is put right", put_right)
    stage.check("the two cells to type over were found", found == TYPED)
    stage.totals["cells_typed"] = found


async def run(stage: WindowDriver, tab: CatalogTab, page: ImportPage) -> None:
    """Run the import and read the result; the figures come from the records of the run."""
    await stage.click(page.check.run)
    panel = await stage.until("the run opens", lambda: page.run_panel)
    await stage.until(
        "the first rows are sent", lambda: page.step() == RESULT or under_way(tab, panel.run_id)
    )
    await stage.picture("run")
    await stage.until("the run is finished", lambda: page.step() == RESULT and not panel.scope.is_busy())
    await stage.picture("result")
    totals = await tab.console.db(lambda workspace: workspace.runs.totals(panel.run_id))
    stage.totals["import"] = totals.as_json(panel.run_id)
    parts = totals.sent + totals.refused + totals.not_sent + totals.needs_decision
    stage.check("the totals add up to the rows of the file", parts == totals.rows)
    stage.check("every row of the file was sent", totals.sent == totals.rows)
    await stage.click(panel.browse_records)
    await stage.until("the products are in front again", lambda: import_page(tab) is None)


def catalog(stage: WindowDriver) -> CatalogTab:
    """The Catalog tab of the window."""
    from svcconsole.gui.tabs.catalog.tab import CatalogTab

    page = stage.window.show_tab("Catalog")
    if not isinstance(page, CatalogTab):
        raise NotAsExpected("the Catalog tab is built")
    return page


def importing(stage: WindowDriver) -> ImportPage:
    """The import page in front of the Catalog tab."""
    page = import_page(catalog(stage))
    if page is None:
        raise NotAsExpected("an import is open")
    return page


def import_page(tab: CatalogTab | CustomersTab) -> ImportPage | None:
    """The import page where one is in front of the tab."""
    from svcconsole.gui.panels.importer.page import ImportPage

    page = tab.stack.currentWidget()
    return page if isinstance(page, ImportPage) else None


def editor_page(tab: CatalogTab) -> EditorPage | None:
    from svcconsole.gui.tabs.catalog.editing.editor_page import EditorPage

    page = tab.stack.currentWidget()
    return page if isinstance(page, EditorPage) and page.isVisible() else None


def under_way(tab: CatalogTab, run_id: str) -> bool:
    """Whether the run has sent something."""
    run = tab.console.runs.run(run_id) if tab.console.runs is not None else None
    return run is not None and run.progress is not None and run.progress.sent > 0


def settled(page: ImportPage) -> bool:
    """Whether the worker has answered everything."""
    return not page.is_busy()


def open_question(page: ImportPage) -> Question | None:
    """The first rule that waits for an answer."""
    questions = page.columns.questions.questions()
    return next((each for each in questions if not each.rule.decided and each.isVisibleTo(page)), None)


def first_problem(page: ImportPage) -> tuple[int, str] | None:
    """Row and column of the first cell to put right."""
    table = page.check.grid.table
    rows = table.records_model().records() if table is not None else []
    return next(((row.number, sorted(row.problems)[0]) for row in rows if is_error(row)), None)


def is_put_right(page: ImportPage, number: int) -> bool:
    """Whether the worker has answered and a row has no problem left."""
    if not settled(page):
        return False
    table = page.check.grid.table
    rows = table.records_model().records() if table is not None else []
    return not any(row.number == number and is_error(row) for row in rows)


def is_error(row: CheckedRow) -> bool:
    """Whether a row cannot be sent as it is."""
    return row.level == "error" and not row.left_out


def cell_editor(page: ImportPage) -> QLineEdit | None:
    """The field that is open in a cell of the grid."""
    table = page.check.grid.table
    if table is None or table.state() != QAbstractItemView.State.EditingState:
        return None
    return table.viewport().findChild(QLineEdit)
