"""The API reference in the Help page: complete, found by name, path and field, and true to this store."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from svcconsole.api import operations as api
from svcconsole.api.curl import VARIABLE, as_curl, as_json
from svcconsole.api.operations import OPERATIONS
from svcconsole.api.reference import BY_OPERATION, REFERENCE
from svcconsole.api.reference.statuses import statuses
from svcconsole.gui.design.text import PlainLabel
from svcconsole.gui.kit.widgets.buttons import Button
from svcconsole.gui.panels.help import page as help_page
from svcconsole.gui.panels.help.operation_page import OperationPage
from svcconsole.gui.panels.help.page import HelpPage
from svcconsole.gui.panels.help.reference import Listed, ReferenceView
from svcconsole.gui.panels.help.request_address import RequestAddress
from svcconsole.gui.shell.main_window import MainWindow
from tests.gui.shell.conftest import LIVE, PRACTICE, OpenWindow
from tests.support.coroutines import until
from tests.support.practice import PracticeStore
from tests.support.qt import words_of

HOSTILE = "<b>Mug</b> \u202eexe.gnp"


async def opened(window: MainWindow, path: str | None = None) -> ReferenceView:
    """The reference of a window whose connection is there."""
    await window.console.ready()
    window.commands.actions.run("reference")
    page = window.page()
    assert isinstance(page, HelpPage)
    return page.show_reference(path)


def _chosen(view: ReferenceView) -> Listed:
    return next(each for each in view.listed if each.row.isChecked())


def properties(schema: Mapping[str, Any], definitions: Mapping[str, Any], above: str = "") -> Iterator[str]:
    """The path of every property of a JSON Schema, whatever lists and choices stand between."""
    if "$ref" in schema:
        schema = definitions[schema["$ref"].rpartition("/")[2]]
    for part in (*schema.get("anyOf", ()), *schema.get("oneOf", ()), schema.get("items", {})):
        if part:
            yield from properties(part, definitions, above)
    for name, inner in schema.get("properties", {}).items():
        yield f"{above}{name}"
        yield from properties(inner, definitions, f"{above}{name}.")


async def test_every_field_of_every_request_and_answer_has_its_row(
    window_loop: QApplication, open_window: OpenWindow
) -> None:
    """Checked against the JSON Schema that pydantic makes of the models, not against our own reading."""
    async with open_window(LIVE) as window:
        view = await opened(window)
        for operation in OPERATIONS:
            page = view.show_operation(operation.path)
            for fields, model in ((page.request, operation.request), (page.answers, operation.response)):
                schema = model.model_json_schema(by_alias=True, mode="validation")
                wanted = set(properties(schema, schema.get("$defs", {})))
                assert {row.line.path for row in fields.rows if not row.line.shape} == wanted
                for row in fields.rows:
                    assert row.line.shape or row.line.type
                    assert row.line.name in words_of(row)
                    assert row.accessibleName() == row.line.name


async def test_an_operation_says_all_that_is_known_of_it(
    window_loop: QApplication, open_window: OpenWindow
) -> None:
    async with open_window(LIVE) as window:
        view = await opened(window)
        for entry in REFERENCE:
            operation = entry.operation
            page = view.show_operation(operation.path)
            said = words_of(page)
            assert entry.about in said
            assert entry.answer in said
            assert f"/integrations/svcPlatformFunctions-{operation.path}" in said
            for rule in entry.rules:
                assert rule in said
            for point in entry.open:
                assert point.question in said
                assert point.here in said
                marked = [row for row in (*page.request.rows, *page.answers.rows) if point in row.line.open]
                assert bool(marked) == bool(point.fields), point.question
            for status in statuses(operation):
                assert str(status.code) in said
            names = {child.accessibleName() for child in page.findChildren(QWidget)}
            assert ("Deprecated" in names) == operation.deprecated
            titles = [page.example.chooser.itemText(at) for at in range(page.example.chooser.count())]
            assert titles == [example.title for example in entry.examples]


async def test_a_field_says_whether_it_is_required_its_limits_and_its_words(
    window_loop: QApplication, open_window: OpenWindow
) -> None:
    async with open_window(LIVE) as window:
        view = await opened(window, api.GENERATE_REPORT.path)
        rows = {row.line.path: words_of(row) for row in view.current_page().request.rows}
        assert "required" in rows["reportName"]
        assert "Ticket's Overview · Journey overall report" in rows["reportName"]
        assert "required" not in rows["filters"]
        assert "day · week · month" in rows["filters.groupBy"]
        page = view.show_operation(api.SEND_TEMPLATE.path)
        rows = {row.line.path: words_of(row) for row in page.request.rows}
        assert "at most 1,024 characters" in rows["callbackData"]
        assert "DEFAULT when left out" in rows["type"]
        shapes = [row.line.name for row in page.request.rows if row.line.shape]
        assert shapes == ["payload when type is DEFAULT", "payload when type is CAROUSEL"]


async def test_copying_puts_exactly_the_command_and_the_body_on_the_clipboard(
    window_loop: QApplication, open_window: OpenWindow, practice_store: PracticeStore
) -> None:
    async with open_window(LIVE) as window:
        view = await opened(window)
        for entry in REFERENCE:
            example_view = view.show_operation(entry.operation.path).example
            for at, example in enumerate(entry.examples):
                example_view.chooser.setCurrentIndex(at)
                assert example_view.request.toPlainText() == as_json(example.body)
                example_view.copy_curl.click()
                command = QGuiApplication.clipboard().text()
                url = f"{practice_store.base_url}/integrations/svcPlatformFunctions-{entry.operation.path}"
                assert command == as_curl(url, as_json(example.body))
                assert practice_store.token not in command
                example_view.copy_json.click()
                assert QGuiApplication.clipboard().text() == as_json(example.body)


async def test_prefix_and_application_id_of_the_connection_are_in_what_is_shown_and_copied(
    window_loop: QApplication, open_window: OpenWindow
) -> None:
    async with open_window(LIVE) as window:
        place = RequestAddress("https://wickloom.example", "acme", "app-9")
        page = OperationPage(window.console, BY_OPERATION[api.GET_CUSTOMER], place)
        assert "acmeCustomerId" in {row.line.name for row in page.request.rows}
        assert "svcCustomerId" not in words_of(page)
        assert "/integrations/acmePlatformFunctions-customers/get" in words_of(page)
        older = OperationPage(window.console, BY_OPERATION[api.SEND_MESSAGE_V1], place)
        older.example.copy_curl.click()
        command = QGuiApplication.clipboard().text()
        assert "https://wickloom.example/integrations/acmePlatformFunctions-sendMessage" in command
        assert '"appId": "app-9"' in command
        for made in (page, older):
            made.deleteLater()


@pytest.mark.parametrize(
    "typed, path",
    [
        ("userprop", api.RECORD_USER_PROPERTIES.path),
        ("assign ticket", api.CREATE_TICKET.path),
        ("v2/sendTemplate", api.SEND_TEMPLATE.path),
        ("retailerid", api.SEND_MESSAGE.path),
    ],
)
async def test_search_finds_by_name_path_and_field(
    window_loop: QApplication, qtbot: QtBot, open_window: OpenWindow, typed: str, path: str
) -> None:
    async with open_window(LIVE) as window:
        view = await opened(window)
        qtbot.keyClick(window, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
        assert view.search.hasFocus()
        qtbot.keyClicks(view.search, typed)
        await until(lambda: path in view.shown() and len(view.shown()) < 5)
        qtbot.keyClick(view.search, Qt.Key.Key_Escape)
        assert len(view.shown()) == len(OPERATIONS)


async def test_a_field_that_is_searched_for_is_marked_and_on_screen(
    window_loop: QApplication, qtbot: QtBot, open_window: OpenWindow
) -> None:
    async with open_window(LIVE) as window:
        view = await opened(window)
        qtbot.keyClicks(view.search, "landmark")
        qtbot.keyClick(view.search, Qt.Key.Key_Return)
        assert view.shown() == [api.SEND_MESSAGE_V1.path, api.SEND_MESSAGE.path]
        assert "field landmark_area" in _chosen(view).row.accessibleDescription()
        page = view.current_page()
        await until(lambda: any(row.is_found() for row in page.request.rows))
        found = [row for row in page.request.rows if row.is_found()]
        assert [row.line.path for row in found] == ["payload.address.landmark_area"]
        await until(lambda: not found[0].visibleRegion().isEmpty())
        qtbot.keyClicks(view.search, " nowhere")
        await until(lambda: not view.shown())
        assert "is called" in words_of(view.side)


async def test_the_palette_opens_the_page_of_an_operation_and_a_key_the_shortcuts(
    window_loop: QApplication, qtbot: QtBot, open_window: OpenWindow
) -> None:
    async with open_window(LIVE) as window:
        await window.console.ready()
        qtbot.keyClick(window, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
        palette = window.commands.palette
        qtbot.keyClicks(palette.field, "?fetchMessages")
        assert palette.shown() == ["Fetch messages by IDs"]
        qtbot.keyClick(palette.field, Qt.Key.Key_Return)
        page = window.page()
        assert isinstance(page, HelpPage)
        assert page.segments.current() == help_page.REFERENCE
        view = page.show_reference()
        assert "fetchMessagesById" in words_of(view.current_page())
        assert _chosen(view).row.hasFocus()
        qtbot.keyClick(window, Qt.Key.Key_Slash, Qt.KeyboardModifier.ControlModifier)
        assert page.segments.current() == help_page.SHORTCUTS


async def test_the_keyboard_goes_through_operations_and_fields(
    window_loop: QApplication, qtbot: QtBot, open_window: OpenWindow
) -> None:
    async with open_window(LIVE) as window:
        view = await opened(window, api.UPSERT_CATALOGS.path)
        focus = QApplication.focusWidget()
        assert focus is not None
        qtbot.keyClick(focus, Qt.Key.Key_Down)
        assert view.current_page() is view.show_operation(api.LIST_CATALOGS.path)
        fields = view.show_operation(api.UPSERT_CATALOGS.path).request
        by_tab = [row for row in fields.rows if row.focusPolicy() & Qt.FocusPolicy.TabFocus]
        assert by_tab == fields.rows[:1]
        by_tab[0].setFocus()
        qtbot.keyClick(fields.rows[0], Qt.Key.Key_End)
        assert fields.rows[-1].hasFocus()
        qtbot.keyClick(fields.rows[-1], Qt.Key.Key_Up)
        assert fields.rows[-2].hasFocus()
        qtbot.keyClick(fields.rows[-2], Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
        assert QGuiApplication.clipboard().text() == "catalogs.image"


async def test_what_is_not_documented_opens_beside_its_field(
    window_loop: QApplication, qtbot: QtBot, open_window: OpenWindow
) -> None:
    async with open_window(LIVE) as window:
        view = await opened(window, api.GET_PRODUCTS.path)
        row = view.current_page().request.rows[0]
        assert row.mark is not None
        row.setFocus()
        qtbot.keyClick(row, Qt.Key.Key_Return)
        popover = row.mark.popover
        assert popover.isVisible()
        assert "What happens to ids that do not exist." in words_of(popover)
        assert "They are left out" in words_of(popover)
        closed: list[None] = []
        popover.closed.connect(lambda: closed.append(None))
        qtbot.keyClick(popover, Qt.Key.Key_Escape)
        await until(lambda: bool(closed))


async def test_an_example_is_really_sent_to_the_practice_store(
    window_loop: QApplication, open_window: OpenWindow, practice_store: PracticeStore
) -> None:
    async with open_window(PRACTICE) as window:
        view = await opened(window, api.UPSERT_CATALOGS.path)
        example = view.current_page().example
        example.send.click()
        await until(example.outcome.isVisible)
        assert example.outcome.accessibleName().startswith("200 after")
        assert json.loads(example.answer.toPlainText())["data"]["catalogs"][0]["id"] == "kitchen"
        assert practice_store.counts()["catalogs"] == 1
        assert example.send.isEnabled()


async def test_a_refused_example_shows_the_stores_answer(
    window_loop: QApplication, open_window: OpenWindow, practice_store: PracticeStore
) -> None:
    async with open_window(PRACTICE) as window:
        view = await opened(window, api.UPSERT_PRODUCTS.path)
        example = view.current_page().example
        example.chooser.setCurrentIndex(1)
        example.send.click()
        await until(example.outcome.isVisible)
        assert example.outcome.accessibleName().startswith("400 after")
        assert example.sentence.isVisible()
        assert "kitchen" in example.answer.toPlainText()
        assert practice_store.counts()["products"] == 0


async def test_nothing_of_a_live_store_can_be_sent_from_here(
    window_loop: QApplication, open_window: OpenWindow, practice_store: PracticeStore
) -> None:
    async with open_window(LIVE) as window:
        view = await opened(window)
        for operation in OPERATIONS:
            page = view.show_operation(operation.path)
            assert {made.text() for made in page.findChildren(Button)} == {"Copy as JSON", "Copy as cURL"}


async def test_the_practice_stores_token_is_copied_only_when_asked_for(
    window_loop: QApplication, open_window: OpenWindow, practice_store: PracticeStore
) -> None:
    async with open_window(PRACTICE) as window:
        example = (await opened(window)).current_page().example
        assert practice_store.token not in words_of(example)
        example.copy_token.click()
        assert QGuiApplication.clipboard().text() == f"export {VARIABLE}='{practice_store.token}'"


async def test_an_answer_shows_what_hides_in_it(
    window_loop: QApplication, open_window: OpenWindow, practice_store: PracticeStore
) -> None:
    async with open_window(PRACTICE) as window:
        view = await opened(window, api.LIST_PRODUCTS.path)
        body = json.loads(json.dumps(BY_OPERATION[api.UPSERT_PRODUCTS].examples[0].body))
        body["products"][0]["name"] = HOSTILE
        client = await window.console.ready()
        await client.send(api.UPSERT_PRODUCTS, json.dumps(body).encode())
        example = view.current_page().example
        example.send.click()
        await until(example.outcome.isVisible)
        assert "<b>Mug</b> ‹RLO›exe.gnp" in example.answer.toPlainText()


def _is_laid_out(page: OperationPage) -> bool:
    """Each wrapped text has the height that its width asks for."""
    texts = [text for text in page.page.content.findChildren(PlainLabel) if text.wordWrap()]
    return page.isVisible() and all(text.height() >= text.heightForWidth(text.width()) for text in texts)


@pytest.mark.parametrize("direction", [Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft])
@pytest.mark.parametrize("width", [900, 1280, 1920])
async def test_nothing_is_cut(
    window_loop: QApplication, open_window: OpenWindow, width: int, direction: Qt.LayoutDirection
) -> None:
    window_loop.setLayoutDirection(direction)
    try:
        async with open_window(PRACTICE, width, 760) as window:
            view = await opened(window)
            for operation in (api.SEND_TEMPLATE, api.GENERATE_REPORT, api.UPSERT_PRODUCTS):
                page = view.show_operation(operation.path)
                await until(partial(_is_laid_out, page))
                assert page.page.content.width() <= page.page.viewport().width()
                for row in page.request.rows:
                    for label in row.findChildren(QLabel):
                        assert row.rect().contains(label.geometry()), row.line.path
                assert page.side.isVisible() == (width != 900)
    finally:
        window_loop.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
