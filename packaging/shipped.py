"""What is shipped: the distributions svcconsole needs, as pip's lines, as a spec's excludes, as an SBOM.

    shipped.py lock linux|windows LOCK    the lines of LOCK that this system needs, their markers decided
    shipped.py licences FOLDER            the licence texts no wheel carries, out of this Debian system
    shipped.py copyright                  Debian's copyright file, with each part's own licence text
    shipped.py sbom LOCK BUNDLE           CycloneDX JSON of a built folder; fails on a part nobody can name
    shipped.py largest BUNDLE             the ten largest parts of a built folder, and the sum

Run with the interpreter of an environment that holds svcconsole and everything in the lock.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import sys
import uuid
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path

from packaging.markers import Marker
from packaging.requirements import Requirement

ROOT = "svcconsole"
SYSTEMS = {
    "linux": {"sys_platform": "linux", "platform_system": "Linux", "os_name": "posix", "extra": ""},
    "windows": {
        "sys_platform": "win32",
        "platform_system": "Windows",
        "os_name": "nt",
        "platform_machine": "AMD64",
        "python_version": "3.13",
        "python_full_version": "3.13.2",
        "extra": "",
    },
}
UNUSED = frozenset({"rich"})
"""What typer asks for and loads only for help in colours, which the command line has not."""
COMMON = Path("/usr/share/common-licenses")
QT_LICENCES = ("LGPL-3", "GPL-3", "GPL-2")
"""What Qt and PySide are under; their wheels hold no text of it."""
PYTHON_COPYRIGHT = "/usr/share/doc/libpython3.11/copyright"
LICENCE_FILE = re.compile(r"dist-info/.*(licen[cs]e|copying|notice)", re.IGNORECASE)
COPYRIGHT_HEAD = """svcconsole is its owner's; all rights are reserved.

Qt and PySide are used under the LGPL, version 3 (/usr/share/common-licenses/LGPL-3): their libraries lie as
files of their own in /usr/lib/svcconsole/_internal/PySide6 and may be replaced. Their sources are at the
project's own download pages. What else is shipped follows, each part with the licence it came with.
"""
PIN = re.compile(r"(?P<name>[A-Za-z0-9._-]+)==(?P<version>[^ ;\\]+)(?: *; *(?P<marker>[^\\]+?))? *\\?$")


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def closure(system: str) -> set[str]:
    """The normal names of svcconsole and all it needs there, also by extras (`psycopg[binary]`), without what
    is `UNUSED`; what is not installed here is a leaf."""
    found: set[tuple[str, frozenset[str]]] = set()
    ahead = [(ROOT, frozenset[str]())]
    while ahead:
        wanted = ahead.pop()
        if wanted in found:
            continue
        found.add(wanted)
        name, extras = wanted
        try:
            lines = metadata.requires(name) or []
        except metadata.PackageNotFoundError:
            continue
        for line in lines:
            needed = Requirement(line)
            chosen = ({**SYSTEMS[system], "extra": extra} for extra in ("", *extras))
            wanted_here = needed.marker is None or any(map(needed.marker.evaluate, chosen))
            if wanted_here and normal(needed.name) not in UNUSED:
                ahead.append((normal(needed.name), frozenset(needed.extras)))
    return {name for name, _ in found}


def entries(lock: Path) -> Iterator[tuple[str, str, str, list[str]]]:
    """Name, version, marker and hashes of each pin in a lock."""
    text = lock.read_text(encoding="utf-8").replace("\\\n", " ")
    for line in text.splitlines():
        hashes = re.findall(r"--hash=(\S+)", line)
        pin = PIN.match(re.sub(r"--hash=\S+", "", line).strip())
        if pin is not None:
            yield normal(pin["name"]), pin["version"], (pin["marker"] or "").strip(), hashes


def needed(system: str, lock: Path) -> list[tuple[str, str, list[str]]]:
    """The pins of a lock that the program needs on `system`."""
    wanted = closure(system)
    return [
        (name, version, hashes)
        for name, version, marker, hashes in entries(lock)
        if name in wanted and (not marker or Marker(marker).evaluate(SYSTEMS[system]))
    ]


def excludes(system: str) -> list[str]:
    """Top-level modules installed here that the program does not need: tools, tests, the builder itself."""
    wanted = closure(system)
    owners = metadata.packages_distributions()
    return sorted(module for module, dists in owners.items() if not wanted & {normal(name) for name in dists})


def licences(folder: Path) -> None:
    """Texts and index of what is shipped beside the Python distributions: Python, Qt's licences."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in QT_LICENCES:
        shutil.copyfile(COMMON / name, folder / f"{name}.txt")
    shutil.copyfile(PYTHON_COPYRIGHT, folder / "Python.txt")
    for file in folder.iterdir():
        file.chmod(0o644)


def copyright_file() -> str:
    """Debian's copyright file: each shipped distribution with its licence and the text it came with."""
    parts = [COPYRIGHT_HEAD]
    for name in sorted(closure("linux") - {ROOT}):
        try:
            told = metadata.distribution(name)
        except metadata.PackageNotFoundError:
            continue
        texts = [told.locate_file(file) for file in told.files or () if LICENCE_FILE.search(str(file))]
        words = "\n\n".join(Path(str(text)).read_text(encoding="utf-8", errors="replace") for text in texts)
        parts.append(f"{'-' * 78}\n{told.metadata['Name']} {told.version}: {licence_of(told)}\n\n{words}")
    parts.append(f"{'-' * 78}\nPython\n\n{Path(PYTHON_COPYRIGHT).read_text(encoding='utf-8')}")
    return "\n".join(parts)


def licence_of(told: metadata.Distribution) -> str:
    """The licence in the distribution's own words, one line."""
    about = told.metadata
    first = (about.get("License") or "").strip().splitlines()[:1]
    classes = [line.rpartition(":: ")[2] for line in about.get_all("Classifier", []) if "License ::" in line]
    found = [about.get("License-Expression") or "", *classes, *first]
    return next((words for words in found if words), "see its licence text")


def sbom(lock: Path, bundle: Path) -> dict[str, object]:
    """The components of a bundle: each shipped distribution with the lock's hashes, and Python itself."""
    system = "windows" if (bundle / "python313.dll").exists() else "linux"
    pins = {name: hashes for name, _, _, hashes in entries(lock)}
    wanted = {name for name, _, _ in needed(system, lock)}
    components = []
    for info in sorted(bundle.rglob("*.dist-info/METADATA")):
        told = metadata.Distribution.at(info.parent)
        name = normal(told.metadata["Name"])
        if name == ROOT:
            continue
        if name not in pins:
            raise SystemExit(f"{name} is in {bundle} and not in the lock.")
        components.append(_component(name, told, pins[name]))
    missing = wanted - {str(each["name"]) for each in components}
    if missing:
        raise SystemExit(f"The lock's {', '.join(sorted(missing))} cannot be found in {bundle}.")
    components.append(_python(bundle))
    version = metadata.version(ROOT)
    moment = datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), UTC)
    body: dict[str, object] = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {
            "timestamp": moment.strftime("%Y-%m-%dT%H:%M:%SZ"),
            "component": {"type": "application", "name": ROOT, "version": version, "bom-ref": ROOT},
        },
        "components": components,
        "dependencies": [{"ref": ROOT, "dependsOn": [each["bom-ref"] for each in components]}],
    }
    digest = hashlib.sha256(json.dumps(body, sort_keys=True).encode()).digest()
    return {**body, "serialNumber": f"urn:uuid:{uuid.UUID(bytes=digest[:16], version=4)}"}


def _component(name: str, told: metadata.Distribution, hashes: list[str]) -> dict[str, object]:
    reference = f"pkg:pypi/{name}@{told.version}"
    return {
        "type": "library",
        "bom-ref": reference,
        "name": name,
        "version": told.version,
        "purl": reference,
        "licenses": [{"license": {"name": licence_of(told)}}],
        "hashes": [{"alg": "SHA-256", "content": each.partition(":")[2]} for each in sorted(hashes)],
    }


def _python(bundle: Path) -> dict[str, object]:
    (library,) = [*bundle.rglob("libpython3.11.so.1.0"), *bundle.glob("python313.dll")]
    content = hashlib.sha256(library.read_bytes()).hexdigest()
    version = "3.13.2" if library.suffix == ".dll" else sys.version.split()[0]
    return {
        "type": "platform",
        "bom-ref": f"pkg:generic/python@{version}",
        "name": "Python",
        "version": version,
        "purl": f"pkg:generic/python@{version}",
        "licenses": [{"license": {"id": "PSF-2.0"}}],
        "hashes": [{"alg": "SHA-256", "content": content}],
    }


def largest(bundle: Path) -> list[tuple[str, int]]:
    """The parts of a bundle by their size in bytes, as du counts them, the largest first."""
    sizes: Counter[str] = Counter()
    for file in bundle.rglob("*"):
        if file.is_file() and not file.is_symlink():
            inner = file.relative_to(bundle).parts
            skip = 1 if inner[0] in ("_internal", "site-packages") and len(inner) > 1 else 0
            sizes[inner[skip]] += file.stat().st_blocks * 512
    return sizes.most_common()


def main(arguments: Sequence[str]) -> int:
    verb, *rest = arguments
    if verb == "lock":
        for name, version, hashes in needed(rest[0], Path(rest[1])):
            print(f"{name}=={version} " + " ".join(f"--hash={each}" for each in hashes))
    elif verb == "licences":
        licences(Path(rest[0]))
    elif verb == "copyright":
        print(copyright_file())
    elif verb == "sbom":
        print(json.dumps(sbom(Path(rest[0]), Path(rest[1])), indent=1, sort_keys=True))
    elif verb == "largest":
        parts = largest(Path(rest[0]))
        for name, size in parts[:10]:
            print(f"{size / 2**20:8.1f} MB  {name}")
        print(f"{sum(size for _, size in parts) / 2**20:8.1f} MB  in all")
    else:
        print(__doc__)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
