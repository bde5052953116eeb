"""Sets the project up on any machine, once, and then runs, tests, measures or stresses it.

    dev.py run               the window on a practice store; without a display the tour, with its pictures
    dev.py show PAGE         one page alone on a practice store, or its picture; show --help lists them
    dev.py pictures          the README's pictures, made anew
    dev.py test              everything: ruff, mypy, import-linter and pytest
    dev.py test --changed    only what a change touches: packaging/changed.py says how it is found
    dev.py test PATH         only these tests, or those that touch a file of the program
    dev.py bench             the benchmarks, as ratios
    dev.py deep              the long versions of what `test` runs short

Standard library only, and no third-party import before the environment exists.
"""

from __future__ import annotations

import ctypes
import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
import venv
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOCK = ROOT / "packaging" / "requirements.lock"
SIDE_BY_SIDE = (
    f"--numprocesses={min(4, (os.cpu_count() or 1) + 1)}",
    "--dist=loadfile",
    "--no-loadscope-reorder",
    "--max-worker-restart=0",
)
"""A process more than there are cores: tests wait for processes, disks and clocks for a fourth of their time.
The tests of one file share what that file sets up. In the order of the files: by number of tests, the few
long ones would come last and one process would wait for the other. A process that dies ends the run: xdist
hands its finished files out again, and whoever gets one waits for ever."""
MANY = 12
"""From so many test files on, more than one process is quicker in spite of its start."""
VENV = ROOT / ".venv"
STAMP = VENV / "set-up"
CATALOGS = VENV / "catalogs"
"""What the compiled catalogs of languages were made of."""
WINDOWS = os.name == "nt"
PYTHON = VENV / ("Scripts/python.exe" if WINDOWS else "bin/python")

QT_LIBRARIES = {
    "libGL.so.1": "libgl1",
    "libEGL.so.1": "libegl1",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libfontconfig.so.1": "libfontconfig1",
    "libdbus-1.so.3": "libdbus-1-3",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libgssapi_krb5.so.2": "libgssapi-krb5-2",
}
"""What QtWidgets, and QtNetwork, need even without a screen: shared library → Debian package."""

SCREEN_LIBRARIES = {
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
}
"""What a window on X11 needs besides."""

NO_SCREEN_PACKAGES = ("xvfb", "xauth", "fonts-noto-core", "fonts-noto-color-emoji", "fonts-wqy-zenhei")
"""A screen in memory, and letters for every script in the tour's pictures."""


FONTS = Path("/usr/share/fonts")
TEST_FONT = "NotoSans-Regular.ttf", "fonts-noto-core"
"""The letters that tests measure texts in, and their Debian package: those of other fonts are wider."""


class NotPossible(Exception):
    """Set-up cannot go on; the text says what to do."""


def main(arguments: Sequence[str]) -> int:
    verbs: dict[str, Callable[[list[str]], int]] = {
        "run": run,
        "show": show,
        "pictures": pictures,
        "test": test,
        "bench": bench,
        "deep": deep,
    }
    if not arguments or arguments[0] not in verbs:
        print(__doc__)
        return 2
    verb, *rest = arguments
    try:
        set_up(for_window=verb in ("run", "show", "pictures"), for_tests=verb in ("test", "deep"))
    except NotPossible as reason:
        print(reason, file=sys.stderr)
        return 2
    return verbs[verb](rest)


def run(rest: list[str]) -> int:
    if has_display():
        return call([PYTHON, "-m", "svcconsole", "--practice", *rest])
    return call_unseen([PYTHON, "-m", "svcconsole", "tour", *rest])


def show(rest: list[str]) -> int:
    command: list[str | Path] = [PYTHON, "-m", "svcconsole.tour.show", *rest]
    if has_display() or "--picture" in rest:
        return call(command)
    return call_unseen([*command, "--picture"])


def pictures(rest: list[str]) -> int:
    return call_unseen([PYTHON, "-m", "svcconsole.tour.pictures", *rest])


def call_unseen(command: Sequence[str | Path]) -> int:
    """Run a command on a screen in memory, on none where there is no such screen."""
    if shutil.which("xvfb-run") and not missing(SCREEN_LIBRARIES) and "QT_QPA_PLATFORM" not in os.environ:
        screen = "-screen 0 1440x900x24 -nolisten tcp"
        return call(["xvfb-run", "-a", "-s", screen, *command], environment={"QT_QPA_PLATFORM": "xcb"})
    return call(command, environment=platform())


def test(rest: list[str]) -> int:
    places = [word for word in rest if (ROOT / word.partition("::")[0]).exists()]
    if "--changed" in rest or any(place.startswith("svcconsole") for place in places):
        return call([PYTHON, ROOT / "packaging" / "changed.py", *rest], environment=platform())
    if places:
        many = len(places) >= MANY or any((ROOT / place).is_dir() for place in places)
        return call([PYTHON, "-m", "pytest", *(SIDE_BY_SIDE if many else ()), *rest], environment=platform())
    return test_everything(rest)


def test_everything(rest: list[str]) -> int:
    """The checks go on beside the tests: a core that waits for a test's answer works on them meanwhile."""
    with ThreadPoolExecutor(1) as beside:
        checking = beside.submit(failed_checks)
        tests = call([PYTHON, "-m", "pytest", *SIDE_BY_SIDE, *rest], environment=platform())
        failed = checking.result()
    if failed:
        print(f"Not clean: {', '.join(failed)}; what they say stands above.", flush=True)
    return tests or int(bool(failed))


def failed_checks() -> list[str]:
    """Run the checks one after the other and print what each said; the names of those that are not clean."""
    checks: dict[str, list[str | Path]] = {
        "ruff": [PYTHON, "-m", "ruff", "check", "."],
        "ruff format": [PYTHON, "-m", "ruff", "format", "--check", "--quiet", "."],
        "mypy": [PYTHON, "-m", "mypy"],
        "import-linter": [PYTHON, "-c", "from importlinter.cli import lint_imports_command as run; run()"],
    }
    failed = []
    for name, command in checks.items():
        done = subprocess.run(
            command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
        )
        print(f"\n== {name}\n{done.stdout}", flush=True)
        failed += [name] if done.returncode else []
    return failed


def bench(rest: list[str]) -> int:
    folder = ROOT / "tests" / "benchmarks"
    scripts = [
        path for path in sorted(folder.glob("bench_*.py")) if not rest or path.stem[len("bench_") :] in rest
    ]
    results = [
        call([PYTHON, script], environment={"PYTHONPATH": str(ROOT), **platform()}) for script in scripts
    ]
    return max(results, default=0)


def deep(rest: list[str]) -> int:
    return call([PYTHON, "-m", "pytest", "-m", "deep", "--timeout=3600", *rest], environment=platform())


def call(
    command: Sequence[str | Path], *, quiet: bool = False, environment: Mapping[str, str] | None = None
) -> int:
    """Run a command in the project folder, Ctrl+C included, and return its exit code."""
    stdout = subprocess.DEVNULL if quiet else None
    variables = {**os.environ, **(environment or {})}
    # hundreds of processes of the program are started by the tests: none of them compiles it once more
    variables.pop("PYTHONDONTWRITEBYTECODE", None)
    try:
        return subprocess.run(command, cwd=ROOT, env=variables, stdout=stdout, check=False).returncode
    except KeyboardInterrupt:
        return 130


def platform() -> dict[str, str]:
    return {"QT_QPA_PLATFORM": os.environ.get("QT_QPA_PLATFORM", "offscreen")}


def has_display() -> bool:
    if "QT_QPA_PLATFORM" in os.environ:
        return os.environ["QT_QPA_PLATFORM"] not in ("offscreen", "minimal")
    return not sys.platform.startswith("linux") or bool(
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    )


def set_up(*, for_window: bool, for_tests: bool) -> None:
    """Make the machine and the environment ready; a second call only compares one hash."""
    if sys.hexversion < 0x030B0000:
        raise NotPossible("Python 3.11 or newer is needed; this is " + sys.version.split()[0] + ".")
    if sys.platform.startswith("linux"):
        install_system_packages(for_window=for_window, for_tests=for_tests)
    if not is_current():
        make_environment()
    compile_catalogs()


def is_current() -> bool:
    return PYTHON.exists() and STAMP.exists() and STAMP.read_text() == fingerprint()


def fingerprint() -> str:
    parts = (LOCK.read_bytes(), (ROOT / "pyproject.toml").read_bytes(), sys.version.encode(), bytes(ROOT))
    return hashlib.sha256(b"\0".join(parts)).hexdigest()


def missing(libraries: dict[str, str]) -> list[str]:
    """Debian packages of the libraries that do not load; the loader is asked, not a package list."""
    return [package for name, package in libraries.items() if not loads(name)]


def loads(name: str) -> bool:
    try:
        ctypes.CDLL(name)
    except OSError:
        return False
    return True


def install_system_packages(*, for_window: bool, for_tests: bool) -> None:
    needed = missing(QT_LIBRARIES)
    wanted = missing(SCREEN_LIBRARIES) if for_window else []
    if (
        for_window
        and not has_display()
        and not shutil.which("xvfb-run")
        and "QT_QPA_PLATFORM" not in os.environ
    ):
        wanted += NO_SCREEN_PACKAGES
    font, package = TEST_FONT
    if for_tests and next(FONTS.rglob(font), None) is None:
        wanted.append(package)
    if importlib.util.find_spec("ensurepip") is None and not is_current() and not has_pip():
        needed.append("python3-venv")
    packages = needed + wanted
    if not packages:
        return
    line = ["apt-get", "install", "-y", "--no-install-recommends", *packages]
    as_root = privilege()
    if shutil.which("apt-get") is None or as_root is None:
        if needed or (for_window and has_display()):
            raise NotPossible(how_to_install(line))
        return
    print("Installing " + " ".join(packages), file=sys.stderr, flush=True)
    for command in (["apt-get", "update", "-qq"], [*line, "-qq"]):
        code = call([*as_root, "env", "DEBIAN_FRONTEND=noninteractive", *command], quiet=True)
    if code and (needed or for_window):
        raise NotPossible(how_to_install(line))


def privilege() -> list[str] | None:
    """What makes a command run as root here: nothing, sudo, or None when this account may not."""
    if os.geteuid() == 0:
        return []
    if shutil.which("sudo") is None:
        return None
    silent = subprocess.run(["sudo", "-n", "true"], capture_output=True, check=False).returncode == 0
    return ["sudo"] if silent or sys.stdin.isatty() else None


def how_to_install(line: Sequence[str]) -> str:
    if shutil.which("apt-get"):
        return (
            "This account may not install what is missing. Someone who may runs:\n"
            "    sudo apt-get update && sudo " + " ".join(line)
        )
    return (
        "Libraries of the window are missing; install them, then run this command again.\n"
        "On Debian they are: " + " ".join(line[4:])
    )


def has_pip() -> bool:
    return importlib.util.find_spec("pip") is not None


def make_environment() -> None:
    print("Making the environment in .venv", file=sys.stderr, flush=True)
    shutil.rmtree(VENV, ignore_errors=True)
    if importlib.util.find_spec("ensurepip") is not None:
        venv.create(VENV, with_pip=True)
    else:
        # Debian's Python without python3-venv: pip alone is enough to bring virtualenv.
        boot = ROOT / ".cache" / "boot"
        pip([sys.executable, "-m", "pip", "install", "--quiet", "--target", boot, "virtualenv"])
        call([sys.executable, "-m", "virtualenv", "--quiet", VENV], environment={"PYTHONPATH": str(boot)})
    install: list[str | Path] = [PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    pip([*install, "--require-hashes", "-r", LOCK])
    pip([*install, "--no-deps", "--no-build-isolation", "-e", ROOT])
    STAMP.write_text(fingerprint())


def compile_catalogs() -> None:
    """Compile the languages whose catalogs changed; the program loads only what is compiled."""
    sources = sorted((ROOT / "resources" / "words").glob("*.po"))
    made_of = hashlib.sha256(b"\0".join(file.read_bytes() for file in sources)).hexdigest()
    if CATALOGS.exists() and CATALOGS.read_text() == made_of:
        return
    if call([PYTHON, ROOT / "packaging" / "words.py", "compile"], quiet=True):
        raise NotPossible("The catalogs of the languages could not be compiled; the lines above say why.")
    CATALOGS.write_text(made_of)


def pip(command: Sequence[str | Path]) -> None:
    if call(command):
        raise NotPossible(
            "The packages could not be installed; the lines above say why. "
            "Check the network, then run this command again: it goes on from here."
        )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
