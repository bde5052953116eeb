"""The viewer's parts without a window: how cells look, what is chosen, how columns stand, what is asked."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QApplication

from svcconsole import languages
from svcconsole.gui.design.words import use_language
from svcconsole.gui.kit.cell_text import shown
from svcconsole.gui.kit.grid.row_selection import RowSelection
from svcconsole.gui.panels.viewer import viewer_text
from svcconsole.gui.panels.viewer.arrangement import Arrangement
from svcconsole.gui.panels.viewer.cells import Kind, kind_of
from svcconsole.gui.panels.viewer.file_status_bar import FileFacts, facts_words
from svcconsole.gui.panels.viewer.view_query import ViewQuery
from svcconsole.services.analysis.results import ColumnReading
from svcconsole.services.analysis.view import Filter, Sort, View
from svcconsole.words.catalog import ENGLISH

GROUPED = ColumnReading("number", grouped=True)


@pytest.mark.parametrize(
    ("name", "values", "kind"),
    [
        ("first_reply_s", ["601", "", "43109"], Kind.NUMBER),
        ("price", ["12.50", "-3,5"], Kind.NUMBER),
        ("zip", ["10115", "80331"], Kind.ID),
        ("customerPhone", ["491701234567"], Kind.ID),
        ("phone", ["0049170"], Kind.TEXT),
        ("started_at", ["2026-06-27T19:41:05.000Z", "2026-06-27"], Kind.DATE),
        ("day", ["27.06.2026", "1/2/26 9:05"], Kind.DATE),
        ("note", ["", ""], Kind.TEXT),
        ("note", ["601", "n/a"], Kind.TEXT),
    ],
)
def test_what_a_column_holds_is_told_by_its_cells_and_its_name(
    name: str, values: list[str], kind: Kind
) -> None:
    assert kind_of(name, values) is kind


@pytest.mark.parametrize(
    ("text", "look", "said"),
    [
        ("43109", GROUPED, "43,109"),
        ("4500", GROUPED, "4,500"),
        ("1234567.5", GROUPED, "1,234,567.5"),
        ("-98765", GROUPED, "-98,765"),
        ("2,001", GROUPED, "2,001"),
        ("2,01", GROUPED, "2,01"),
        ("007", GROUPED, "007"),
        ("+493023125900", GROUPED, "+493023125900"),
        ("1e9", GROUPED, "1e9"),
        (" 12 ", GROUPED, "12"),
        ("12.5%", GROUPED, "12.5%"),
        ("", GROUPED, ""),
        ("2026", ColumnReading("number"), "2026"),
        ("13.3", ColumnReading("number", decimals=2), "13.30"),
        ("10", ColumnReading("number", decimals=2), "10.00"),
        ("9.955", ColumnReading("number", decimals=2), "9.955"),
        ("2,001", ColumnReading("number", "decimal_comma"), "2.001"),
        ("2.001,5", ColumnReading("number", "decimal_comma", grouped=True), "2,001.5"),
        ("4006381333931", ColumnReading("id"), "4006381333931"),
        ("2,001", ColumnReading(), "2,001"),
    ],
)
def test_a_number_has_the_form_of_its_column_and_what_is_none_stays_as_it_is(
    text: str, look: ColumnReading, said: str
) -> None:
    before = QLocale()
    QLocale.setDefault(QLocale(QLocale.Language.English, QLocale.Country.UnitedStates))
    try:
        assert shown(text, look) == said
    finally:
        QLocale.setDefault(before)


def test_moments_lose_their_t_and_text_shows_what_hides_in_it() -> None:
    assert shown("2026-06-27T19:41:05.000Z", ColumnReading("date")) == "2026-06-27 19:41:05"
    assert shown("27.06.2026", ColumnReading("date")) == "27.06.2026"
    assert shown("a\nb\tc") == "a b c"
    assert shown("evil\u202egnp") == "evil‹RLO›gnp"
    assert shown("x" * 5_000) == "x" * 400 + "…"


def test_a_choice_of_millions_of_rows_takes_no_room() -> None:
    choice = RowSelection()
    choice.choose_all(3_000_000_000)
    choice.switch(5)
    assert not choice.is_chosen(5)
    assert choice.is_chosen(2_999_999_999)
    assert choice.count() == 2_999_999_999
    assert list(choice.stretches(10)) == [(0, 5), (6, 5)]


def test_rows_are_chosen_as_in_any_table() -> None:
    choice = RowSelection()
    choice.point(4)
    assert not choice.is_chosen(4)
    assert list(choice.stretches(9)) == [(4, 1)]
    choice.go_to(4)
    choice.go_to(7, extend=True)
    choice.go_to(2, extend=True)
    assert [row for row in range(10) if choice.is_chosen(row)] == [2, 3, 4]
    choice.switch(9)
    choice.switch(3)
    assert choice.count() == 3
    assert list(choice.stretches(9)) == [(2, 1), (4, 1), (9, 1)]
    choice.go_to(6)
    assert list(choice.stretches(9)) == [(6, 1)]


def test_columns_are_known_again_by_name_even_when_names_repeat() -> None:
    first = Arrangement(("id", "name", "name", "note"))
    first.order = [2, 0, 1, 3]
    first.hidden, first.frozen, first.widths = {3}, {2}, {2: 90, 0: 44}
    second = Arrangement(("name", "new", "name", "id"))
    second.restore(first.save())
    assert second.order == [2, 3, 0, 1]
    assert second.frozen == {2}
    assert second.widths == {2: 90, 3: 44}
    assert second.shown() == [2, 3, 0, 1]


@pytest.mark.parametrize(
    "state", [{}, {"order": "x", "hidden": [1], "widths": {"a": "wide", "b": 9e9}}, {"hidden": ["a", "b"]}]
)
def test_what_was_remembered_wrongly_leaves_all_columns_on_screen(state: dict[str, object]) -> None:
    columns = Arrangement(("a", "b"))
    columns.restore(state)
    assert columns.shown() == [0, 1]
    assert columns.widths == {}


def test_a_header_sorts_up_then_down_then_as_the_file_has_it() -> None:
    asked = ViewQuery()
    told: list[View] = []
    asked.changed.connect(told.append)
    for _ in range(3):
        asked.sort(2)
    assert [view.sorts for view in told] == [(Sort(2),), (Sort(2, True),), ()]
    asked.sort(2)
    asked.sort(4, add=True)
    asked.sort(2, add=True)
    assert asked.view.sorts == (Sort(2, True), Sort(4))


def test_filters_of_one_column_stand_beside_each_other_until_a_value_is_chosen() -> None:
    asked = ViewQuery()
    over, under, tea = Filter(1, "over", ("6",)), Filter(1, "under", ("9",)), Filter(2, "is", ("x",))
    for each in (Filter(1, "over", ("5",)), under, over, tea):
        asked.add(each)
    assert list(asked.view.filters) == [under, over, tea]
    seven = Filter(1, "is", ("7",))
    asked.only(seven)
    assert list(asked.view.filters) == [tea, seven]
    asked.search("  tea ")
    asked.sort_by(0, descending=True)
    asked.clear()
    assert asked.view == View(sorts=(Sort(0, True),))


def test_what_was_left_out_stays_left_out_when_more_is() -> None:
    asked = ViewQuery()
    for value in ("spam", "test", "spam"):
        asked.add(Filter(1, "is_not", (value,)))
    asked.add(Filter(2, "is_not", ("spam",)))
    assert asked.view.filters == (Filter(1, "is_not", ("spam", "test")), Filter(2, "is_not", ("spam",)))


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        (Filter(0, "over", ("600",)), "price over 600"),
        (Filter(0, "between", ("1", "9")), "price between 1 and 9"),
        (Filter(0, "blank"), "price is blank"),
        (Filter(0, "is", ("",)), "price is (blank)"),
        (Filter(0, "is", ("a", "b", "c", "d")), "price is a, b +2"),
        (Filter(0, "in_period", ("2026-05-01", "2026-06-01")), "price in May 2026"),
        (Filter(0, "in_period", ("2026-05-18", "2026-05-25")), "price in 18 May 2026 to 24 May 2026"),
        (Filter(0, "contains", ("long " * 20,)), "price contains long long long long long lo…"),
    ],
)
def test_a_filter_reads_like_a_sentence(wanted: Filter, said: str) -> None:
    before = QLocale()
    QLocale.setDefault(QLocale(QLocale.Language.English, QLocale.Country.UnitedStates))
    try:
        plain = (
            viewer_text.filter_words("price", ["price"], wanted).replace("\u2068", "").replace("\u2069", "")
        )
        assert plain == said
    finally:
        QLocale.setDefault(before)


def test_a_file_line_keeps_its_parts_in_order_whatever_their_direction(qapp: QApplication) -> None:
    latin = FileFacts(Path("report-2026-05.csv"), 61_400_000, 120, (50, 70))
    arabic = FileFacts(Path("تقرير-2026.csv"), 12)
    assert facts_words(latin) == "report-2026-05.csv · 61.4 MB · 120 rows = 50 + 70"
    assert facts_words(arabic) == "\u2068تقرير-2026.csv\u2069 · 12 bytes"
    use_language(qapp, languages.language("ar"))
    try:
        name, size, rows = facts_words(latin).split(" · ")
        assert name == "\u2068report-2026-05.csv\u2069"
        assert size[0] in "\u2066\u2068" and size[-1] == "\u2069"
        assert "50" in rows and "70" in rows
    finally:
        use_language(qapp, ENGLISH)
