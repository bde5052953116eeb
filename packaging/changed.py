"""Checks and tests only what a change touches: the tests that import, or name, a changed file.

    dev.py test --changed           what changed since this branch left `main`, with what is not committed
    dev.py test --changed REF       what changed since REF: HEAD for what is not committed
    dev.py test --changed --all     every test that reaches what changed, through however many modules
    dev.py test FILE.py             what touches this file, as if it had changed

Standard library only. What each file imports is kept in .cache/imports.json until the file changes.
"""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CACHE = ROOT / ".cache" / "imports.json"
TREES = ("svcconsole", "tests")
CHECKED = (*TREES, "packaging/dev.py", "packaging/changed.py")
NAME = re.compile(rf"[\w.-]+\.[a-z]{{1,6}}|(?:{'|'.join(TREES)})(?:\.\w+)+")
"""A string that names a file or a module."""
MANY = 12
"""More test files than a small change is worth."""
NO_TESTS = 5
"""pytest's exit code when it found nothing to run."""

Links = Mapping[str, Sequence[str]]


def main(arguments: Sequence[str]) -> int:
    """Check and test; the exit code is 0 when everything that was touched is clean."""
    every = "--all" in arguments
    words = [word for word in arguments if word not in ("--all", "--changed")]
    files = [word for word in words if word.endswith(".py") and (ROOT / word).is_file()]
    try:
        changed = sorted(files or changed_since(words[0] if words else base()))
    except (OSError, subprocess.CalledProcessError) as trouble:
        print(f"git cannot say what has changed. {getattr(trouble, 'stderr', None) or trouble}".strip())
        return 2
    if not changed:
        print("Nothing has changed.")
        return 0
    near, far = touched(changed, links(read_tree(), changed))
    chosen = sorted(near | far) if every else sorted(near)
    say(changed, chosen, set() if every else far)
    return check_and_test(changed, chosen)


# What changed


def changed_since(ref: str) -> list[str]:
    """Files that differ from `ref`, deleted and not yet added ones included."""
    listed = git("diff", "--name-only", "-z", ref), git("ls-files", "--others", "--exclude-standard", "-z")
    return sorted({name for text in listed for name in text.split("\0") if name})


def base() -> str:
    """Where this branch left `main`; on `main` itself, and where there is none, HEAD."""
    for main_branch in ("main", "origin/main"):
        found = subprocess.run(
            ["git", "merge-base", "HEAD", main_branch], cwd=ROOT, capture_output=True, text=True, check=False
        )
        if found.returncode == 0:
            return found.stdout.strip()
    return "HEAD"


def git(*words: str) -> str:
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True).stdout


# Who imports whom


def read_tree() -> dict[str, list[str]]:
    """For each Python file the modules and file names that it mentions."""
    try:
        known = json.loads(CACHE.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        known = {}
    read: dict[str, tuple[list[int], list[str]]] = {}
    for tree in TREES:
        for path in (ROOT / tree).rglob("*.py"):
            name = path.relative_to(ROOT).as_posix()
            stamp = [path.stat().st_mtime_ns, path.stat().st_size]
            entry = known.get(name)
            read[name] = (
                (stamp, entry[1])
                if entry and entry[0] == stamp
                else (stamp, sorted(mentions(path.read_text(encoding="utf-8"), module_of(name))))
            )
    CACHE.parent.mkdir(exist_ok=True)
    CACHE.write_text(json.dumps(read), encoding="utf-8")
    return {name: found for name, (_, found) in read.items()}


def mentions(source: str, module: str) -> Iterator[str]:
    """The modules that a file imports while it runs, and the modules and files that its strings name."""
    waiting: list[ast.AST] = [ast.parse(source)]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = module.split(".")[: -node.level] if node.level else []
            origin = ".".join([*above, node.module or ""]).strip(".")
            yield from (f"{origin}.{name.name}" for name in node.names)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and NAME.fullmatch(node.value):
            yield node.value
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            waiting += node.orelse  # what only the type checker reads is the type checker's to check
        else:
            waiting += ast.iter_child_nodes(node)


def links(tree: Links, changed: Iterable[str]) -> dict[str, set[str]]:
    """For each file those that import or name it; a `conftest.py` counts for every test below it."""
    modules = {name for name in changed if name.endswith(".py") and name.split("/")[0] in TREES}
    files = {module_of(name): name for name in [*tree, *modules]}
    named = {Path(name).name: name for name in changed if name not in modules}
    found: dict[str, set[str]] = defaultdict(set)
    for name, mentioned in tree.items():
        for each in mentioned:
            target = files.get(each) or files.get(each.rpartition(".")[0]) or named.get(each)
            if target is not None and target != name:
                found[target].add(name)
        if name.endswith("/conftest.py"):
            folder = name.removesuffix("conftest.py")
            found[name] |= {other for other in tree if is_test(other) and other.startswith(folder)}
    return found


def touched(changed: Iterable[str], importers: Mapping[str, set[str]]) -> tuple[set[str], set[str]]:
    """The nearest tests of each changed file, and all others that reach one: a changed test is its own."""
    near: set[str] = set()
    reached: set[str] = set()
    for start in changed:
        nearest: set[str] = set()
        seen, level = {start}, {start}
        while level:
            tests = {name for name in level if is_test(name) and (ROOT / name).is_file()}
            nearest = nearest or beside(start, tests)
            reached |= tests
            level = {name for each in level for name in importers.get(each, ())} - seen
            seen |= level
        near |= nearest
    return near, reached - near


def beside(start: str, tests: set[str]) -> set[str]:
    """Those that import `start` itself stand in its folder, as a rule; from many, only these are taken."""
    room = Path(start).parent.name
    return {name for name in tests if Path(name).parent.name == room} or tests if len(tests) > MANY else tests


def module_of(name: str) -> str:
    return name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def is_test(name: str) -> bool:
    return name.startswith("tests/") and Path(name).name.startswith("test_")


# Checking and testing


def say(changed: Sequence[str], chosen: Sequence[str], far: set[str]) -> None:
    """What is looked at, and what is left to the whole test command."""
    print(f"{len(changed)} changed: {', '.join(changed[:5])}{' …' if len(changed) > 5 else ''}")
    print(f"Test files that touch it: {', '.join(chosen[:5]) or 'none'}{' …' if len(chosen) > 5 else ''}")
    if far:
        print(f"Not run: test files further away, {len(far)} of them (test --changed --all).")
    sys.stdout.flush()


def check_and_test(changed: Sequence[str], chosen: Sequence[str]) -> int:
    """ruff, mypy and the import contracts over what changed while its tests run; what fails is printed."""
    python = [sys.executable, "-m"]
    present = [name for name in changed if name.endswith(".py") and (ROOT / name).is_file()]
    typed = [name for name in present if name.startswith(CHECKED)]
    checks: dict[str, list[str]] = {}
    if present:
        checks["ruff"] = [*python, "ruff", "check", *present]
        checks["ruff format"] = [*python, "ruff", "format", "--check", "--quiet", *present]
    if typed:
        checks["mypy"] = [*python, "mypy", *typed]
    if any(name.startswith("svcconsole/") and name.endswith(".py") for name in changed):
        contracts = "from importlinter.cli import lint_imports_command as run; run()"
        checks["import-linter"] = [sys.executable, "-c", contracts]
    under_way = {name: start(command) for name, command in checks.items()}
    tests = 0
    if chosen:
        command = [sys.executable, str(ROOT / "packaging" / "dev.py"), "test", *chosen, "-q"]
        tests = subprocess.run(command, cwd=ROOT, check=False).returncode
    failed = [] if tests in (0, NO_TESTS) else ["pytest"]
    for name, process in under_way.items():
        told, _ = process.communicate()
        if process.returncode:
            failed.append(name)
            print(f"== {name}\n{told.rstrip()}")
    print(f"Not clean: {', '.join(failed)}." if failed else f"Clean: {', '.join([*checks, 'pytest'])}.")
    return int(bool(failed))


def start(command: Sequence[str]) -> subprocess.Popen[str]:
    return subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, encoding="utf-8"
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
