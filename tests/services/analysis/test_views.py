"""What DuckDB answers about a view equals what plain Python says, however the file is written."""

from __future__ import annotations

import asyncio
import csv
import io
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from svcconsole.services.analysis.analysis import Analysis
from svcconsole.services.analysis.results import AnalysisError, Loading
from svcconsole.services.analysis.view import Filter, Sort, Test, View
from svcconsole.tables.reading.dialect import Dialect
from svcconsole.tables.reading.errors import TableError
from svcconsole.tables.viewing.opened_table import FileChanged, open_table
from tests.services.analysis import reference
from tests.services.analysis.analysing import analysing
from tests.services.analysis.conftest import Write
from tests.tables.shared import SHARED, TORTURE, needs_shared

NAMES = ("Zoë", "anna", "Anna", "Björn", "", "李 伟", "<b>Raj</b>", "O'Dowd", "  ", '5" screen', "two\nlines")


CELLS = st.one_of(
    st.sampled_from(NAMES),
    st.integers(-50, 50).map(str),
    st.floats(-9, 9).map(lambda value: f"{value:.2f}"),
    st.text(st.sampled_from("abÄß ,;\t|\"'\n\r-=+09"), max_size=5).map(lambda text: "~" + text),
)
NUMBERS = st.one_of(st.integers(-9, 9).map(str), st.just(""), st.sampled_from(["1.50", "1.5", "0", "-0.5"]))


@st.composite
def files(draw: st.DrawFn) -> tuple[list[list[str]], Dialect, str, bool]:
    rows = draw(st.lists(st.tuples(CELLS, NUMBERS, CELLS).map(list), min_size=1, max_size=40))
    dialect = Dialect(
        encoding=draw(st.sampled_from(["utf-8", "utf-16-le", "gb18030"])),
        delimiter=draw(st.sampled_from(",;\t|")),
        quote=draw(st.sampled_from("\"'")),
        newline=draw(st.sampled_from(["\n", "\r\n"])),
    )
    return rows, dialect, draw(st.sampled_from(["", "\ufeff"])), draw(st.booleans())


def written(folder: Path, rows: list[list[str]], dialect: Dialect, mark: str, quote_all: bool) -> Path:
    text = io.StringIO(newline="")
    out = csv.writer(
        text,
        delimiter=dialect.delimiter,
        quotechar=dialect.quote,
        lineterminator=dialect.newline,
        quoting=csv.QUOTE_ALL if quote_all else csv.QUOTE_NONNUMERIC,
    )
    out.writerows([["name", "number", "other"], *rows])
    path = folder / "any [1]*.csv"
    path.write_bytes((mark + text.getvalue()).encode(dialect.encoding))
    return path


VIEWS = st.builds(
    View,
    filters=st.lists(
        st.one_of(
            st.builds(
                Filter, st.just(0), st.sampled_from(["is", "is_not"]), st.tuples(st.sampled_from(NAMES))
            ),
            st.builds(Filter, st.integers(0, 2), st.just("contains"), st.tuples(st.sampled_from("ab1N"))),
            st.builds(Filter, st.integers(0, 2), st.sampled_from(["blank", "not_blank"])),
            st.builds(Filter, st.just(1), st.sampled_from(["over", "under"]), st.tuples(st.just("0.5"))),
            st.builds(Filter, st.just(1), st.just("between"), st.just(("-1", "5"))),
        ),
        max_size=2,
    ).map(tuple),
    search=st.sampled_from(["", "", "a", "N", "50", '"']),
    sorts=st.lists(st.builds(Sort, st.integers(0, 2), st.booleans()), max_size=2).map(tuple),
)


@given(file=files(), views=st.lists(VIEWS, min_size=1, max_size=6))
@settings(
    max_examples=18,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
def test_counts_order_and_filters_are_those_of_plain_python(
    tmp_path: Path, file: tuple[list[list[str]], Dialect, str, bool], views: list[View]
) -> None:
    rows, dialect, mark, quote_all = file
    path = written(tmp_path, rows, dialect, mark, quote_all)
    kept = [row for row in rows if any(row)]

    async def ask() -> None:
        async with analysing(path, dialect) as analysis:
            whole = await analysis.view(View())
            assert [list(row.cells) for row in analysis.rows(whole.handle, 0, 100)] == kept
            if not kept:
                return
            for view in views:
                seen = await analysis.view(view)
                expected = reference.places(kept, view)
                assert seen.rows == len(expected)
                assert analysis.places(seen.handle, 0, 100) == expected
                assert [row.number - 1 for row in analysis.rows(seen.handle, 0, 100)] == expected
            for column in range(3):
                found = await analysis.top(column, limit=100)
                assert [(one.value, one.count) for one in found] == reference.top(kept, column)
                profile = await analysis.profile(column)
                cells = [row[column] for row in kept]
                assert profile.rows == len(kept)
                assert profile.blanks == sum(not cell.strip(" ") for cell in cells)
                assert profile.distinct == len({cell for cell in cells if cell.strip(" ")})
                if profile.kind == "number" and profile.shape:
                    known = [value for cell in cells if (value := reference.number(cell)) is not None]
                    assert sum(bar.count for bar in profile.shape) == len(known)
                    assert profile.mean == pytest.approx(sum(known) / len(known))
                    assert (float(profile.least), float(profile.most)) == (min(known), max(known))

    asyncio.run(ask())


async def counted_as_shown(path: Path) -> None:
    async with analysing(path) as analysis:
        whole = await analysis.view(View())
        width = len(analysis.opened.columns)
        pages = [row.cells + ("",) * (width - len(row.cells)) for row in analysis.rows(whole.handle, 0, 5000)]
        assert len(pages) == whole.rows
        for column in range(min(width, 40)):
            found = await analysis.top(column, limit=5000)
            assert [(one.value, one.count) for one in found] == reference.top(pages, column)


@needs_shared
@pytest.mark.parametrize("path", sorted((SHARED / "reports").rglob("*.csv")), ids=lambda path: path.name)
async def test_a_real_report_is_counted_as_its_pages_show_it(path: Path) -> None:
    await counted_as_shown(path)


@pytest.mark.deep
@pytest.mark.parametrize(
    "path", sorted(TORTURE.rglob("*.csv")), ids=lambda path: str(path.relative_to(TORTURE))
)
async def test_every_torture_file_is_counted_as_its_pages_show_it(path: Path) -> None:
    try:
        await counted_as_shown(path)
    except TableError as refused:
        assert refused.sentence[-1] in ".…"


def table(rows: int) -> list[tuple[object, ...]]:
    return [
        (number, f"2026-0{1 + number % 6}-{1 + number % 28:02} 10:00:00", NAMES[number % 9], number * 7 % 50)
        for number in range(rows)
    ]


async def test_equal_rows_keep_the_files_order_and_a_view_is_computed_once(write: Write) -> None:
    async with analysing(write("id,day,name,score", table(500))) as analysis:
        view = View(sorts=(Sort(3, descending=True),))
        first = await analysis.view(view)
        again = await analysis.view(view)
        assert first.handle == again.handle and first.rows == 500
        rows = [(int(row.cells[3]), row.number) for row in analysis.rows(first.handle, 0, 500)]
        assert rows == sorted(rows, key=lambda pair: (-pair[0], pair[1]))
        assert analysis.rows(first.handle, 498, 60) == analysis.rows(first.handle, 498, 2)
        assert analysis.rows(999, 0, 10) == []


async def test_dates_are_filtered_by_days_and_by_periods(write: Write) -> None:
    async with analysing(write("id,day,name,score", table(600))) as analysis:

        async def days(test: Test, *values: str) -> set[str]:
            seen = await analysis.view(View(filters=(Filter(1, test, values),)))
            return {row.cells[1][:10] for row in analysis.rows(seen.handle, 0, 1000)}

        everything = {str(row[1])[:10] for row in table(600)}
        assert await days("over", "2026-06-10") == {day for day in everything if day > "2026-06-10"}
        assert await days("under", "2026-01-05") == {day for day in everything if day < "2026-01-05"}
        assert await days("between", "2026-02-03", "2026-02-09") == {
            day for day in everything if "2026-02-03" <= day <= "2026-02-09"
        }
        assert await days("in_period", "2026-02-03", "2026-02-09") == {
            day for day in everything if "2026-02-03" <= day < "2026-02-09"
        }
        assert await days("over", "2026-06-10 10:00:00") == await days("over", "2026-06-10")


ASKED_NUMBERS = {
    "is 1,500.50": Filter(1, "is", ("1,500.50",)),
    "is 1500.5": Filter(1, "is", ("1500.5",)),
    "is 1.500,50": Filter(1, "is", ("1.500,50",)),
    "is 1’500.50": Filter(1, "is", ("1’500.50",)),
    "contains 1,500.50": Filter(1, "contains", ("1,500.50",)),
    "contains 1.500,5": Filter(1, "contains", ("1.500,5",)),
    "contains 1,500.": Filter(1, "contains", ("1,500.",)),
}


@pytest.mark.parametrize("case", ASKED_NUMBERS)
async def test_a_number_is_found_as_it_is_shown(write: Write, case: str) -> None:
    cells = ["1500.5", "15005", "12900", "3", "n 1500"]
    path = write("name,amount", [(f"n{at}", cell) for at, cell in enumerate([*cells, *["2"] * 40])])
    async with analysing(path) as analysis:
        seen = await analysis.view(View(filters=(ASKED_NUMBERS[case],)))
        assert [row.cells[1] for row in analysis.rows(seen.handle, 0, 9)] == ["1500.5"]
        others = Filter(1, "is_not", ("1,500.50", "2.0"))
        seen = await analysis.view(View(filters=(others,)))
        assert [row.cells[1] for row in analysis.rows(seen.handle, 0, 9)] == cells[1:]
        seen = await analysis.view(View(search="12,900"))
        assert [row.cells[1] for row in analysis.rows(seen.handle, 0, 9)] == ["12900"]


async def test_a_number_that_is_shown_without_signs_is_not_found_with_them(write: Write) -> None:
    async with analysing(write("name,year", [("a 20,26", 2026), ("b", 2026), ("c", 2025)])) as analysis:
        for search, rows in (("20,26", 1), ("2,026", 0), ("20 26", 0), ("202", 3), ("b", 1)):
            assert (await analysis.view(View(search=search))).rows == rows, search


@pytest.mark.parametrize(
    ("one", "sentence"),
    [
        (Filter(3, "over", ("many",)), "“many” is not a number."),
        (Filter(1, "under", ("12",)), "“12” is not a date, such as 2026-01-31."),
        (Filter(3, "between", ("1",)), "This test needs two values."),
        (Filter(3, "in_period", ("2026-01-01", "2026-02-01")), "“2026-01-01” is not a number."),
        (Filter(9, "blank"), "The filter names a column that this table does not have."),
    ],
)
async def test_a_filter_that_fits_no_column_is_refused_in_words(
    write: Write, one: Filter, sentence: str
) -> None:
    async with analysing(write("id,day,name,score", table(60))) as analysis:
        with pytest.raises(AnalysisError) as refused:
            await analysis.view(View(filters=(one,)))
        assert refused.value.sentence == sentence and refused.value.advice


def private_folders(cache: Path) -> int:
    return len(list(cache.rglob("in-use")))


async def test_nothing_is_loaded_before_the_first_question(write: Write, own_cache: Path) -> None:
    async with analysing(write("id,day,name,score", table(50))) as analysis:
        whole = await analysis.view(View())
        assert whole.rows == 50 and len(analysis.rows(whole.handle, 0, 60)) == 50
        assert private_folders(own_cache) == 0, "looking at the rows asks nothing of DuckDB"
        await analysis.kinds()
        assert private_folders(own_cache) == 1


async def test_a_table_of_very_many_columns_is_searched_and_exported(write: Write, tmp_path: Path) -> None:
    header = ",".join(f"n{number}" for number in range(1_100))
    rows = [[f"{row}x{column}" for column in range(1_100)] for row in range(4)]
    async with analysing(write(header, rows)) as analysis:
        seen = await analysis.view(View(search="2X1099"))
        assert [row.number for row in analysis.rows(seen.handle, 0, 9)] == [3]
        done = await analysis.export(View(), tuple(range(1_100)), tmp_path / "wide.csv", "csv")
        assert done.rows == 4
        with pytest.raises(AnalysisError, match="This table has no such column"):
            await analysis.profile(1_100)


async def test_what_is_typed_into_a_filter_is_never_sql(write: Write) -> None:
    evil = "x'); DROP TABLE rows; --"
    async with analysing(write("id,name", [(1, evil), (2, "calm")])) as analysis:
        for view in (View(search=evil), View(filters=(Filter(1, "is", (evil,)),))):
            assert (await analysis.view(view)).rows == 1
        assert (await analysis.view(View(search="calm"))).rows == 1


async def test_a_file_that_changed_is_not_computed_with(write: Write) -> None:
    path = write("id,name", [(number, "a") for number in range(1000)])
    async with analysing(path) as analysis:
        await analysis.view(View())
        with path.open("a") as file:
            file.write("1001,b\n")
        with pytest.raises(FileChanged):
            await analysis.top(1)


async def test_a_cancelled_question_stops_and_the_next_is_answered(write: Write) -> None:
    heard: list[Loading] = []
    begun, loading = asyncio.Event(), asyncio.Event()

    def hear(told: Loading) -> None:
        heard.append(told)
        begun.set()
        if told.step == "loading":
            loading.set()

    path = write("id,day,name,score", table(200_000))
    opened = open_table(path)
    analysis = Analysis(opened, on_loading=hear)
    first = asyncio.ensure_future(analysis.view(View(sorts=(Sort(2),))))
    await begun.wait()
    first.cancel()
    with pytest.raises(asyncio.CancelledError):
        await first
    questions = [
        asyncio.ensure_future(analysis.view(View(sorts=(Sort(column),), search="a"))) for column in range(4)
    ]
    await loading.wait()  # all four wait for the table, and it is being read
    for question in questions[:3]:
        assert question.cancel(), "it was over before it could be taken back"
    ended = await asyncio.gather(*questions, return_exceptions=True)
    assert all(isinstance(end, asyncio.CancelledError) for end in ended[:3])
    assert not isinstance(ended[3], BaseException) and ended[3].rows > 0
    assert {one.step for one in heard} >= {"indexing", "loading"}
    await analysis.close()
    with pytest.raises(AnalysisError, match="This table was closed"):
        await analysis.top(1)
    opened.close()


@pytest.mark.parametrize("step", ["indexing", "copying", "loading"])
async def test_closing_at_any_step_of_the_loading_leaves_nothing(write: Write, step: str) -> None:
    rows = [*table(300_000), (1, "2026-01-01", "a", 2, "one cell more")]
    opened = open_table(write("id,day,name,score", rows))
    reached = asyncio.Event()

    def heard(loading: Loading) -> None:
        if loading.step == step:
            reached.set()

    analysis = Analysis(opened, on_loading=heard)
    asked = asyncio.create_task(analysis.top(2))
    await reached.wait()
    await analysis.close()
    with pytest.raises((asyncio.CancelledError, AnalysisError)):
        await asked
    opened.close()
