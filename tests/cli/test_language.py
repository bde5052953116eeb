"""The command line speaks the language in use: every sentence it says goes through one door."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

import svcconsole
from svcconsole import cli
from svcconsole.cli.exit_codes import Exit
from svcconsole.words import catalog
from svcconsole.words.message import AND, COMMA, LINES, OR, SENTENCES

PRODUCTS = """Handle,Title,Price,Image
mug,Mug,12.00,https://shop.example/mug.png
mug,Cup,13.00,https://shop.example/mug.png
lamp,Lamp,l2.00,https://shop.example/lamp.png
"""
JOINTS = {AND, COMMA, LINES, OR, SENTENCES}


@pytest.fixture(scope="module")
def brackets(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A compiled language whose every sentence is the English one in brackets."""
    written = Catalog(locale="de")
    for file in Path(svcconsole.__file__).parent.rglob("*.py"):
        for call in ast.walk(ast.parse(file.read_text("utf-8"))):
            if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name):
                continue
            count = {"message": 1, "mark": 1, "plural": 2, "mark_plural": 2}.get(call.func.id, 0)
            texts = [str(text.value) for text in call.args[:count] if isinstance(text, ast.Constant)]
            if count == 1 and texts and texts[0] not in JOINTS:
                written.add(texts[0], f"[{texts[0]}]")
            elif count == 2 and len(texts) == 2:
                written.add(tuple(texts), tuple(f"[{text}]" for text in texts))
    content = BytesIO()
    write_mo(content, written)
    compiled = tmp_path_factory.mktemp("language") / "brackets.mo"
    compiled.write_bytes(content.getvalue())
    return compiled


@pytest.fixture
def bracketed(brackets: Path) -> Iterator[None]:
    """It is in use."""
    catalog.use(catalog.load("de", brackets))
    yield
    catalog.use(catalog.ENGLISH)


@pytest.fixture(autouse=True)
def folders_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("SVCCONSOLE_DATA_DIR", "SVCCONSOLE_CONFIG_DIR", "SVCCONSOLE_STATE_DIR"):
        monkeypatch.setenv(variable, str(tmp_path / "folders"))


@pytest.mark.usefixtures("bracketed")
def test_a_refusal_is_said_in_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["call", "products/lst"]) == Exit.REFUSED_HERE
    sentence, advice = capsys.readouterr().err.splitlines()
    assert sentence == "[There is no operation 'products/lst'.]"
    assert advice.startswith("[Did you mean products/list")


@pytest.mark.usefixtures("bracketed")
def test_what_a_check_says_is_said_in_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "products.csv"
    file.write_text(PRODUCTS, "utf-8")
    answers = ["--set", "url=https://shop.example/products/{Handle}", "--set", "currency=EUR"]
    cli.run(["import", "products", str(file), "--dry-run", *answers, "--set", "quantity=0"])
    said = capsys.readouterr().err.splitlines()
    assert said[0].startswith("[products.csv: [3 rows], [Own columns], ")
    assert any("[“l2.00” has a letter l in it.]" in line for line in said)
    assert [line for line in said if not line.lstrip().startswith("[")] == []


@pytest.mark.usefixtures("bracketed")
def test_help_is_in_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["import", "products", "--help"]) == Exit.ACCEPTED
    shown = " ".join(capsys.readouterr().out.split())
    assert "[Import products.]" in shown
    assert "[Answer a question about the whole file.]" in shown
    assert "[Fill a blank or unmapped field; {Column} is a column.]" in shown
