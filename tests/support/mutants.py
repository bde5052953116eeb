"""The mutants of a file: its text with one small change each, which some test should notice.

The changes are those of mutmut, whose own runner does not fit here: it leaves out every table outside a
function and most decorated functions, and these hold much of what is critical.
"""

from __future__ import annotations

import ast
import codecs
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import unified_diff

import libcst as cst
from libcst.metadata import MetadataWrapper, PositionProvider
from mutmut.mutation.mutators import mutation_operators

SENTENCES = frozenset({"message", "mark", "plural"})
"""What takes sentences: a changed one has no translation, which tests of the catalogs find."""
UNTOUCHED = frozenset({"len", "isinstance"})
"""Calls whose arguments stay: without them, or with None, they only raise."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """A changed text of the file, in which function the change is ("" outside of all), and the lines that
    differ, before and after.

    `outer` is the function that holds it, if need be with functions inside. `reach` are the lines of the
    original of which a test has to run one to notice it. Both are empty where the import of the file runs it.
    """

    function: str
    outer: str
    was: str
    now: str
    code: str
    reach: range


def mutants_of(code: str) -> Iterator[Mutant]:
    """Every mutant of `code` that is a program and another one."""
    wrapper = MetadataWrapper(cst.parse_module(code))
    finder = _Finder()
    wrapper.visit(finder)
    known = {ast.dump(ast.parse(code))}
    for change in finder.found:
        changed = wrapper.module.deep_replace(change.old, change.new)
        assert isinstance(changed, cst.Module)
        try:
            made = ast.dump(ast.parse(changed.code))
            compile(changed.code, "mutant", "exec")
        except SyntaxError:
            continue
        if made not in known:
            known.add(made)
            was, now = _changed(code, changed.code)
            yield Mutant(change.function, change.outer, was, now, changed.code, change.reach)


def _changed(before: str, after: str) -> tuple[str, str]:
    """The lines that differ, as they were and as they are, each joined to one."""
    lines = list(unified_diff(before.splitlines(), after.splitlines(), n=0, lineterm=""))[2:]
    was, now = (" ".join(line[1:].strip() for line in lines if line.startswith(sign)) for sign in "-+")
    return was, now


@dataclass(frozen=True, slots=True)
class _Change:
    old: cst.CSTNode
    new: cst.CSTNode
    function: str
    outer: str
    reach: range


class _Finder(cst.CSTVisitor):
    """Asks mutmut's operators at every node for what it could be changed to."""

    METADATA_DEPENDENCIES = (PositionProvider,)

    def __init__(self) -> None:
        super().__init__()
        self.found: list[_Change] = []
        self._names: list[str] = []
        self._outer: list[str] = []
        """Of each function whose body this is in, its name with those around it."""
        self._statements: list[range] = []
        self._sentences: set[cst.CSTNode] = set()

    def on_visit(self, node: cst.CSTNode) -> bool:
        if isinstance(node, cst.Annotation | cst.Decorator) or node in self._sentences:
            return False
        if isinstance(node, cst.FunctionDef | cst.ClassDef):
            self._names.append(node.name.value)
        if isinstance(node, cst.BaseSmallStatement | cst.BaseCompoundStatement):
            self._statements.append(self._lines(node))
        if isinstance(node, cst.Call) and isinstance(node.func, cst.Name):
            if node.func.value in UNTOUCHED:
                return False
            if node.func.value in SENTENCES:
                self._sentences.update(each.value for each in node.args if _is_text(each.value))
        for kind, operator in mutation_operators:
            if isinstance(node, kind):
                reach = self._statements[-1] if self._outer else range(0)
                places = ".".join(self._names), (self._outer or [""])[0], reach
                self.found += [_Change(node, new, *places) for new in operator(node) if not _same(node, new)]
        return super().on_visit(node)

    def on_leave(self, original_node: cst.CSTNode) -> None:
        if isinstance(original_node, cst.FunctionDef | cst.ClassDef):
            self._names.pop()
        if isinstance(original_node, cst.BaseSmallStatement | cst.BaseCompoundStatement):
            self._statements.pop()
        super().on_leave(original_node)

    def visit_FunctionDef_body(self, node: cst.FunctionDef) -> None:
        self._outer.append(".".join(self._names))

    def leave_FunctionDef_body(self, node: cst.FunctionDef) -> None:
        self._outer.pop()

    def _lines(self, node: cst.CSTNode) -> range:
        """The lines of a statement, of a compound one those before its body."""
        place = self.get_metadata(PositionProvider, node)
        body = getattr(node, "body", None)
        if isinstance(body, cst.IndentedBlock):
            return range(place.start.line, self.get_metadata(PositionProvider, body).start.line)
        return range(place.start.line, place.end.line + 1)


def _is_text(value: cst.BaseExpression) -> bool:
    return isinstance(value, cst.SimpleString | cst.ConcatenatedString)


def _same(old: cst.CSTNode, new: cst.CSTNode) -> bool:
    """Whether both are names of one encoding, which small letters and capitals do not tell apart."""
    if not (isinstance(old, cst.SimpleString) and isinstance(new, cst.SimpleString)):
        return False
    names = [str(old.evaluated_value), str(new.evaluated_value)]
    if names[0].lower() != names[1].lower():
        return False
    try:
        return bool(codecs.lookup(names[0]))
    except LookupError:
        return False
