"""The recipes agree with the project: one version, one id, every resource, hashed locks, no foreign path."""

from __future__ import annotations

import configparser
import re
import shutil
import subprocess
import tomllib
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from svcconsole import __version__
from svcconsole.__main__ import TABLES
from svcconsole.gui.runtime import version as build_words
from svcconsole.parts import QT_TEXTS

ROOT = Path(__file__).resolve().parents[2]
PACKAGING = ROOT / "packaging"
SCRIPTS = sorted(PACKAGING.rglob("*.sh"))
RECIPES = [path for path in sorted(PACKAGING.rglob("*")) if path.is_file() and path.suffix != ".pyc"]
PIN = re.compile(r"^([a-z0-9-]+)==([^ ;\\]+)", re.MULTILINE)


def text(*parts: str) -> str:
    return PACKAGING.joinpath(*parts).read_text(encoding="utf-8")


def desktop_entry() -> configparser.ConfigParser:
    entry = configparser.ConfigParser(interpolation=None)
    entry.read_string(text("linux", "svcconsole.desktop"))
    return entry


def test_the_version_is_said_once_and_is_the_same_everywhere() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["version"] == __version__
    assert re.search(rf"^## {re.escape(__version__)}\b", text("CHANGELOG.md"), re.MULTILINE)
    for name in ("control.in", "svcconsole.1.in", "svcconsole.metainfo.xml"):
        assert "@VERSION@" in text("linux", name)
        assert __version__ not in text("linux", name)


def test_the_menu_entry_starts_the_program_with_the_files_it_can_open() -> None:
    entry = desktop_entry()["Desktop Entry"]
    assert (entry["Exec"], entry["Icon"], entry["Terminal"]) == ("svcconsole %f", "svcconsole", "false")
    types = [name for name in entry["MimeType"].split(";") if name]
    assert types == ["text/csv", "text/tab-separated-values"]
    assert desktop_entry()["Desktop Action practice"]["Exec"] == "svcconsole --practice"
    supported = re.findall(r'SupportedTypes" "(\.\w+)"', text("windows", "installer.nsi"))
    assert sorted(supported) == sorted(TABLES)


def test_the_store_page_names_the_entry_and_the_same_types() -> None:
    page = ET.fromstring(text("linux", "svcconsole.metainfo.xml"))
    assert page.findtext("launchable") == "svcconsole.desktop"
    types = [each.text for each in page.iter("mediatype")]
    assert types == [name for name in desktop_entry()["Desktop Entry"]["MimeType"].split(";") if name]
    assert page.findtext("provides/binary") == "svcconsole"


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.relative_to(PACKAGING).as_posix())
def test_every_script_can_be_read_by_a_plain_shell(script: Path) -> None:
    subprocess.run([shutil.which("dash") or "sh", "-n", script], check=True)
    said = script.read_text(encoding="utf-8").removeprefix("#!/bin/sh\n")
    assert said.startswith("# "), "says what it is for"


def test_what_builds_a_package_is_pinned_and_never_a_dependency() -> None:
    runtime = dict(PIN.findall(text("requirements.lock")))
    build = dict(PIN.findall(text("build.lock")))
    assert "pyinstaller" in build
    assert "pyinstaller" not in runtime
    assert all(runtime[name] == version for name, version in build.items() if name in runtime)
    for lock in ("build.lock", "windows/runtime.lock"):
        for pin in PIN.finditer(text(lock)):
            line = text(lock)[pin.end() :].replace("\\\n", " ").splitlines()[0]
            assert "--hash=sha256:" in line, pin[0]


def test_the_package_takes_every_resource_and_every_module() -> None:
    spec = text("svcconsole.spec")
    assert '(str(resources), "svcconsole/_resources")' in spec
    assert 'collect_submodules("svcconsole")' in spec
    launched = text("windows", "stage.py")
    assert "from svcconsole.__main__ import main" in launched
    assert "from svcconsole.__main__ import main" in text("launcher.py")


def test_the_build_writes_what_the_page_about_reads() -> None:
    for name in ("build_room.sh", "build_wheel.sh"):
        assert f"resources/{build_words.BUILD}" in text(name)
    assert 'QT_LICENCES = ("LGPL-3", "GPL-3", "GPL-2")' in text("shipped.py")
    assert {name.removesuffix(".txt") for name in QT_TEXTS} <= {"LGPL-3", "GPL-3", "GPL-2"}


def test_every_script_that_a_recipe_calls_is_there() -> None:
    for script in SCRIPTS:
        for name in re.findall(
            r"\$(?:root|here)/([\w./-]+\.(?:sh|py|lock|spec|nsi))", script.read_text("utf-8")
        ):
            assert any((base / name).is_file() for base in (ROOT, PACKAGING, script.parent)), (script, name)


def test_recipes_name_no_path_of_the_machine_they_were_written_on() -> None:
    for path in RECIPES:
        found = re.findall(r"(?<![\w$}/])/(?:work|tmp/team|root)/", path.read_text(encoding="utf-8"))
        assert not found, path
