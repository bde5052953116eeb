"""The layers below the window make their sentences with the markers, never by `+`, f-string or `== 1`.

What is asked of every file of tables, services, api, workspace and cli:

- the source of a marker is a literal, or a name that a marker gave, and its places hold bare names;
- what begins as a sentence, has several words and ends as one is a marker's source, wherever it stands;
- what the errors that people read are given is no bare text;
- no words are glued by an f-string or `+` (`GLUED` names what is glued and is no sentence);
- no form of a word is chosen by `== 1`.

A docstring, a log line, and an error for programmers are no sentences for people.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import svcconsole
from svcconsole.words.message import places

ROOT = Path(svcconsole.__file__).parent
LAYERS = ("tables", "services", "api", "workspace", "cli")
FILES = sorted([*ROOT.glob("*.py"), *(file for layer in LAYERS for file in (ROOT / layer).rglob("*.py"))])
MARKERS = {"message": 1, "mark": 1, "plural": 2, "mark_plural": 2}
"""Each marker and how many source texts it begins with."""
FOR_PEOPLE = re.compile(
    r"(TableError|WorkspaceError|RunnerBusy|FenceLost|ImportRefused|RefusedHere|Rejected|NotReached|Paused"
    r"|NotDownloaded|AnalysisError|MergeRefused|ManifestUnreadable|RegistryFileError|TemplateFileError|NotNoted"
    r"|NoLink|ReportBusy|ApiError|SourceChanged|PreferencesError|ProfilesError|ManagedError|KeyringTrouble)$"
)
FOR_PROGRAMMERS = {
    "AssertionError", "AttributeError", "IndexError", "KeyError", "LookupError", "NotImplementedError",
    "OverflowError", "RuntimeError", "TypeError", "ValueError",
}  # fmt: skip
LOGGING = {"critical", "debug", "error", "exception", "info", "warning"}
SAID_ELSEWHERE = {
    "api/models/reports.py": "the names of reports, which are values on the wire",
    "tables/presets/sales_channels.py": "the names of columns in exports",
    "tables/presets/woocommerce.py": "the names of columns in exports",
}
"""Files whose texts look like sentences and are none, each with the reason."""
STATEMENT = re.compile(r"(ALTER|CREATE|DELETE|GRANT|INSERT|PRAGMA|SELECT|UPDATE) ")
GLUED = {
    "-c statement_timeout={}": "an option of the database's driver",
    "Attribute {} {}": "names of columns in a shop's export",
    "Basic {}": "a header's value",
    "Bearer {}": "a header's value",
    "Column {}": "the name of a column that has none, by which a mapping finds it",
    "Default Address {}": "names of columns in a shop's export",
    "Option {}": "the name of an option that has none, which is sent",
    "Product Image {} - {}": "names of columns in a shop's export",
    "Ref {}": "a reference that is searched for in the store",
    "in the worker process:\n": "a traceback",
    "row {}": "the key of a group of rows",
    "svcconsole import {} --resume {}": "a command to type",
    "svcconsole {}": "the program and its version",
    "{} = excluded.{}": "a part of a statement",
    "{} City": "names of columns in an address book",
    "{} Country": "names of columns in an address book",
    "{} Country/Region": "names of columns in an address book",
    "{} Postal Code": "names of columns in an address book",
    "{} State": "names of columns in an address book",
    "{} Street": "names of columns in an address book",
    "{} Street 2": "names of columns in an address book",
    "{} to {}": "a part of a file's name",
    "{} {}.csv": "a file's name",
    "{}: {} (not carried over: {})": "a bug's text for the log",
}
"""What is glued of words and is no sentence, each with the reason; options (--set …) are commands to type."""
MACHINES = (
    "services/analysis/",
    "workspace/merge.py",
    "workspace/retention.py",
    "workspace/statement_queue.py",
    "workspace/engines/postgresql_queue.py",
    "workspace/engines/postgresql_rules.py",
    "api/curl.py",
)
"""Where texts are SQL or a shell's commands."""
NOT_SAID = {"example", "synonyms", "body", "also", "pattern"}
"""Arguments that hold samples of data, not words for people."""


def _name(call: ast.Call) -> str:
    function = call.func
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def _text(node: ast.AST) -> str | None:
    """The literal text of a string or an f-string, places as {}; None for everything else."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)
    return None


def _is_sentence(text: str) -> bool:
    """Whether it begins, goes on and ends as a sentence."""
    words = re.sub(r"\{[^{}]*\}", "X", text).strip()
    several = re.search(r"\w\S* +\S*[a-z]{2}", words)
    ends = re.search(r"([.?…]|[.…][”)])$", words)
    return bool(several and ends and re.match(r"[A-Z“�]", words) and not STATEMENT.match(words))


def _glued(node: ast.AST) -> str | None:
    """The literal words of an f-string or of two texts added; None for everything else."""
    if isinstance(node, ast.JoinedStr):
        return _text(node)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return "".join(filter(None, map(_text, (node.left, node.right)))) or None
    return None


class _File:
    """A file's tree with the parent of each node."""

    def __init__(self, file: Path) -> None:
        self.name = file.relative_to(ROOT).as_posix()
        self.tree = ast.parse(file.read_text("utf-8"))
        self.parents = {child: node for node in ast.walk(self.tree) for child in ast.iter_child_nodes(node)}

    def above(self, node: ast.AST) -> Iterator[ast.AST]:
        while (node := self.parents.get(node, self.tree)) is not self.tree:
            yield node

    def is_docstring(self, node: ast.AST) -> bool:
        return isinstance(self.parents.get(node), ast.Expr)

    def is_for_people(self, node: ast.AST) -> bool:
        """Whether a sentence that stands here would be read by people, and no marker has it."""
        inner = node
        for outer in self.above(node):
            if isinstance(outer, ast.JoinedStr):
                return False  # the whole is looked at, not its parts
            if isinstance(outer, ast.Call):
                name = _name(outer)
                if name in MARKERS or name in FOR_PROGRAMMERS or name in LOGGING:
                    return False
            if isinstance(outer, ast.keyword) and outer.arg in NOT_SAID:
                return False
            if isinstance(outer, ast.Dict) and self.name.startswith("api/reference/"):
                return False  # a sample request
            if isinstance(outer, ast.Compare | ast.Subscript) and inner is not outer:
                return False
            inner = outer
        return not self.is_docstring(node)

    def where(self, node: ast.AST) -> str:
        return f"{self.name}:{getattr(node, 'lineno', 0)}"


@pytest.fixture(scope="module")
def files() -> list[_File]:
    return [_File(file) for file in FILES]


def _calls(files: list[_File]) -> Iterator[tuple[_File, ast.Call]]:
    for file in files:
        for node in ast.walk(file.tree):
            if isinstance(node, ast.Call):
                yield file, node


def test_sources_are_literals_with_bare_places(files: list[_File]) -> None:
    wrong = []
    seen = 0
    for file, call in _calls(files):
        for source in call.args[: MARKERS.get(_name(call), 0)] if isinstance(call.func, ast.Name) else ():
            seen += 1
            if isinstance(source, ast.JoinedStr | ast.BinOp | ast.IfExp):
                wrong.append(f"{file.where(source)}: {ast.unparse(source)}")
            elif isinstance(source, ast.Constant):
                try:
                    places(str(source.value))
                except ValueError as error:
                    wrong.append(f"{file.where(source)}: {error}")
    assert seen > 1000
    assert wrong == [], "\n".join(wrong)


def test_sentences_are_made_by_markers(files: list[_File]) -> None:
    wrong = []
    for file in files:
        if file.name in SAID_ELSEWHERE:
            continue
        for node in ast.walk(file.tree):
            text = _text(node)
            if text and _is_sentence(text) and file.is_for_people(node):
                wrong.append(f"{file.where(node)}: {text}")
    assert wrong == [], "\n".join(wrong)


def test_words_are_not_glued(files: list[_File]) -> None:
    wrong = []
    for file in files:
        if file.name.startswith(MACHINES):
            continue
        for node in ast.walk(file.tree):
            glued = _glued(node)
            if glued is None or glued in GLUED or glued.lstrip().startswith("--") or STATEMENT.match(glued):
                continue
            if " " in glued.strip() and re.search(r"[a-z]{2}", glued) and file.is_for_people(node):
                wrong.append(f"{file.where(node)}: {glued}")
    assert wrong == [], "\n".join(wrong)


def test_errors_for_people_take_messages(files: list[_File]) -> None:
    wrong = []
    for file, call in _calls(files):
        if not FOR_PEOPLE.search(_name(call)):
            continue
        texts = [*call.args, *(word.value for word in call.keywords if word.arg in {"sentence", "advice"})]
        wrong += [
            f"{file.where(given)}: {ast.unparse(given)}"
            for given in texts
            if isinstance(given, ast.JoinedStr | ast.BinOp) or (_text(given) or "").strip()
        ]
    assert wrong == [], "\n".join(wrong)


def test_no_form_is_chosen_by_one(files: list[_File]) -> None:
    wrong = []
    for file in files:
        for node in ast.walk(file.tree):
            if not isinstance(node, ast.IfExp) or not isinstance(node.test, ast.Compare):
                continue
            ones = [
                side for side in node.test.comparators if isinstance(side, ast.Constant) and side.value == 1
            ]
            words = [_text(form) for form in (node.body, node.orelse)]
            if ones and any(form and re.search(r"[a-z]{2}", form) for form in words):
                wrong.append(f"{file.where(node)}: {ast.unparse(node)}")
    assert wrong == [], "\n".join(wrong)
