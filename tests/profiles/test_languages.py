"""Which language is spoken: the environment's, else the one set, else this computer's; window and command."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from PySide6.QtCore import QLocale

from svcconsole import folders, languages, preferences
from svcconsole.gui.runtime.languages import conventions
from tests.support.wordlist import ROOT

SYSTEM = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")


@pytest.fixture(autouse=True)
def _three_languages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, own_folders: Path) -> None:
    """English, German and Brazilian Portuguese, on a computer that says nothing of languages."""
    for code in ("de", "pt_BR"):
        with (tmp_path / f"{code}.mo").open("wb") as file:
            write_mo(file, Catalog(locale=code))
    monkeypatch.setattr(languages, "folder", lambda: tmp_path)
    said = {name: value for name, value in os.environ.items() if name not in {languages.VARIABLE, *SYSTEM}}
    monkeypatch.setattr(os, "environ", said)  # what the C library speaks stays as it is


@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        ("de", "de"),
        ("de_AT", "de"),
        ("de-CH", "de"),
        ("de_DE.UTF-8@euro", "de"),
        ("pt-BR", "pt_BR"),
        ("pt_PT", None),
        ("en_GB.UTF-8", "en"),
        ("C.UTF-8", None),
        ("../../etc/passwd", None),
        ("", None),
    ],
)
def test_a_locale_names_a_language_there_is(wanted: str, code: str | None) -> None:
    assert languages.known(wanted) == code


def test_the_environment_goes_before_the_setting_and_that_before_the_system(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert languages.chosen().code == "en"
    monkeypatch.setitem(os.environ, "LANG", "pt_BR.UTF-8")
    assert languages.chosen().code == "pt_BR"
    assert languages.chosen(["fr-FR", "de-AT"]).code == "de"
    preferences.change(language="de")
    assert languages.chosen().code == "de"
    monkeypatch.setitem(os.environ, languages.VARIABLE, "en")
    assert languages.chosen().code == "en"


def test_a_language_that_is_not_there_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(os.environ, languages.VARIABLE, "xx")
    monkeypatch.setitem(os.environ, "LANGUAGE", "fr:de:en")
    assert languages.chosen().code == "de"


@pytest.mark.parametrize("text", ["", "[]", "{", '{"language": null}', '{"language": 7}', "\x00"])
def test_settings_that_cannot_be_read_set_no_language(text: str, own_folders: Path) -> None:
    path = folders.config_dir() / languages.SETTINGS_FILE
    path.write_text(text, "utf-8")
    assert languages.chosen().code == "en"


def test_an_administrator_fixes_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    preferences.change(language="de")
    fixed = tmp_path / "managed.json"
    fixed.write_text(json.dumps({"settings": {"language": "pt_BR"}}), "utf-8")
    monkeypatch.setitem(os.environ, "SVCCONSOLE_MANAGED_FILE", str(fixed))
    assert languages.chosen().code == "pt_BR"


def test_a_catalog_that_is_damaged_leaves_the_english_words(tmp_path: Path) -> None:
    (tmp_path / "de.mo").write_bytes(b"no catalog")
    assert languages.language("de").code == "en"


@pytest.mark.parametrize(
    ("code", "system", "number"),
    [
        ("es", "en_US", "12,345.5"),
        ("es", "de_DE", "12.345,5"),
        ("en", "de_DE", "12.345,5"),
        ("en", "C", "12,345.5"),
        ("ar", "ar_EG", "12,345.5"),
        ("ar", "ar_MA", "12.345,5"),
        ("ar", "de_DE", "12,345.5"),
        ("hi", "de_DE", "12,345.5"),
        ("hi", "hi_IN", "12,345.5"),
    ],
)
def test_numbers_are_written_as_the_country_does_with_the_digits_of_the_store(
    code: str, system: str, number: str
) -> None:
    written = conventions(code, QLocale(system)).toString(12345.5, "f", 1)
    assert written.replace("\u200e", "") == number


def test_a_command_speaks_it(own_folders: Path) -> None:
    """The languages that are shipped, in a process of its own."""
    said = {}
    for code in ("en", "es", "ar", "hi"):
        done = subprocess.run(
            [sys.executable, "-m", "svcconsole", "call", "products/lst"],
            cwd=ROOT,
            env={**os.environ, languages.VARIABLE: code},
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
        )
        said[code] = done.stderr.splitlines()[0]
    assert said["en"] == "There is no operation 'products/lst'."
    assert len(set(said.values())) == len(said)
    assert all("products/lst" in sentence for sentence in said.values())
