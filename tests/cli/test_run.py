"""The command line as a whole: its help, and words it does not know."""

from __future__ import annotations

import pytest

from svcconsole import __version__, cli


def test_the_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["--help"]) == 0
    shown = capsys.readouterr().out
    assert all(f"\n  {command} " in shown for command in cli.COMMANDS)


@pytest.mark.parametrize(
    "arguments", [["nope"], ["--nope"], ["call"], ["call", "products/list", "{}", "more"]]
)
def test_what_is_not_understood_is_refused(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(arguments) == 2
    ended = capsys.readouterr()
    assert ended.out == ""
    assert "svcconsole" in ended.err


def test_it_says_its_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["--version"]) == 0
    assert capsys.readouterr().out == f"svcconsole {__version__}\n"


@pytest.mark.parametrize("command", list(cli.COMMANDS))
def test_every_command_explains_itself(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run([command, "--help"]) == 0
    assert f"svcconsole {command}" in capsys.readouterr().out
