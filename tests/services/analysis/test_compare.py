"""Two reports by a key: added, removed and changed rows, told and paged; duplicate keys told, not guessed."""

from __future__ import annotations

import asyncio
import threading

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from svcconsole.services.analysis.results import AnalysisError, DuplicateKey, Loading
from svcconsole.tables.viewing.opened_table import open_table
from tests.services.analysis.analysing import analysing
from tests.services.analysis.conftest import AS_WRITTEN, Write

Table = dict[tuple[str, str], list[str]]
CELLS = st.sampled_from(["a", "b", "", "Ä", "x,y", 'q"', "two\nlines"])
TABLES = st.dictionaries(
    st.tuples(st.sampled_from("pqrstu"), st.sampled_from("12")), st.lists(CELLS, min_size=2, max_size=2)
)


@given(old=TABLES, new=TABLES)
@settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_differences_are_those_of_two_dictionaries(write: Write, old: Table, new: Table) -> None:
    old[("z", "0")] = new[("z", "0")] = ["same", "same"]
    before = write("one,two,left,right", [(*key, *cells) for key, cells in old.items()], "before.csv")
    turned = [(right, *key, left) for key, (left, right) in new.items()]
    after = write("right,one,two,left", turned, "after.csv")

    async def go() -> None:
        other = open_table(after, dialect=AS_WRITTEN)
        async with analysing(before, AS_WRITTEN) as analysis:
            found = await analysis.compare(other, ("one", "two"))
            assert found.columns == ("one", "two", "left", "right")
            changed = {key for key in old.keys() & new.keys() if old[key] != new[key]}
            assert {one.key for one in found.rows("added", 0, 99)} == new.keys() - old.keys()
            assert {one.key for one in found.rows("removed", 0, 99)} == old.keys() - new.keys()
            assert {one.key for one in found.rows("changed", 0, 99)} == changed
            assert found.unchanged == len(old.keys() & new.keys()) - len(changed)
            for one in found.rows("changed", 0, 99):
                assert one.before is not None and one.after is not None
                assert list(one.before[2:]) == old[one.key[0], one.key[1]]
                assert list(one.after[2:]) == new[one.key[0], one.key[1]]
                assert one.changed == tuple(
                    place for place in range(4) if one.before[place] != one.after[place]
                )
        other.close()

    asyncio.run(go())


async def test_duplicate_keys_and_columns_of_one_side_are_told(write: Write) -> None:
    old = [("1", "a", "x"), ("2", "b", "x"), ("2", "c", "x"), ("3", "d", "x")]
    new = [("1", "A", "y"), ("2", "b", "y"), ("4", "e", "y"), ("4", "e", "y")]
    before, after = write("id,name,gone", old, "before.csv"), write("id,name,fresh", new, "after.csv")
    other = open_table(after)
    async with analysing(before) as analysis:
        found = await analysis.compare(other, ("id",))
        assert (found.added, found.removed, found.changed, found.unchanged) == (0, 1, 1, 0)
        assert found.duplicates == 2
        assert found.duplicate_keys == (DuplicateKey(("2",), 2, 1), DuplicateKey(("4",), 0, 2))
        assert (found.only_before, found.only_after) == (("gone",), ("fresh",))
        assert found.changed_by_column == (0, 1)
        (row,) = found.rows("changed", 0, 10)
        assert (row.number_before, row.number_after, row.changed) == (1, 1, (1,))
        (lost,) = found.rows("removed", 0, 10)
        assert (lost.key, lost.number_before, lost.after) == (("3",), 4, None)
        assert found.rows("changed", 1, 10) == []
        with pytest.raises(AnalysisError, match="“gone” is not a column of both files"):
            await analysis.compare(other, ("gone",))
        with pytest.raises(AnalysisError, match="No key was chosen"):
            await analysis.compare(other, ())
    other.close()


@pytest.mark.parametrize(("step", "times"), [("indexing", 1), ("loading", 1), ("loading", 2)])
async def test_a_comparison_taken_back_leaves_both_files_usable(write: Write, step: str, times: int) -> None:
    """Taken back while the first table is indexed or loaded, and while the second one is."""
    before = write("id,name", [(n, f"n{n}") for n in range(120_000)], "before.csv")
    after = write("id,name", [(n, f"m{n % 7}") for n in range(120_000)], "after.csv")
    other = open_table(after)
    steps: list[str] = []
    reached = asyncio.Event()

    def heard(loading: Loading) -> None:
        steps.append(loading.step)
        if steps.count(step) == times:
            reached.set()

    async with analysing(before, on_loading=heard) as analysis:
        task = asyncio.create_task(analysis.compare(other, ("id",)))
        await reached.wait()
        assert task.cancel(), "it was over before it could be taken back"
        with pytest.raises(asyncio.CancelledError):
            await task
        working = [thread.name for thread in threading.enumerate() if thread.name.startswith("analysis")]
        assert working == [], "it was told to be over while it went on"
        assert analysis.opened.first_rows(1)[0].cells == ("0", "n0")
        found = await analysis.compare(other, ("id",))
        assert (found.changed, found.unchanged, found.added) == (120_000, 0, 0)
        assert found.rows("changed", 119_999, 5)[0].key == ("119999",)
    other.close()


async def test_a_number_written_in_another_way_is_no_change(write: Write) -> None:
    """Cells of a column are compared as they are read; what is no number is compared letter for letter."""
    old = [("a", "4500", "10%", "0815"), ("b", "129,900", "5%", "0816"), ("c", "7", "1%", "12")]
    new = [("a", "4,500.0", "10", "815"), ("b", "129,901", "5.0%", "0816"), ("c", "", "1%", "12")]
    before = write("key,amount,share,plain", old, "before.csv")
    other = open_table(write("key,amount,share,plain", new, "after.csv"))
    async with analysing(before) as analysis:
        found = await analysis.compare(other, ("key",))
        changed = {one.key[0]: one.changed for one in found.rows("changed", 0, 9)}
        assert changed == {"a": (2, 3), "b": (1,), "c": (1,)}
        assert found.changed_by_column == (0, 2, 1, 1)
        assert [look.kind for look in found.looks] == ["text", "number", "number", "text"]
        assert found.looks[1].grouped
    other.close()
