"""Practice stores of every released format, kept as files, get today's tables and lose nothing."""

from __future__ import annotations

import ast
import subprocess
import sys
import tarfile
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import Connection

from svcconsole.sandbox.store import database, formats
from svcconsole.sandbox.store.database import FILE, Database
from svcconsole.sandbox.store.record_files import RecordFiles
from svcconsole.sandbox.store.snapshots import SUFFIX
from svcconsole.sandbox.store.tables import metadata
from tests.sandbox.store.formats import make
from tests.sandbox.store.formats.make import ADDRESS, sample
from tests.sandbox.wire import data
from tests.support.practice import start_practice_store
from tests.support.sqlite_schema import Schema, dump_of, rows_of, schema_of

ROOT = Path(__file__).parents[3]
RELEASED = sorted(formats.SCHEMAS)
EARLIER = [number for number in RELEASED if number < formats.FORMAT]
SMALL = 60_000


def keep(folder: Path) -> None:
    """Begin the store as a program does that is served where it was before."""
    RecordFiles(folder, "empty", ADDRESS).close()


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Schema:
    """The tables of a store that is made today."""
    folder = tmp_path_factory.mktemp("fresh")
    keep(folder)
    return schema_of(folder / FILE)


@pytest.mark.parametrize("number", RELEASED)
def test_each_format_is_kept_as_a_small_file_with_rows_in_every_table(tmp_path: Path, number: int) -> None:
    make.write(number, tmp_path / "again")
    assert dump_of(make.kept(number)) == dump_of(tmp_path / "again"), "run tests.sandbox.store.formats.make"
    assert make.kept(number).stat().st_size < SMALL
    tables = [name for name, parts in schema_of(make.kept(number)).items() if len(parts) > 1]
    assert [name for name in tables if not rows_of(make.kept(number), name)] == []


def test_todays_tables_are_those_of_the_last_format(tmp_path: Path, fresh: Schema) -> None:
    """A change of today's tables without a format of its own would never reach a store that is there."""
    assert RELEASED == [*range(1, formats.FORMAT + 1)] == sorted({1, *formats.UPGRADES})
    assert schema_of(sample(formats.FORMAT, tmp_path)) == fresh, "add svcconsole/sandbox/formats/format_N.py"


def test_the_formats_import_nothing_that_goes_on_changing() -> None:
    for path in Path(formats.__file__).parent.glob("*.py"):
        imported: set[str | None] = set()
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom):
                imported.add(None if node.level else node.module)
            elif isinstance(node, ast.Import):
                imported |= {one.name for one in node.names}
        ours = {name for name in imported if name is None or name.startswith("svcconsole")}
        assert ours <= {"svcconsole.sandbox.store.formats"}, path.name


@pytest.mark.parametrize("number", RELEASED)
def test_a_store_of_each_format_has_todays_tables_and_every_row_afterwards(
    tmp_path: Path, number: int, fresh: Schema
) -> None:
    path = sample(number, tmp_path)
    keep(tmp_path)
    assert schema_of(path) == fresh
    assert {"name": "format", "value": str(formats.FORMAT)} in rows_of(path, "settings")
    for name, rows in make.ROWS[number].items():
        found = rows_of(path, name)
        for row in rows:
            assert any(row.items() <= there.items() for there in found), (name, row)


@pytest.mark.parametrize("number", RELEASED)
def test_a_store_of_each_format_is_served(tmp_path: Path, number: int) -> None:
    sample(number, tmp_path)
    with start_practice_store(tmp_path) as store:
        (product,) = data(store, "products/list", {})["products"]
        assert product == {"id": "p1", "image": f"{store.base_url}/media/p1.png"}
        counts = store.counts()
        assert (counts["catalogs"], counts["messages"]) == (1, number - 1)
        store.control("POST", "/reset", {"seed": "empty"})
        assert store.counts()["products"] == 0
        store.stop()


@pytest.mark.parametrize("number", RELEASED)
def test_a_snapshot_of_each_format_is_restored(tmp_path: Path, number: int, fresh: Schema) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    keep(folder)
    make.write(number, tmp_path / "records", page_size=4096)
    (folder / "snapshots").mkdir()
    with tarfile.open(folder / "snapshots" / f"old{SUFFIX}", "w") as archive:
        archive.add(tmp_path / "records", FILE)
    with closing(RecordFiles(folder, "empty", ADDRESS)) as kept:
        assert kept.restore("old") == "old"
        with kept.database.transaction() as connection:
            assert database.counts(connection)["catalogs"] == 1
            assert database.counts(connection).keys() == metadata.tables.keys() - {"settings"}
    assert schema_of(folder / FILE) == fresh


@pytest.mark.parametrize(
    ("number", "step"), [(number, step) for number in EARLIER for step in RELEASED if step > number]
)
def test_an_upgrade_that_breaks_off_leaves_the_store_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, step: int, fresh: Schema
) -> None:
    """Killed in the middle: what every store holds by now is there after the next start, too."""
    path = sample(number, tmp_path)
    before = dump_of(path)
    upgrade = formats.UPGRADES[step]

    def killed(connection: Connection) -> None:
        upgrade(connection)
        raise KeyboardInterrupt

    monkeypatch.setitem(formats.UPGRADES, step, killed)
    with pytest.raises(KeyboardInterrupt):
        keep(tmp_path)
    assert dump_of(path) == before
    monkeypatch.undo()
    keep(tmp_path)
    assert schema_of(path) == fresh
    assert rows_of(path, "agents")


def test_a_first_start_that_was_killed_before_it_was_sown_says_its_format(tmp_path: Path) -> None:
    """Its tables are today's: taken for those of format 1, they would meet every later step."""
    Database(tmp_path).close()
    assert rows_of(tmp_path / FILE, "settings") == [{"name": "format", "value": str(formats.FORMAT)}]
    keep(tmp_path)
    assert rows_of(tmp_path / FILE, "agents")


def test_an_earlier_programs_first_start_that_was_killed_goes_on(tmp_path: Path, fresh: Schema) -> None:
    """It left every table and no format."""
    Database(tmp_path).close()
    with closing(Database(tmp_path)) as store, store.transaction() as connection:
        database.forget_setting(connection, "format")
    keep(tmp_path)
    assert schema_of(tmp_path / FILE) == fresh
    assert rows_of(tmp_path / FILE, "agents")


@pytest.mark.parametrize("number", RELEASED)
def test_the_next_column_and_the_next_table_reach_every_store(tmp_path: Path, number: int) -> None:
    """A program whose tables have changed once more, in a process of its own: no step meets them before its
    time."""
    sample(number, tmp_path / "old")
    ended = subprocess.run(
        [sys.executable, "-m", "tests.sandbox.store.formats.next_format", str(tmp_path / "old"),
         str(tmp_path / "new")],
        cwd=ROOT, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert ended.returncode == 0, ended.stderr
    old, new = (schema_of(tmp_path / name / FILE) for name in ("old", "new"))
    assert old == new
    assert "colour TEXT" in old["customers"]
    assert "parcels" in old
