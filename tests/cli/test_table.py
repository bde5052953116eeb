"""`svcconsole table`: the rows of any file as an import sees them, and one line of JSON about each."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.command import CommandLine


@pytest.fixture
def command(tmp_path: Path) -> CommandLine:
    return CommandLine(tmp_path)


def written(folder: Path, name: str, content: str | bytes) -> str:
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return str(path)


async def test_rows_are_written_as_plain_csv_with_one_line_about_each_file(
    command: CommandLine, tmp_path: Path
) -> None:
    files = [
        written(tmp_path, "a.csv", 'Report\r\n\r\nid;name\r\n1;"x; y"\r\n2;"say ""hi"""\r\n'),
        written(tmp_path, "b.csv", "1,one\n2,\n3,three,more\n4\n"),
        written(tmp_path, "gone.pdf", b"%PDF-1.7 nothing"),
        written(tmp_path, "c.csv", ""),
        written(tmp_path, "d.csv", "id,name\n"),
    ]
    done = await command.run("table", *files, "--out-dir", str(tmp_path / "out"))
    assert done.code == 2, done.stderr
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert [Path(line["file"]).name for line in lines] == ["a.csv", "b.csv", "gone.pdf", "c.csv", "d.csv"]
    texts = {path.name: path.read_bytes().decode() for path in (tmp_path / "out").iterdir()}
    assert texts == {
        "a.csv": 'id,name\n1,x; y\n2,"say ""hi"""\n',
        "b.csv": "1,one\n2,\n3,three,more\n4\n",
        "c.csv": "",
        "d.csv": "id,name\n",
    }
    assert [lines[0][key] for key in ("delimiter", "encoding", "header_line", "rows")] == [";", "utf-8", 3, 2]
    assert (lines[1]["header_line"], lines[1]["header_rows"]) == (0, 0)
    assert [question["code"] for question in lines[1]["questions"]] == ["shifted", "shifted"]
    assert lines[2]["error"]
    assert (lines[3]["rows"], lines[4]["rows"]) == (0, 0)


async def test_one_file_goes_where_it_is_told_and_never_over_itself(
    command: CommandLine, tmp_path: Path
) -> None:
    path = tmp_path / "a.csv"
    file = written(tmp_path, path.name, "id\tname\n1\ttwo\n")
    done = await command.run("table", file, "--out", str(tmp_path / "b.csv"))
    assert (done.code, (tmp_path / "b.csv").read_text("utf-8")) == (0, "id,name\n1,two\n")
    refused = await command.run("table", file, "--out", file)
    assert (refused.code, path.read_text("utf-8")) == (2, "id\tname\n1\ttwo\n")
    assert "it is not written over" in refused.stdout
    several = await command.run("table", file, file, "--out", str(tmp_path / "b.csv"))
    assert (several.code, several.stdout) == (2, "")
    assert "--out-dir" in several.stderr


async def test_no_file_is_written_over_one_that_is_read_or_was_written(
    command: CommandLine, tmp_path: Path
) -> None:
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
    inner, other = (written(tmp_path / name, "x.csv", f"id\n{name}\n") for name in ("a", "b"))
    outer = written(tmp_path, "x.csv", "id\nouter\n")
    done = await command.run("table", inner, outer, "--out-dir", str(tmp_path))
    assert (done.code, (tmp_path / "x.csv").read_text("utf-8")) == (2, "id\nouter\n")
    done = await command.run("table", inner, other, "--out-dir", str(tmp_path / "out"))
    first, second = map(json.loads, done.stdout.splitlines())
    assert (done.code, first["rows"]) == (2, 1)
    assert "it is not written over" in second["error"]
    assert (tmp_path / "out" / "x.csv").read_text("utf-8") == "id\na\n"


async def test_without_a_place_the_decisions_are_printed(command: CommandLine, tmp_path: Path) -> None:
    file = written(tmp_path, "a.csv", 'a, b, c\n1, "x, y", 3\n4, "z", 6\n')
    done = await command.run("table", file)
    [line] = map(json.loads, done.stdout.splitlines())
    assert (done.code, line["delimiter"], line["rows"]) == (0, ", ", 2)
