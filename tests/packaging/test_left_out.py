"""What the packages leave out is nothing that any part of the program loads."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

import babel
import pytest

from svcconsole.tables.values.countries import LANGUAGES

PACKAGING = Path(__file__).resolve().parents[2] / "packaging"
LOADED = """
import ast, contextlib, importlib, inspect, pkgutil, sys, svcconsole
for found in pkgutil.walk_packages(svcconsole.__path__, "svcconsole."):
    if found.name.endswith("__main__"):
        continue
    module = importlib.import_module(found.name)
    for node in ast.walk(ast.parse(inspect.getsource(module))):
        if isinstance(node, ast.Import):
            named = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            named = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        else:
            continue
        for name in named:
            with contextlib.suppress(ImportError):  # a name that is no module, or of another system
                importlib.import_module(name)
print(*(name for name in sys.modules if name.partition(".")[0] not in sys.stdlib_module_names))
"""


@pytest.fixture(scope="module")
def loaded() -> set[str]:
    """Every module of a library that is loaded where every module of the program is, and where all that it
    loads only when it is used is, too."""
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(
        [sys.executable, "-c", LOADED], capture_output=True, text=True, check=True, env=environment
    )
    return set(done.stdout.split())


def _assigned(script: Path, name: str) -> ast.expr:
    for node in ast.walk(ast.parse(script.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == name:
            return node.value
    raise AssertionError(f"{script.name} has no {name}")


def _pattern(script: Path, kept: str = "") -> re.Pattern[str]:
    """What a script leaves out of a folder."""
    texts = (node.value for node in ast.walk(_assigned(script, "LEFT_OUT")) if isinstance(node, ast.Constant))
    pattern = max(map(str, texts), key=len)
    return re.compile(pattern.replace("{kept}", kept), re.VERBOSE)


def test_the_folder_of_the_program_brings_what_the_program_needs(loaded: set[str]) -> None:
    assert "pyqtgraph.graphicsItems.PlotCurveItem" in loaded
    never = ast.literal_eval(_assigned(PACKAGING / "svcconsole.spec", "NEVER"))
    assert "pyqtgraph.examples" in never
    assert [name for name in loaded if any(name == out or name.startswith(f"{out}.") for out in never)] == []


def test_the_folder_of_the_program_leaves_out_no_library_that_is_loaded(loaded: set[str]) -> None:
    excludes = "import shipped; print(*shipped.excludes('linux'))"
    done = subprocess.run(
        [sys.executable, "-c", excludes], capture_output=True, text=True, check=True, cwd=PACKAGING
    )
    out = set(done.stdout.split()) - {"_distutils_hack"}  # every environment loads it at its start
    assert {"pytest", "rich"} <= out
    assert {name for name in loaded if name.partition(".")[0] in out} == set()


def test_the_folder_of_the_program_brings_a_screen_of_each_system() -> None:
    left_out = _pattern(PACKAGING / "svcconsole.spec")
    plugins = "PySide6/Qt/plugins/platforms/lib{}".format
    assert left_out.search(plugins("qeglfs.so"))
    assert not any(
        left_out.search(plugins(name)) for name in ("qxcb.so", "qwayland.so", "qoffscreen.so", "qcocoa.dylib")
    )


def test_the_folder_for_windows_brings_it_too(loaded: set[str]) -> None:
    stage = PACKAGING / "windows" / "stage.py"
    kept = ast.literal_eval(_assigned(stage, "KEPT_QT"))
    left_out = _pattern(stage, kept="|".join(kept))
    # The rest of PySide6 lies inside its libraries.
    places = [name.replace(".", "/") for name in loaded if not re.match(r"PySide6\.(?!Qt)", name)]
    files = [f"{place}.pyd" if place.startswith("PySide6/Qt") else f"{place}.py" for place in places]
    assert left_out.search("pyqtgraph/examples/Plotting.py")
    assert [file for file in files if left_out.search(file)] == []


@pytest.mark.parametrize("script", ["svcconsole.spec", "windows/stage.py"])
def test_the_languages_that_are_spoken_and_read_come_along_and_no_others(script: str) -> None:
    left_out = _pattern(PACKAGING / script, kept="Core")
    files = (Path(babel.__file__).parent / "locale-data").glob("*.dat")
    kept = {path.stem for path in files if not left_out.search(f"babel/locale-data/{path.name}")}
    spoken = {path.stem for path in (PACKAGING.parent / "resources" / "words").glob("*.po")}
    assert {name.partition("_")[0] for name in kept} == {"root", "en", *spoken, *LANGUAGES}
    assert {"es_MX", "ar_EG", "en_IN", "pt_BR"} <= kept
    qt = (
        "PySide6/Qt/translations/qtbase_{}.qm"
        if script == "svcconsole.spec"
        else "PySide6/translations/qtbase_{}.qm"
    )
    assert not any(left_out.search(qt.format(name)) for name in spoken)
    assert left_out.search(qt.format("fr"))
