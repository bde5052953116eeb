"""The shape of the project: what lies at the top, how modules open, what is pinned and why."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import tomllib
from importlib import metadata
from pathlib import Path

import pytest
from packaging.markers import Marker
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

ROOT = Path(__file__).resolve().parents[2]
TOP = {"pyproject.toml", "README.md", "svcconsole", "resources", "tests", "packaging"}


def tracked() -> list[Path]:
    if shutil.which("git") is None:
        pytest.skip("there is no git here, so what belongs to the project cannot be told")
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True, text=True
    ).stdout.split("\0")
    return [ROOT / name for name in listed if name and (ROOT / name).exists()]


def modules() -> list[Path]:
    return sorted((ROOT / "svcconsole").rglob("*.py"))


def test_the_top_level_holds_exactly_what_the_owner_wants() -> None:
    top = {path.relative_to(ROOT).parts[0] for path in tracked()}
    assert {name for name in top if not name.startswith(".")} == TOP


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(ROOT)))
def test_every_module_opens_with_one_sentence(path: Path) -> None:
    docstring = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))
    assert docstring, f"{path.name} does not say what lives there"
    assert docstring.split("\n\n")[0].rstrip().endswith((".", ":")), docstring


def test_packaging_holds_no_package_that_would_shadow_pypi() -> None:
    assert not (ROOT / "packaging" / "__init__.py").exists()


def test_every_dependency_is_pinned_with_hashes() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wanted = [*project["project"]["dependencies"], *project["dependency-groups"]["dev"]]
    blocks = re.split(r"\n(?=\S)", (ROOT / "packaging" / "requirements.lock").read_text(encoding="utf-8"))
    pinned = {canonicalize_name(block.split("==")[0]): block for block in blocks if "==" in block}
    assert all("--hash=sha256:" in block for block in pinned.values())
    for requirement in map(Requirement, wanted):
        block = pinned[canonicalize_name(requirement.name)]
        version = Version(block.split("==")[1].split()[0])
        assert requirement.specifier.contains(version), f"{requirement} is locked at {version}"


def lock_markers() -> dict[str, list[Marker | None]]:
    """Of every package of the lock, the markers it is pinned under: None where it is for every computer."""
    text = (ROOT / "packaging" / "requirements.lock").read_text(encoding="utf-8")
    found: dict[str, list[Marker | None]] = {}
    for line in re.findall(r"^\S+==.*", text, re.MULTILINE):
        pin = Requirement(line.rstrip("\\ "))
        found.setdefault(canonicalize_name(pin.name), []).append(pin.marker)
    return found


@pytest.mark.parametrize("version", ["3.11", "3.12", "3.13", "3.14"])
@pytest.mark.parametrize("system", ["linux", "win32", "darwin"])
def test_the_lock_holds_what_its_packages_need_on_every_python(version: str, system: str) -> None:
    """Else pip refuses all of it there: it takes nothing whose sum is not in the lock."""
    computer = {
        "python_version": version, "python_full_version": f"{version}.1", "sys_platform": system,
        "platform_system": {"linux": "Linux", "win32": "Windows", "darwin": "Darwin"}[system],
        "os_name": "nt" if system == "win32" else "posix", "extra": "",
    }  # fmt: skip
    markers = lock_markers()
    taken = {
        name
        for name, conditions in markers.items()
        if any(one is None or one.evaluate(computer) for one in conditions)
    }
    missing = {
        (name, need.name)
        for name in taken
        for need in needs_of(name)
        if (need.marker is None or need.marker.evaluate(computer))
        and canonicalize_name(need.name) not in taken
    }
    assert missing == set()


def needs_of(name: str) -> list[Requirement]:
    """What an installed package needs besides; nothing of one that is for other computers."""
    try:
        return [Requirement(line) for line in metadata.requires(name) or ()]
    except metadata.PackageNotFoundError:
        return []


def test_every_dependency_has_its_reason_in_the_changelog() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    changes = (ROOT / "packaging" / "CHANGELOG.md").read_text(encoding="utf-8").lower()
    names = [Requirement(line).name.lower() for line in project["project"]["dependencies"]]
    assert [name for name in names if name not in changes] == []


def test_the_readme_names_the_two_commands_and_ci_runs_the_second() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert "sh packaging/dev.sh run" in readme
    assert "sh packaging/dev.sh test" in readme
    assert r"py packaging\dev.py run" in readme
    assert "sh packaging/dev.sh test" in (ROOT / ".ci" / "run").read_text(encoding="utf-8")
