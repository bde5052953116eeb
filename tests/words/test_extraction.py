"""Every marked text is extracted, and comes back from a compiled catalog in another language."""

from __future__ import annotations

import re
import tokenize
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from svcconsole.words import catalog
from svcconsole.words.catalog import Language, render
from svcconsole.words.message import Message, places
from tests.support.wordlist import ROOT, wordlist

IMPORTED = re.compile(r"from svcconsole\.(?:gui\.design\.words|words\.message) import ([^(\n]+|\([^)]*\))")
COUNTS = (0, 1, 2, 7, 1234)


@pytest.fixture(scope="module")
def found() -> list[Any]:
    return [*wordlist().texts(), *wordlist().field_texts()]


@pytest.fixture(scope="module")
def pseudo(tmp_path_factory: pytest.TempPathFactory) -> Language:
    file = tmp_path_factory.mktemp("words") / "pseudo.mo"
    wordlist().write_pseudo(file)
    return catalog.load("en", file)


def _called(path: Path) -> Iterator[str]:
    """The markers that a module calls with a literal, by its tokens: `tr(` and then a string."""
    with tokenize.open(path) as lines:
        tokens = [
            token
            for token in tokenize.generate_tokens(lines.readline)
            if token.type not in {tokenize.NL, tokenize.COMMENT, tokenize.NEWLINE}
        ]
    for before, name, bracket, text in zip(tokens, tokens[1:], tokens[2:], tokens[3:], strict=False):
        if before.string not in {".", "def"} and bracket.string == "(" and text.type == tokenize.STRING:
            yield name.string


def test_extraction_finds_every_marker(found: list[Any]) -> None:
    """Counted in another way: by tokens, in the modules that import a marker."""
    extracted = Counter(each.file for each in found if each.line)
    markers = wordlist().ONE | wordlist().PLURAL
    for path in sorted((ROOT / "svcconsole" / "gui").rglob("*.py")):
        code = path.read_text(encoding="utf-8")
        imported = re.findall(
            r"from svcconsole\.(?:gui\.design\.words|words\.message) import ([^(\n]+|\([^)]*\))", code
        )
        names = {name.strip(" ()\n") for line in imported for name in line.split(",")} & markers
        called = sum(name in names for name in _called(path))
        file = path.relative_to(ROOT).as_posix()
        assert extracted[file] == called, file


def test_the_places_of_every_text_are_bare_names_and_the_same_in_both_forms(found: list[Any]) -> None:
    for each in found:
        one = places(each.one)
        if each.many:
            assert set(one) - {"n"} == set(places(each.many)) - {"n"}, each


def test_every_text_comes_back_in_the_pseudo_language(found: list[Any], pseudo: Language) -> None:
    accented = wordlist().pseudo
    for each in found:
        names = dict.fromkeys({**places(each.one), **places(each.many)}, "*")
        if not each.many:
            said = Message(each.one, names, context=each.context)
            assert render(said, language=pseudo) == accented(each.one).format_map(names), each
            continue
        for count in COUNTS:
            said = Message(each.one, names, plural=each.many, quantity=count, context=each.context)
            form = accented(each.one if count == 1 else each.many)
            assert render(said, language=pseudo) == form.format_map({**names, "n": f"{count:,}"}), each


def test_the_template_names_where_each_text_stands(tmp_path: Path, found: list[Any]) -> None:
    file = tmp_path / "svcconsole.pot"
    assert wordlist().write_template(file) == len({(each.one, each.context) for each in found if each.one})
    written = file.read_text(encoding="utf-8")
    assert "#: svcconsole/gui/design/words.py" not in written
    assert "#: svcconsole/gui/kit/relative_time.py" in written
    assert 'msgid_plural "{n} minutes ago"' in written


@pytest.mark.parametrize(
    "glued",
    [
        'tr(f"{name} is blank")',
        'tr("The row " + name)',
        'tr("The row %s" % name)',
        'tr("The row {}".format(name))',
        'tr("One" if single else "Many")',
        'tr_plural("{n} row", f"{n} rows", count)',
    ],
)
def test_a_text_put_together_in_the_call_is_refused(glued: str) -> None:
    code = f"from svcconsole.gui.design.words import tr, tr_plural\n{glued}\n"
    with pytest.raises(wordlist().NotLiteral, match=r"example\.py:2"):
        list(wordlist().texts_of(code, "example.py"))


def test_functions_of_the_same_name_are_no_markers() -> None:
    assert list(wordlist().texts_of('def tr(text): ...\ntr("Not ours")\n', "example.py")) == []


def test_a_translation_is_compiled_with_the_plural_rule_of_its_language(tmp_path: Path) -> None:
    po, mo = tmp_path / "ar.po", tmp_path / "ar.mo"
    forms = "\n".join(f'msgstr[{at}] "{word} {{n}}"' for at, word in enumerate("abcdef"))
    head = 'msgid ""\nmsgstr ""\n"Language: ar\\n"\n"Content-Type: text/plain; charset=utf-8\\n"\n'
    po.write_text(f'{head}\nmsgid "{{n}} row"\nmsgid_plural "{{n}} rows"\n{forms}\n', encoding="utf-8")
    assert wordlist().main(["compile", str(po), str(mo)]) == 0
    arabic = catalog.load("ar", mo)
    said = [arabic.plural("{n} row", "{n} rows", count) for count in (0, 1, 2, 3, 11, 100)]
    assert said == [f"{word} {{n}}" for word in "abcdef"]
