"""Steps of a table: whatever was done is undone and done again, and the table always has room to type in."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from svcconsole.gui.tabs.user_properties.cells import BLANK, PLACES, Values
from svcconsole.gui.tabs.user_properties.sheet_model import LEAST, MOST_ROWS, STEPS, Plan, Row, Sheet, written

WORDS = st.sampled_from([None, "Asha", "Rao", "رضا"])
ENTRIES = st.lists(st.fixed_dictionaries({"first_name": WORDS}, optional={"city": WORDS}), max_size=5)
DOINGS = st.lists(
    st.tuples(
        st.sampled_from(["set", "write", "insert", "duplicate", "remove", "undo", "redo"]),
        st.integers(0, 30),
        st.integers(1, 5),
        ENTRIES,
    ),
    max_size=25,
)


def done(sheet: Sheet, plan: Plan) -> bool:
    """Go through a plan and do it; whether there was anything to do."""
    try:
        while True:
            next(plan)
    except StopIteration as end:
        if end.value is None:
            return False
        sheet.do(end.value)
        return True


def filled(sheet: Sheet) -> list[Values]:
    return [row.values for row in sheet.rows]


def plan_of(sheet: Sheet, what: str, at: int, count: int, entries: list[dict[str, str | None]]) -> Plan:
    at %= len(sheet.rows)
    places = range(at, min(at + count, len(sheet.rows)))
    match what:
        case "set":
            return sheet.rewriting(places, lambda row: written(row.values, {"city": "Pune"}))
        case "write":
            return sheet.writing(at, entries)
        case "insert":
            return sheet.inserting(at, [written(BLANK, entry) for entry in entries])
        case "duplicate":
            return sheet.duplicating(places)
    return sheet.removing(places)


@given(DOINGS)
def test_all_that_was_done_is_undone_and_done_again(
    doings: list[tuple[str, int, int, list[dict[str, str | None]]]],
) -> None:
    sheet = Sheet()
    before = filled(sheet)
    for what, at, count, entries in doings:
        if what in ("undo", "redo"):
            if (sheet.undo_step() if what == "undo" else sheet.redo_step()) is not None:
                getattr(sheet, what)()
        else:
            done(sheet, plan_of(sheet, what, at, count, entries))
        assert len(sheet.rows) >= LEAST and sheet.rows[-1].is_blank
        assert [sheet.place(row.uid) for row in sheet.rows] == list(range(len(sheet.rows)))
    after, steps = filled(sheet), 0
    while sheet.undo_step() is not None:
        sheet.undo()
        steps += 1
    assert filled(sheet) == before
    for _ in range(steps):
        sheet.redo()
    assert filled(sheet) == after


def test_what_would_change_nothing_is_no_step() -> None:
    sheet = Sheet([Row(1, written(BLANK, {"city": "Pune"}))])
    assert not done(sheet, sheet.rewriting([0], lambda row: written(row.values, {"city": "Pune"})))
    assert not done(sheet, sheet.removing([])) and sheet.undo_step() is None


def test_the_history_is_bounded_but_the_last_step_can_always_be_undone() -> None:
    sheet = Sheet()
    for number in range(STEPS + 5):
        done(sheet, sheet.writing(0, [{"city": str(number)}]))
    for _ in range(STEPS):
        sheet.undo()
    assert sheet.undo_step() is None and sheet.rows[0].values[PLACES["city"]] == "4"
    done(sheet, sheet.inserting(0, [BLANK] * (MOST_ROWS + 1)))
    sheet.undo()
    assert len(sheet.rows) == LEAST
