"""Every kind of field is filled in by hand: what was typed is the value, and it is undone and done again."""

from __future__ import annotations

import gc
import json
from collections.abc import Callable, Iterator, Mapping
from datetime import date, datetime
from decimal import Decimal
from typing import Annotated, Any, Literal

import pytest
from pydantic import BaseModel, Field
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QLineEdit, QPlainTextEdit, QWidget
from pytestqt.qtbot import QtBot

from svcconsole.api.models.ui import Ui
from svcconsole.gui.kit.containers.cards import ScrollPage
from svcconsole.gui.kit.forms.editors.editor import Editor
from svcconsole.gui.kit.forms.editors.nested import RecordEditor, UnionEditor
from svcconsole.gui.kit.forms.editors.rows_editor import RowsEditor
from svcconsole.gui.kit.forms.fields import Kind, specs
from svcconsole.gui.kit.forms.form import Form
from svcconsole.gui.kit.forms.undo import EditStep
from tests.support.naughty import paste
from tests.support.qt import show

KEY = Qt.Key


class Shop(BaseModel):
    """A record within the record."""

    city: str
    size: Literal["small", "large"] | None = None


class Text(BaseModel):
    type: Literal["TEXT"]
    words: str


class Picture(BaseModel):
    type: Literal["PICTURE"]
    picture_url: str


class Everything(BaseModel):
    """One field of every kind there is."""

    text: str | None = None
    area: Annotated[str | None, Ui(kind="area")] = None
    picture_url: str | None = None
    customer_id: str | None = None
    number: Decimal | None = None
    switch: bool | None = None
    choice: Literal["BASIC", "STAR"] | None = None
    moment: datetime | None = None
    day: date | None = None
    texts: list[str] | None = None
    numbers: list[int] | None = None
    map: dict[str, str] | None = None
    map_of_texts: dict[str, list[str]] | None = None
    record: Shop | None = None
    records: list[Shop] | None = None
    union: Annotated[Text | Picture, Field(discriminator="type")] | None = None
    json_: Any = None


FIELDS = {spec.kind: spec.name for spec in specs(Everything)}
EXACT = "Größe <S> & “é” नमस्ते 👩‍👩‍👧"


def key_in(qtbot: QtBot, widget: QWidget, text: str) -> None:
    """Type it; what no key of a test has is pasted."""
    widget.setFocus()
    if text.isascii():
        qtbot.keyClicks(widget, text)
    else:
        assert isinstance(widget, QLineEdit | QPlainTextEdit)
        paste(widget, text)


def type_line(qtbot: QtBot, editor: Editor) -> None:
    key_in(qtbot, editor.widget, EXACT)


def type_number(qtbot: QtBot, editor: Editor) -> None:
    key_in(qtbot, editor.widget, "1234.50")


def press_space(qtbot: QtBot, editor: Editor) -> None:
    editor.widget.setFocus()
    for _ in range(2):
        if editor.value() is not True:
            qtbot.keyClick(editor.widget, KEY.Key_Space)


def choose_star(qtbot: QtBot, editor: Editor) -> None:
    assert isinstance(editor.widget, QComboBox)
    editor.widget.setFocus()
    qtbot.keyClick(editor.widget, KEY.Key_End)


def type_time(qtbot: QtBot, editor: Editor) -> None:
    key_in(qtbot, editor.widget, "2026-03-02T09:41:07+00:00")


def type_date(qtbot: QtBot, editor: Editor) -> None:
    key_in(qtbot, editor.widget, "2026-03-02")


def type_chips(*words: str) -> Callable[[QtBot, Editor], None]:
    def typed(qtbot: QtBot, editor: Editor) -> None:
        field = editor.widget.findChild(QLineEdit)
        assert field is not None
        for word in words:
            key_in(qtbot, field, word)
            qtbot.keyClick(field, KEY.Key_Return)

    return typed


def fill_rows(*rows: Mapping[str, str]) -> Callable[[QtBot, Editor], None]:
    """Press "New", then put texts into the cells."""

    def filled(qtbot: QtBot, editor: Editor) -> None:
        assert isinstance(editor, RowsEditor)
        for at, row in enumerate(rows):
            qtbot.mouseClick(editor.add_button, Qt.MouseButton.LeftButton)
            for column, text in row.items():
                cell = editor.model.index(at, editor.model.column(column))
                assert editor.model.setData(cell, text), "as the cell's editor does it on Enter"

    return filled


def fill_record(qtbot: QtBot, editor: Editor) -> None:
    assert isinstance(editor, RecordEditor)
    type_line(qtbot, editor.parts["city"])
    choose_star(qtbot, editor.parts["size"])


def choose_and_fill(qtbot: QtBot, editor: Editor) -> None:
    assert isinstance(editor, UnionEditor)
    editor.combo.setFocus()
    qtbot.keyClick(editor.combo, KEY.Key_End)
    shape = editor.shapes[editor.combo.currentIndex()]
    choose_star(qtbot, shape.parts["type"])
    type_line(qtbot, shape.parts["picture_url"])


def type_json(qtbot: QtBot, editor: Editor) -> None:
    key_in(qtbot, editor.widget, '{"a": [1, true, null]}')


HANDS: dict[Kind, tuple[Callable[[QtBot, Editor], None], Any]] = {
    Kind.TEXT: (type_line, EXACT),
    Kind.AREA: (type_line, EXACT),
    Kind.URL: (type_line, EXACT),
    Kind.CODE: (type_line, EXACT),
    Kind.NUMBER: (type_number, 1234.5),
    Kind.SWITCH: (press_space, True),
    Kind.CHOICE: (choose_star, "STAR"),
    Kind.TIME: (type_time, "2026-03-02T09:41:07Z"),
    Kind.DATE: (type_date, "2026-03-02"),
    Kind.TEXTS: (type_chips("VIP", EXACT), ["VIP", EXACT]),
    Kind.NUMBERS: (type_chips("3", "12"), [3, 12]),
    Kind.MAP: (fill_rows({"name": "Colour", "value": EXACT}), {"Colour": EXACT}),
    Kind.MAP_OF_TEXTS: (fill_rows({"name": "0", "value": "a, b"}), {"0": ["a", "b"]}),
    Kind.RECORD: (fill_record, {"city": EXACT, "size": "large"}),
    Kind.RECORDS: (
        fill_rows({"city": "Pune", "size": "small"}, {"city": EXACT}),
        [{"city": "Pune", "size": "small"}, {"city": EXACT}],
    ),
    Kind.UNION: (choose_and_fill, {"type": "PICTURE", "picture_url": EXACT}),
    Kind.JSON: (type_json, {"a": [1, True, None]}),
}
"""Kind → how a person fills it in, and what is sent then."""


@pytest.fixture
def form(qtbot: QtBot) -> Iterator[Form[Everything]]:
    made: Form[Everything] = show(qtbot, Form(Everything), 900, 2400)
    made.activateWindow()
    yield made


def test_every_kind_is_filled_in_here() -> None:
    assert set(HANDS) == set(Kind) == set(FIELDS)


@pytest.mark.parametrize("kind", Kind, ids=lambda kind: kind.name.lower())
def test_what_is_typed_is_sent_undone_and_done_again(
    qtbot: QtBot, kind: Kind, form: Form[Everything]
) -> None:
    fill, sent = HANDS[kind]
    name = FIELDS[kind]
    blank = form.values()
    fill(qtbot, form.editors[name])

    def made() -> Any:
        model = form.submit()
        assert model is not None, [problem.sentence for problem in form.problems()]
        return json.loads(model.model_dump_json(exclude_none=True)).get(name)

    def is_sent(found: Any) -> bool:
        return float(found) == sent if kind is Kind.NUMBER else bool(found == sent)

    assert is_sent(made())
    typed, steps = form.values(), form.undo_stack.count()
    assert steps
    for _ in range(steps):
        form.undo_stack.undo()
    assert form.values() == blank
    for _ in range(steps):
        form.undo_stack.redo()
    assert form.values() == typed
    assert is_sent(made())


@pytest.mark.parametrize("opened_by", ["typing", "enter"])
def test_a_chosen_cell_of_rows_is_typed_into_at_once(
    qtbot: QtBot, form: Form[Everything], opened_by: str
) -> None:
    editor = form.editors[FIELDS[Kind.RECORDS]]
    assert isinstance(editor, RowsEditor)
    qtbot.mouseClick(editor.add_button, Qt.MouseButton.LeftButton)
    cell = editor.model.index(0, editor.model.column("city"))
    qtbot.mouseClick(
        editor.table.viewport(), Qt.MouseButton.LeftButton, pos=editor.table.visualRect(cell).center()
    )
    if opened_by == "enter":
        qtbot.keyClick(editor.table, KEY.Key_Return)
    else:
        qtbot.keyClicks(editor.table, "P")
    line = editor.table.indexWidget(cell)
    assert isinstance(line, QLineEdit)
    qtbot.keyClicks(line, "Pune" if opened_by == "enter" else "une")
    qtbot.keyClick(line, KEY.Key_Return)
    qtbot.waitUntil(lambda: editor.lines()[0].values["city"] == "Pune")


def test_what_is_wrong_is_on_screen_with_its_message(qtbot: QtBot) -> None:
    page = ScrollPage()
    form: Form[Shop] = Form(Shop)
    above = QWidget()
    above.setFixedHeight(330)
    page.body.addWidget(above)
    page.body.addWidget(form)
    page.body.addStretch(1)
    show(qtbot, page, 700, 400)
    line = form.editors["city"].widget
    line.setFocus()
    page.verticalScrollBar().setValue(0)
    assert form.submit() is None
    frame = form.fields["city"]
    assert frame.error()
    assert page.viewport().rect().contains(frame.mapTo(page.viewport(), frame.rect().bottomLeft()))


def test_a_long_text_is_one_step_and_held_once(form: Form[Everything], qtbot: QtBot) -> None:
    """A text held with each of its letters would cost its square."""
    name = FIELDS[Kind.AREA]
    letters = "one leg is too short." * 10
    before = {id(each) for each in gc.get_objects() if isinstance(each, EditStep)}
    qtbot.keyClicks(form.editors[name].widget, letters)
    steps = [each for each in gc.get_objects() if isinstance(each, EditStep) and id(each) not in before]
    assert form.undo_stack.count() == 1
    assert [vars(step)["new"] for step in steps if vars(step)] == [letters]
    form.undo_stack.undo()
    assert not form.values()[name]
    form.undo_stack.redo()
    assert form.values()[name] == letters
