"""Step Columns: fields, rules with real counts, and every column accounted for."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QLineEdit

from svcconsole.gui.kit.unfinished_typing import finish_typing
from svcconsole.gui.panels.importer.columns.source_editor import (
    FIXED,
    NOTHING,
    TEMPLATE,
    SourceEditor,
    list_of,
)
from svcconsole.gui.panels.importer.import_steps import COLUMNS
from svcconsole.gui.panels.importer.page import ImportPage
from svcconsole.tables.mapping.mapping import Column, Fixed, Template
from tests.gui.panels.importer.conftest import OpenPage
from tests.gui.panels.importer.hands import answer, answer_all, recognised, settle, until
from tests.gui.panels.runs.conftest import MakeConsole, leave
from tests.support.practice import PracticeStore

PLAIN = "code,what it is,price each,left,colour of tag\na-1,Bowl,12.50,3,red\na-2,Jug,9.00,,blue\n"


async def _at_columns(page: ImportPage) -> None:
    await recognised(page)
    page.file.next.click()
    await until(lambda: page.columns.fields)
    await settle(page)


async def _type(page: ImportPage, line: QLineEdit, text: str) -> None:
    """Type into a line and press a key of the page, without leaving the line."""
    line.setFocus()
    await until(lambda: line.hasFocus() is True)
    line.setText(text)
    assert finish_typing()
    await settle(page)


@pytest.mark.parametrize("source", [Fixed(" two\nlines\t "), Template(" {Title}\t–\n")])
def test_a_value_that_is_only_looked_at_stays_as_it_was(qapp: QApplication, source: Fixed | Template) -> None:
    editor = SourceEditor("Name")
    offers = list_of((("nothing", NOTHING), ("fixed", FIXED), ("combined", TEMPLATE)), editor)
    told: list[object] = []
    editor.changed.connect(told.append)
    editor.set_source(source, offers)
    editor.text.editingFinished.emit()
    assert told == []
    editor.text.setText("other ")
    editor.text.editingFinished.emit()
    assert told == [type(source)("other")]


async def test_fields_take_a_column_or_a_fixed_value_and_show_real_values(
    make_console: MakeConsole, practice_store: PracticeStore, open_page: OpenPage, tmp_path: Path
) -> None:
    path = tmp_path / "stock list.csv"
    path.write_text(PLAIN, encoding="utf-8")
    console = make_console(practice_store)
    page = open_page(console, path)
    await _at_columns(page)
    name = page.columns.fields["name"]
    name.source.combo.setCurrentIndex(name.source.combo.findText("what it is"))
    name.source.combo.activated.emit(name.source.combo.currentIndex())
    await settle(page)
    assert "Bowl" in name.values.text()
    assert "Jug" in name.values.text()
    tags = page.columns.fields["tags"]
    tags.source.combo.setCurrentIndex(tags.source.combo.findText("A fixed value…"))
    tags.source.combo.activated.emit(tags.source.combo.currentIndex())
    tags.source.text.setText("summer")
    tags.source.text.editingFinished.emit()
    await settle(page)
    view = {field.path: field.source for field in (await page.session.call("mapping_view")).fields}
    assert view["name"] == Column("what it is")
    assert view["tags"] == Fixed("summer")
    await page.shut()
    await leave(console)


async def test_what_is_still_typed_is_taken_by_the_keys_that_go_on(
    make_console: MakeConsole, practice_store: PracticeStore, open_page: OpenPage, sample: Path
) -> None:
    console = make_console(practice_store)
    page = open_page(console, sample)
    await _at_columns(page)
    tags = page.columns.fields["tags"].source
    tags.combo.setCurrentIndex(tags.combo.findText("A fixed value…"))
    tags.combo.activated.emit(tags.combo.currentIndex())
    await _type(page, tags.text, "summer")
    url = next(each for each in page.columns.questions.questions() if each.rule.id == "url")
    answer(url, "template")
    await _type(page, url.text, "https://shop.example/products/{Handle}")
    view = {field.path: field.source for field in (await page.session.call("mapping_view")).fields}
    assert view["tags"] == Fixed("summer") and url.rule.decided
    await page.shut()
    await leave(console)


async def test_whoever_goes_on_before_the_later_steps_are_made_is_not_taken_back(
    make_console: MakeConsole,
    practice_store: PracticeStore,
    open_page: OpenPage,
    sample: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("svcconsole.gui.kit.time_slices.BREATH_SECONDS", 0.1)  # as on a busy computer
    console = make_console(practice_store)
    page = open_page(console, sample)
    await until(lambda: page.file.next.isVisible() and page.file.next.isEnabled())
    assert page.is_busy()
    page.file.next.click()
    await until(lambda: page.step() == COLUMNS)
    await settle(page)
    assert page.step() == COLUMNS
    await page.shut()
    await leave(console)


async def test_every_column_is_mapped_left_out_or_listed(
    make_console: MakeConsole, practice_store: PracticeStore, open_page: OpenPage, tmp_path: Path
) -> None:
    path = tmp_path / "stock list.csv"
    path.write_text(PLAIN, encoding="utf-8")
    console = make_console(practice_store)
    page = open_page(console, path)
    await _at_columns(page)
    used = {
        row.source._last.name for row in page.columns.fields.values() if isinstance(row.source._last, Column)
    }
    assert used | set(page.columns.columns) == set(PLAIN.splitlines()[0].split(","))
    assert "colour of tag" in page.columns.columns
    page.columns.columns["colour of tag"].leave.click()
    await settle(page)
    assert page.columns.columns["colour of tag"].column.ignored
    page.columns.leave_all.click()
    await settle(page)
    assert all(line.column.ignored for line in page.columns.columns.values())
    await page.shut()
    await leave(console)


async def test_rules_ask_with_the_real_count_and_keep_the_answer(
    make_console: MakeConsole, practice_store: PracticeStore, open_page: OpenPage, sample: Path
) -> None:
    console = make_console(practice_store)
    page = open_page(console, sample)
    await _at_columns(page)
    by_id = {question.rule.id: question for question in page.columns.questions.questions()}
    url = by_id["url"]
    assert not url.rule.decided
    assert str(url.rule.count) in url.sentence.text()
    answer(url, "template", "https://shop.example/products/{Handle}")
    await settle(page)
    assert url.rule.decided
    assert url.text.text() == "https://shop.example/products/{Handle}"
    await page.shut()
    await leave(console)


async def test_a_field_whose_rule_is_open_has_no_tick_until_it_is_answered(
    make_console: MakeConsole, practice_store: PracticeStore, open_page: OpenPage, sample: Path
) -> None:
    console = make_console(practice_store)
    page = open_page(console, sample)
    await _at_columns(page)
    field = page.columns.fields["currency"]
    assert field.result.text() == "asked above: Currency"
    assert "questions wait for an answer" in page.columns.footer.message()
    question = next(each for each in page.columns.questions.questions() if each.rule.id == "currency")
    answer(question, "value", "EUR")
    await until(lambda: field.result.text() == "as answered above: Currency")
    await settle(page)
    await page.shut()
    await leave(console)


async def test_a_file_is_mapped_as_the_last_one_like_it_and_says_so(
    make_console: MakeConsole, practice_store: PracticeStore, open_page: OpenPage, sample: Path
) -> None:
    console = make_console(practice_store)
    first = open_page(console, sample)
    await _at_columns(first)
    assert not first.columns.remembered.isVisibleTo(first)
    await answer_all(first)
    tags = first.columns.fields["tags"]
    tags.source.combo.setCurrentIndex(tags.source.combo.findText("Vendor"))
    tags.source.combo.activated.emit(tags.source.combo.currentIndex())
    await settle(first)
    await first.session.call("plan", warnings_seen=True)
    await first.shut()

    page = open_page(console, sample)
    await _at_columns(page)
    line = page.columns.remembered
    assert line.isVisibleTo(page)
    assert line.sentence.text().startswith("Mapped as on ")
    assert sample.name in line.sentence.text()
    assert page.columns.fields["tags"].source.combo.currentText() == "Vendor"
    assert all(question.rule.decided for question in page.columns.questions.questions())
    line.change.click()
    await settle(page)
    assert line.sentence.text().startswith("Mapped automatically. On ")
    assert page.columns.fields["tags"].source.combo.currentText() == "Tags"
    assert {rule.rule.id for rule in page.columns.questions.questions() if not rule.rule.decided} == {
        "url", "currency", "quantity_negative",
    }  # fmt: skip
    line.change.click()
    await settle(page)
    assert page.columns.fields["tags"].source.combo.currentText() == "Vendor"
    assert line.change.text() == "Use the automatic mapping"
    await page.shut()
    await leave(console)


async def test_in_a_narrow_window_the_values_fold_under_their_field(
    make_console: MakeConsole, practice_store: PracticeStore, open_page: OpenPage, sample: Path
) -> None:
    console = make_console(practice_store)
    page = open_page(console, sample)
    await _at_columns(page)
    row = page.columns.fields["id"]
    assert row.values.y() < row.name.geometry().bottom() and page.columns.captions.isVisible()
    page.resize(820, 760)
    await until(lambda: row.values.y() > row.name.geometry().bottom())
    assert not page.columns.captions.isVisible()
    page.resize(1280, 800)
    await until(lambda: row.values.y() < row.name.geometry().bottom())
    await page.shut()
    await leave(console)
