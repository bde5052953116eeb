"""`dev.py test --changed` finds the tests that import, or name, what changed."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The script over a small project of its own: text, words and a page, each with its test."""
    spec = importlib.util.spec_from_file_location("changed", ROOT / "packaging" / "changed.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setattr(module, "ROOT", tmp_path)
    monkeypatch.setattr(module, "CACHE", tmp_path / ".cache" / "imports.json")
    files = {
        "svcconsole/words.py": "",
        "svcconsole/text.py": "from svcconsole import words\nSHEET = 'guide.md'\n",
        "svcconsole/page.py": (
            "from typing import TYPE_CHECKING\nfrom importlib import import_module\n"
            "import_module('svcconsole.text')\n"
            "if TYPE_CHECKING:\n    import svcconsole.typed\n"
        ),
        "svcconsole/typed.py": "",
        "tests/test_words.py": "from svcconsole.words import say\n",
        "tests/test_text.py": "import svcconsole.text\nSCRIPT = 'build.py'\n",
        "tests/gui/conftest.py": "import svcconsole.page\n",
        "tests/gui/test_look.py": "",
    }
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return module


def touched(changed: ModuleType, *names: str) -> tuple[set[str], set[str]]:
    near, far = changed.touched(names, changed.links(changed.read_tree(), names))
    return near, far


def test_the_tests_that_import_a_module_are_near_and_those_behind_other_modules_far(
    changed: ModuleType,
) -> None:
    assert touched(changed, "svcconsole/words.py") == (
        {"tests/test_words.py"},
        {"tests/test_text.py", "tests/gui/test_look.py"},
    )


def test_a_module_loaded_by_its_name_counts_and_a_conftest_stands_for_the_tests_below_it(
    changed: ModuleType,
) -> None:
    assert touched(changed, "svcconsole/text.py") == ({"tests/test_text.py"}, {"tests/gui/test_look.py"})
    assert touched(changed, "svcconsole/page.py") == ({"tests/gui/test_look.py"}, set())


def test_what_only_the_type_checker_reads_touches_no_test(changed: ModuleType) -> None:
    assert touched(changed, "svcconsole/typed.py") == (set(), set())


def test_a_file_that_is_no_module_is_found_by_its_name(changed: ModuleType) -> None:
    assert touched(changed, "resources/guide.md")[0] == {"tests/test_text.py"}
    assert touched(changed, "packaging/build.py")[0] == {"tests/test_text.py"}


def test_a_changed_test_is_its_own_and_a_deleted_module_touches_who_still_imports_it(
    changed: ModuleType, tmp_path: Path
) -> None:
    assert touched(changed, "tests/test_words.py") == ({"tests/test_words.py"}, set())
    (tmp_path / "svcconsole" / "words.py").unlink()
    assert touched(changed, "svcconsole/words.py")[0] == {"tests/test_words.py"}


def test_an_edited_file_is_read_again(changed: ModuleType, tmp_path: Path) -> None:
    assert touched(changed, "svcconsole/typed.py")[0] == set()
    (tmp_path / "tests" / "test_text.py").write_text("import svcconsole.typed\n", encoding="utf-8")
    assert touched(changed, "svcconsole/typed.py")[0] == {"tests/test_text.py"}


def test_what_is_edited_new_or_deleted_has_changed(changed: ModuleType, tmp_path: Path) -> None:
    if shutil.which("git") is None:
        pytest.skip("there is no git here")
    author = ["-c", "user.name=A", "-c", "user.email=a@example.com"]
    for words in (["init", "-q"], ["add", "."], [*author, "commit", "-q", "-m", "One"]):
        subprocess.run(["git", *words], cwd=tmp_path, check=True)
    (tmp_path / "svcconsole" / "words.py").write_text("EDITED = True\n", encoding="utf-8")
    (tmp_path / "svcconsole" / "new.py").write_text("", encoding="utf-8")
    (tmp_path / "svcconsole" / "typed.py").unlink()
    assert changed.changed_since("HEAD") == [
        "svcconsole/new.py",
        "svcconsole/typed.py",
        "svcconsole/words.py",
    ]


def test_the_commands_are_in_the_help_of_the_script() -> None:
    done = subprocess.run(
        [sys.executable, ROOT / "packaging" / "dev.py"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    for verb in ("run", "show PAGE", "pictures", "test --changed", "test PATH", "bench", "deep"):
        assert f"dev.py {verb} " in done.stdout
