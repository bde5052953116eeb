"""Test sessions on a copy of the project, each in a process of its own that has the libraries loaded already.

A process is forked off a server that has imported what the tests import, but nothing of the project: whatever
a mutant changes, tables at the head of a module included, is imported anew.
"""

from __future__ import annotations

import gc
import json
import os
import shutil
import signal
import sys
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from enum import StrEnum
from itertools import zip_longest
from multiprocessing import get_context
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, NamedTuple

import psutil
import pytest
from coverage import Coverage, CoverageData
from hypothesis import Phase, settings

from tests.support.mutants import Mutant
from tests.support.wordlist import ROOT

COPIED = ("packaging", "resources", "svcconsole", "tests", "pyproject.toml", "README.md")
PRELOADED = (
    "aiohttp", "aiohttp.web", "babel.dates", "coverage", "cryptography.x509", "duckdb", "email_validator",
    "fastapi", "httpx", "hypothesis", "hypothesis.strategies", "keyring", "numpy", "phonenumbers", "psutil",
    "psycopg", "pydantic", "PySide6.QtWidgets", "pytestqt.plugin", "pytest_timeout", "qasync",
    "schemathesis.pytest.plugin", "sqlalchemy.dialects.postgresql.psycopg", "sqlalchemy.dialects.sqlite",
    "stamina", "truststore", "typer", "uvicorn", "xdist.plugin", "xlsxwriter", "yarl",
)  # fmt: skip
QUIET = (
    "-q",
    "--no-header",
    "--tb=short",
    "-p",
    "no:xdist",
    "-W",
    "ignore::pytest.PytestAssertRewriteWarning",
)
NOTICED = 17
"""The code of a forked process in which a test failed; Python's own errors end it with another."""
MEASURING_SECONDS = 1800.0


@dataclass(frozen=True, slots=True)
class Reach:
    """Which tests ran which line of a file, and how long each test took."""

    lines: Mapping[int, Collection[str]]
    seconds: Mapping[str, float]
    first: str

    def of(self, lines: range) -> list[str]:
        """The tests that ran one of `lines`, where there are none those that ran any line of the file: first
        those that were named first, the quickest before others."""
        found = {test for line, tests in self.lines.items() if not lines or line in lines for test in tests}
        return sorted(found, key=lambda test: (not test.startswith(self.first), self.seconds[test], test))

    def limit(self, tests: Sequence[str]) -> float:
        """The seconds after which a session of these tests is broken off."""
        return 20 + 5 * sum(self.seconds[test] for test in tests)


class Outcome(StrEnum):
    """What became of a mutant."""

    KILLED = "killed"
    TIMED_OUT = "timed out"
    SURVIVED = "survived"


class _Job(NamedTuple):
    """A mutant to be swapped in: the function, the text of the file, its tests, and the time limit."""

    outer: str
    code: str
    tests: list[str]
    seconds: float


class Copy:
    """A copy of the project in `folder`, of which one file at a time may be changed."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "project"
        self._log = folder / "session.log"
        self._folder = folder
        self._processes = get_context("forkserver")
        self._processes.set_forkserver_preload(list(PRELOADED))
        self.root.mkdir()
        for name in COPIED:
            source = ROOT / name
            copy: Callable[[Path, Path], object] = shutil.copytree if source.is_dir() else shutil.copy2
            copy(source, self.root / name)

    def measure(self, places: Sequence[str], file: str, *readers: str) -> Reach:
        """Run the tests of `places` and note which of them reach which line of `file`; whoever runs a line of
        `readers` counts as one who reaches the file. Raises AssertionError where a test fails without any
        change."""
        data, told = self._folder / "reach", self._folder / "reach.json"
        paths = [str(self.root / each) for each in (file, *readers)]
        code = self._run(_measure, MEASURING_SECONDS, self.root, self._folder, list(places), paths)
        assert code == 0, f"The tests fail without a change: {self.said()}"
        known = json.loads(told.read_text("utf-8"))
        of_fixture: dict[str, list[str]] = {}
        for test, fixtures in known["fixtures"].items():
            for fixture in fixtures:
                of_fixture.setdefault(fixture, []).append(test)
        reached = CoverageData(str(data))
        reached.read()
        lines: dict[int, set[str]] = {}
        for number, path in enumerate(paths):
            for line, contexts in reached.contexts_by_lineno(path).items():
                tests = {test for each in contexts if each for test in of_fixture.get(each, [each])}
                lines.setdefault(line if number == 0 else 0, set()).update(tests)
        return Reach(lines, known["seconds"], places[0])

    def outcomes(
        self, file: str, mutants: Sequence[Mutant], reach: Reach
    ) -> Iterator[tuple[Mutant, Outcome]]:
        """What the tests say of each mutant.

        Those within functions are tried in processes forked off one that has collected the tests already and
        swaps the function; what survives there, and whatever an import runs, is tried by a session that
        imports the mutant.
        """
        within = [mutant for mutant in mutants if mutant.outer]
        tried = dict(zip(map(id, within), self._swapped(file, within, reach), strict=True))
        for mutant in mutants:
            if (outcome := tried.get(id(mutant), Outcome.SURVIVED)) is Outcome.SURVIVED:
                outcome = self._imported(file, mutant, reach)
            yield mutant, outcome

    def _swapped(self, file: str, mutants: Sequence[Mutant], reach: Reach) -> list[Outcome]:
        jobs = []
        for mutant in mutants:
            tests = reach.of(mutant.reach)
            jobs.append(_Job(mutant.outer, mutant.code, tests, reach.limit(tests)))
        told = self._folder / "outcomes"
        self._run(_swap, None, self.root, str(self.root / file), jobs, told)
        assert told.exists(), self.said()
        return [Outcome(line) for line in told.read_text("utf-8").splitlines()]

    def _imported(self, file: str, mutant: Mutant, reach: Reach) -> Outcome:
        tests = reach.of(mutant.reach)
        # Fewer files are collected sooner, and most mutants are noticed by the tests named first.
        for some in ([test for test in tests if test.startswith(reach.first)], tests):
            with _changed(self.root / file, mutant.code):
                code = self._run(_check, reach.limit(some), self.root, some) if some else 0
            if code is None:
                return Outcome.TIMED_OUT
            assert code != pytest.ExitCode.USAGE_ERROR, self.said()
            if code not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
                return Outcome.KILLED
            if some == tests:
                break
        return Outcome.SURVIVED

    def said(self) -> str:
        """What the last session wrote, at its end."""
        return self._log.read_text("utf-8", "replace")[-4000:]

    def _run(self, target: Callable[..., None], seconds: float | None, *arguments: Any) -> int | None:
        """The exit code of a session, None where it took longer; nothing that it started lives on."""
        process = self._processes.Process(target=target, args=(self._log, *arguments))
        process.start()
        try:
            process.join(seconds)
            return process.exitcode
        finally:
            _kill(process.pid)
            process.join()


def _kill(number: int | None) -> None:
    """End a process with all that it began; what left its tree is found by the group that it made."""
    with suppress(psutil.Error):
        for each in psutil.Process(number).children(recursive=True):
            with suppress(psutil.Error):
                each.kill()
    with suppress(ProcessLookupError):
        os.killpg(number or 0, signal.SIGKILL)


def _measure(log: Path, root: Path, folder: Path, places: list[str], paths: list[str]) -> None:
    _begin(log, root)
    data, told = folder / "reach", folder / "reach.json"
    sys.dont_write_bytecode = False
    coverage = Coverage(data_file=str(data), include=paths, config_file=False, messages=False)
    watch = _Watch(coverage)
    coverage.start()
    code = pytest.main([*QUIET, *places], plugins=[watch])
    coverage.stop()
    coverage.save()
    import svcconsole

    assert Path(svcconsole.__file__).is_relative_to(root), svcconsole.__file__
    told.write_text(json.dumps({"seconds": watch.seconds, "fixtures": watch.fixtures}), "utf-8")
    _end(code)


def _check(log: Path, root: Path, tests: list[str]) -> None:
    _begin(log, root)
    files = dict.fromkeys(test.partition("::")[0] for test in tests)
    _end(pytest.main([*QUIET, "-x", "--timeout=60", *files], plugins=[_Chosen(tests)]))


def _swap(log: Path, root: Path, path: str, jobs: list[_Job], told: Path) -> None:
    _begin(log, root)
    files = dict.fromkeys(test.partition("::")[0] for job in jobs for test in job.tests)
    _end(pytest.main([*QUIET, "--timeout=60", *files], plugins=[_Swapping(path, jobs, told)]))


@contextmanager
def _changed(path: Path, code: str) -> Iterator[None]:
    """The file of the copy holds `code` for as long as the block."""
    kept = path.read_bytes()
    # A module compiled within the same second, of the same size, would be taken for this one.
    for compiled in (path.parent / "__pycache__").glob(f"{path.stem}.*.pyc"):
        compiled.unlink()
    path.write_text(code, "utf-8")
    try:
        yield
    finally:
        path.write_bytes(kept)


def _begin(log: Path, root: Path) -> None:
    """Make this process one that was started in the copy, of which nothing is imported yet."""
    os.setsid()
    with log.open("wb") as file:
        os.dup2(file.fileno(), 1)
        os.dup2(file.fileno(), 2)
    os.chdir(root)
    os.environ |= {"PYTHONPATH": str(root), "PYTHONDONTWRITEBYTECODE": "1"}
    sys.dont_write_bytecode = True
    sys.path[:] = [str(root), *(each for each in sys.path if Path(each or ".").resolve() not in (ROOT, root))]
    # The same examples each time, and none that a failure is made smaller by: only that it fails is asked.
    phases = (Phase.explicit, Phase.generate)
    settings.register_profile("mutants", derandomize=True, database=None, phases=phases)
    settings.load_profile("mutants")
    for name in [name for name in sys.modules if name.partition(".")[0] in ("tests", "svcconsole")]:
        del sys.modules[name]


def _end(code: int) -> None:
    # Threads that a mutant keeps from ending are not waited for.
    sys.stdout.flush()
    os._exit(code)


class _Watch:
    """Notes for the lines that are run which test runs them, or which fixture that several tests share."""

    def __init__(self, coverage: Coverage) -> None:
        self._coverage = coverage
        self._test = ""
        self.seconds: dict[str, float] = {}
        self.fixtures: dict[str, list[str]] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self._test = item.nodeid
        names = getattr(item, "fixturenames", ())
        self.fixtures[item.nodeid] = [f"fixture {name}" for name in names]
        self._coverage.switch_context(self._test)
        try:
            return (yield)
        finally:
            self._coverage.switch_context("")

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: pytest.FixtureDef[Any]) -> Iterator[None]:
        if fixturedef.scope == "function":
            return (yield)
        self._coverage.switch_context(f"fixture {fixturedef.argname}")
        try:
            return (yield)
        finally:
            self._coverage.switch_context(self._test)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.seconds[report.nodeid] = self.seconds.get(report.nodeid, 0.0) + report.duration


class _Swapping:
    """Tries one job after the other in the place of the tests, each in a process forked off this one."""

    def __init__(self, path: str, jobs: Sequence[_Job], told: Path) -> None:
        self._path, self._jobs, self._told = Path(path), jobs, told

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        assert not session.testsfailed, "not everything could be collected"
        known = {item.nodeid: item for item in session.items}
        every = sorted({test for job in self._jobs for test in job.tests}, key=list(known).index)
        code = self._path.read_text("utf-8")
        unchanged = _Job("", code, every, 120 + 10 * max((job.seconds for job in self._jobs), default=0))
        first = self._tried(session, known, unchanged)
        assert first is Outcome.SURVIVED, "the tests fail here without a change"
        with self._told.open("w", encoding="utf-8", buffering=1) as told:
            for job in self._jobs:
                told.write(f"{self._tried(session, known, job)}\n")
        return True

    def _tried(self, session: pytest.Session, known: Mapping[str, pytest.Item], job: _Job) -> Outcome:
        def go() -> None:
            os.setsid()
            if job.outer:
                _put_in(self._path, job.outer, job.code)
            items = [known[test] for test in job.tests]
            for item, following in zip_longest(items, items[1:]):
                item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
                if session.testsfailed:
                    break
            session.config.hook.pytest_sessionfinish(session=session, exitstatus=session.testsfailed)
            os._exit(NOTICED if session.testsfailed else 0)

        with _changed(self._path, job.code):
            process = get_context("fork").Process(target=go)
            process.start()
            process.join(job.seconds)
            code = process.exitcode
            _kill(process.pid)
            process.join()
        if code is None:
            return Outcome.TIMED_OUT
        # With any other code than these the function was not swapped: only an import tells.
        return Outcome.KILLED if code == NOTICED or code < 0 else Outcome.SURVIVED


def _put_in(path: Path, name: str, code: str) -> None:
    """Let every function of this name that came from `path` go on as `code` has it."""
    (new,) = (each for each in _codes(compile(code, str(path), "exec")) if _named(each) == name)
    functions = [each for each in gc.get_objects() if isinstance(each, FunctionType)]
    mine = [
        each for each in functions if each.__code__.co_filename == str(path) and _named(each.__code__) == name
    ]
    assert mine, f"{name} was not found"
    for function in mine:
        function.__code__ = new


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)


def _named(code: CodeType) -> str:
    return code.co_qualname


class _Chosen:
    """Keeps of what is collected the chosen tests, in their order."""

    def __init__(self, tests: Sequence[str]) -> None:
        self._places = {test: place for place, test in enumerate(tests)}

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        chosen = [item for item in items if item.nodeid in self._places]
        items[:] = sorted(chosen, key=lambda item: self._places[item.nodeid])
