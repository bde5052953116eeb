"""Lays out the Windows program in one folder, on Linux: Python, wheels, the project, two launchers.

    stage.py PYTHON_ZIP SITE_PACKAGES OUT

`PYTHON_ZIP` is python.org's embeddable package; `SITE_PACKAGES` was filled by pip for win_amd64 and is moved.
"""

from __future__ import annotations

import io
import re
import shutil
import sys
import zipfile
from collections.abc import Sequence
from importlib import resources
from pathlib import Path

LAUNCHERS = {"svcconsole.exe": ("t64.exe", "python.exe"), "svcconsolew.exe": ("w64.exe", "pythonw.exe")}
"""For a console, which `call` and `import` print to, and for the menu, where there is none."""
START = "import sys\nfrom svcconsole.__main__ import main\nsys.exit(main())\n"
KEPT_QT = ("Core", "DBus", "Gui", "Network", "OpenGL", "OpenGLWidgets", "Svg", "Test", "Widgets")
LEFT_OUT = re.compile(
    r"""
    ^PySide6/( Qt6(?!({kept})\.dll)\w*\.dll | Qt(?!({kept})\.pyd)\w*\.pyd
      | .*\.(exe|lib|pyi|cpp|h|xml|json)$
      | (qml|resources|include|typesystems|glue|metatypes|doc|scripts|support|modules|Asset\w*|QtAsyncio)/
      | (av|sw)\w+-\d+\.dll | opengl32sw\.dll
      | translations/(?!qtbase_(ar|es|hi)\.) | plugins/(
            platforms/q(?!windows|offscreen) | generic/ | networkinformation/ | qmltooling/ | sqldrivers/
          | designer/ | qmllint/ | vectorimageformats/ | platforminputcontexts/
          | imageformats/q(icns|pdf|tga|tiff|wbmp) ) )
  | ^shiboken6/.*\.(lib|pyi|h)$ | ^shiboken6/files\.dir/
  | /tests?/ | ^bin/ | ^numpy/(f2py|distutils|random|testing|_core/include|_core/lib)/ | ^numpy/.*\.pyi$
  | ^pyqtgraph/(examples|canvas|flowchart|console|jupyter|opengl)/
  | ^pycountry/(locales/ | databases/iso(?!3166))
  | ^babel/locale-data/(?!(root|(ar|de|en|es|fr|hi|it|nl|pt)(_\w+)?)\.dat$)
  | ^phonenumbers/(geodata|carrierdata)/ | ^sqlalchemy/(testing|dialects/(mssql|mysql|oracle))/
  | ^pyqtgraph/icons/peegee/ | ^svcconsole/_resources/words/
  | ^duckdb/experimental/ | \.pyi$ | (^|/)__pycache__/
    """.replace("{kept}", "|".join(KEPT_QT)),
    re.VERBOSE,
)


def trim(site: Path) -> None:
    """Remove what the program never loads."""
    for path in sorted(site.rglob("*"), reverse=True):
        if path.is_dir():
            if not any(path.iterdir()):
                path.rmdir()
        elif LEFT_OUT.search(path.relative_to(site).as_posix()):
            path.unlink()


def launcher(stub: str, python: str) -> bytes:
    """distlib's stub for 64 bits, which Python beside it to start, and what that runs."""
    inner = io.BytesIO()
    with zipfile.ZipFile(inner, "w") as archive:
        archive.writestr(zipfile.ZipInfo("__main__.py"), START)
    begin = resources.files("distlib").joinpath(stub).read_bytes()
    return begin + f"#!<launcher_dir>\\{python}\r\n".encode() + inner.getvalue()


def main(arguments: Sequence[str]) -> int:
    python, site, out = (Path(each) for each in arguments)
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    with zipfile.ZipFile(python) as archive:
        for name in archive.namelist():
            if not name.endswith("/"):
                (out / Path(name).name).write_bytes(archive.read(name))
    (paths,) = out.glob("python3*._pth")
    paths.write_text(f"{paths.stem}.zip\r\n.\r\nsite-packages\r\n", newline="")
    trim(site)
    shutil.move(site, out / "site-packages")
    for library in (out / "site-packages" / "PySide6").glob("msvcp140*.dll"):
        shutil.copyfile(library, out / library.name)  # DuckDB wants it before PySide6 is loaded
    for name, (stub, interpreter) in LAUNCHERS.items():
        (out / name).write_bytes(launcher(stub, interpreter))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
