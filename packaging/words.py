"""Collects the sentences of the console for translators, and makes catalogs of them.

Run as a script: `extract [POT]` writes every marked text and what the models call their fields (without a
file: resources/words/svcconsole.pot), `update` puts what is new in the code into the translated catalogs
(resources/words/es.po …) and takes out what is gone, `compile` makes of those that are complete what the
program loads (resources/languages/es.mo …), `check` says what is missing, has places that the English text
does not have, or none of the words that the glossary has for a term (the stems of them, in
resources/words/glossary.csv), and `pseudo MO` writes a language for tests with every text accented and in
brackets.
"""

from __future__ import annotations

import ast
import csv
import re
import sys
import unicodedata
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import NamedTuple

from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from babel.plural import to_gettext

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "svcconsole"
WORDS = ROOT / "resources" / "words"
POT = WORDS / "svcconsole.pot"
FIRST_DAY = datetime(2026, 11, 27, tzinfo=UTC)
COMPILED = ROOT / "resources" / "languages"
ONE = frozenset({"tr", "message", "mark"})
PLURAL = frozenset({"tr_plural", "plural", "mark_plural"})
COUNTED = frozenset({"tr_plural", "plural"})
"""These take the count before the context."""
HOMES = frozenset({"svcconsole.words.message", "svcconsole.gui.design.words"})
"""Where markers are imported from: other functions may be called the same."""
OPEN, CLOSE = "⟦", "⟧"
ACCENTS = str.maketrans(
    "ABCDEGHIJKLNOPRSTUWYZabcdeghijklnoprstuwyz", "ÀḂÇÐÉĜĤÎĴĶĹŃÖṖŔŠŤÛŴÝŽàḃçđéĝĥîĵķĺńöṗŕšťûŵýž"
)
CODE = re.compile(
    r"\{\w*\}|svcconsole [\w -]+|--[\w-]+|\b\w+[.=]\w+|\b\w+[.] |\b[A-Z_]{2,}\b|\([^)]*\)"
    r"|[“`\"][^”`\"]*[”`\"]"
)
"""Of a text: places, commands, options, fields and quoted words, which are no terms of ours."""
RLM = "\u200f"
"""Turns a text that begins with Latin letters from right to left."""
LETTERS = frozenset({"L", "R", "AL"})
"""What Unicode calls letters that run from left to right, and from right to left."""
PLACE = re.compile(r"(\{\{|\}\}|\{\w+\})")


class Found(NamedTuple):
    """One text: its source, the form for many where a count inflects it, its context, and where it stands."""

    one: str
    many: str
    context: str
    file: str
    line: int


class NotLiteral(Exception):
    """A marker's text is put together, so that no translator would see it."""


@cache
def texts(package: Path = PACKAGE) -> tuple[Found, ...]:
    """Every marked text of the code, in the order of the files; read once."""
    files = sorted(package.rglob("*.py"))
    return tuple(
        found
        for path in files
        for found in texts_of(path.read_text(encoding="utf-8"), path.relative_to(package.parent).as_posix())
    )


def texts_of(code: str, file: str) -> Iterator[Found]:
    """Every marked text of one module; raises NotLiteral for one that is put together in the call."""
    tree = ast.parse(code)
    names = markers(tree, file)
    for node in ast.walk(tree):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args):
            continue
        name = names.get(node.func.id)
        if name is None:
            continue
        wanted = 1 if name in ONE else 2
        sources = [literal(each) for each in node.args[:wanted]]
        if any(is_glued(each) for each in node.args[:wanted]):
            raise NotLiteral(f"{file}:{node.lineno}: {ast.unparse(node)}")
        if len(sources) < wanted or None in sources:
            continue  # a text of a table, marked there
        after = node.args[wanted + (name in COUNTED) :]
        context = (literal(after[0]) or "") if after else ""
        one, many = sources[0] or "", (sources[1] or "") if wanted == 2 else ""
        yield Found(one, many, context, file, node.lineno)


def markers(tree: ast.Module, file: str) -> dict[str, str]:
    """The markers that a module has, by the name that each has there."""
    if file.endswith("words/message.py"):
        return {name: name for name in ONE | PLURAL}
    return {
        alias.asname or alias.name: alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module in HOMES
        for alias in node.names
        if alias.name in ONE | PLURAL
    }


def literal(node: ast.expr) -> str | None:
    """The text of a plain literal."""
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def is_glued(node: ast.expr) -> bool:
    """Whether a text is put together: f-string, `+`, `%`, `.format`, or one of two literals."""
    if isinstance(node, ast.JoinedStr | ast.BinOp):
        return True
    if isinstance(node, ast.IfExp):
        return any(literal(part) is not None or is_glued(part) for part in (node.body, node.orelse))
    called = node.func if isinstance(node, ast.Call) else None
    return isinstance(called, ast.Attribute) and called.attr in {"format", "join"}


def field_texts() -> Iterator[Found]:
    """What the models call their fields and say of them, as forms show it."""
    from svcconsole.api.operations import OPERATIONS
    from svcconsole.gui.kit.forms.fields import specs, title_of
    from svcconsole.words.message import Message

    seen: set[type] = set()
    waiting = [model for each in OPERATIONS for model in (each.request, each.response)]
    while waiting:
        model = waiting.pop(0)
        if model in seen:
            continue
        seen.add(model)
        for spec in specs(model):
            for said in (spec.label, spec.help):
                if isinstance(said, Message) and said:
                    yield Found(said.source, "", "", f"svcconsole/api/models ({model.__name__})", 0)
            for shape in spec.models:
                yield Found(title_of(shape).source, "", "", f"svcconsole/api/models ({shape.__name__})", 0)
            waiting += [each for each in (spec.model, *spec.models) if each is not None]


@cache
def template() -> Catalog:
    """All texts as a catalog without translations, to be read; made once."""
    catalog = Catalog(project="svcconsole", charset="utf-8")
    for found in (*texts(), *field_texts()):
        if found.one:
            catalog.add(
                (found.one, found.many) if found.many else found.one,
                locations=[(found.file, found.line)],
                context=found.context or None,
            )
    return catalog


def write_template(file: Path) -> int:
    """Write the template for translators; how many texts it has."""
    catalog = template()
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("wb") as content:
        write_po(content, catalog, width=110, sort_by_file=True, omit_header=False)
    return len(catalog)


def compile_catalog(translated: Path, file: Path) -> None:
    """Write a translated catalog as the program loads it, with the plural rule of its language; its texts
    tell their direction."""
    with translated.open("rb") as content:
        catalog = read_po(content)
    if catalog.locale is not None:
        set_plural_rule(catalog, str(catalog.locale))
    for entry in [entry for entry in catalog if entry.id and not is_whole(entry.string)]:
        catalog.delete(entry.id, entry.context)  # gettext would say nothing in place of the English text
    if catalog.locale is not None and catalog.locale.character_order == "right-to-left":
        for entry in [entry for entry in catalog if entry.id]:
            said = entry.string
            entry.string = _led(said) if isinstance(said, str) else tuple(map(_led, _forms(said)))
    with file.open("wb") as content:
        write_mo(content, catalog)


def _led(said: str) -> str:
    """A text with letters from right to left that begins with Latin ones, led by a mark: Qt takes a text's
    direction from its first letter, and would set all of it from left to right."""
    # Asked of Unicode itself: in a build the package is not there yet.
    kinds = [kind for letter in PLACE.sub("", said) if (kind := unicodedata.bidirectional(letter)) in LETTERS]
    return f"{RLM}{said}" if kinds[:1] == ["L"] and set(kinds) != {"L"} else said


def untranslated(po: Path) -> list[str]:
    """The texts of a catalog that have no translation."""
    with po.open("rb") as content:
        entries = [entry for entry in read_po(content) if entry.id]
    return [_one(entry.id) for entry in entries if not is_whole(entry.string)]


def translated() -> list[Path]:
    """The translated catalogs."""
    return sorted(WORDS.glob("*.po"))


def compile_all() -> list[Path]:
    """Compile the catalogs that are complete to where the program looks for them, and take away others; the
    files. A language is offered once nothing in it is said in English."""
    COMPILED.mkdir(exist_ok=True)
    complete = [po for po in translated() if not untranslated(po)]
    made = [COMPILED / f"{po.stem}.mo" for po in complete]
    for po, mo in zip(complete, made, strict=True):
        compile_catalog(po, mo)
    for other in set(COMPILED.glob("*.mo")) - set(made):
        other.unlink()
    return made


def catalog_of(code: str) -> Catalog:
    """An empty catalog of a language: its head holds nothing that changes from day to day."""
    made = Catalog(
        locale=code,
        header_comment=f"# svcconsole in {Locale.parse(code).english_name}; words.py writes it.",
        project="svcconsole",
        copyright_holder="svcconsole",
        msgid_bugs_address=" ",
        creation_date=FIRST_DAY,
        revision_date=FIRST_DAY,
        last_translator=" ",
        language_team=" ",
        charset="utf-8",
        fuzzy=False,
    )
    set_plural_rule(made, code)
    return made


def update(po: Path, texts: Catalog) -> int:
    """Put the texts of the code into a translated catalog: what is new without a translation, what is gone
    not at all; how many have none. Nothing is guessed from a similar text. Files are named without lines,
    which every change of the code would move."""
    with po.open("rb") as content:
        catalog = read_po(content)
    before = {(_one(entry.id), entry.context): entry for entry in catalog}
    made = catalog_of(str(catalog.locale))
    missing = 0
    for entry in texts:
        if not entry.id:
            continue
        known = before.get((_one(entry.id), entry.context))
        said = known.string if known is not None and known.id == entry.id else ""
        missing += not is_whole(said)
        made.add(entry.id, said or None, locations=entry.locations, context=entry.context)
    with po.open("wb") as content:
        write_po(content, made, width=110, sort_by_file=True, include_lineno=False)
    return missing


def _one(source: str | Sequence[str]) -> str:
    """The form for one of a source."""
    return source if isinstance(source, str) else source[0]


def is_whole(said: object) -> bool:
    """Whether every form of a text is translated."""
    return bool(said) and (isinstance(said, str) or (isinstance(said, tuple | list) and all(said)))


def check(po: Path) -> list[str]:
    """What is wrong with a translated catalog, one line for each text."""
    with po.open("rb") as content:
        entries = [entry for entry in read_po(content) if entry.id and is_whole(entry.string)]
    missing = len(untranslated(po))
    said = [f"{po.name}: {missing} texts have no translation"] if missing else []
    terms = glossary(po.stem)
    for entry in entries:
        one, forms = _one(entry.id), _forms(entry.string)
        wanted = set(PLACE.findall(" ".join(_forms(entry.id))))
        said += [f"{po.name}: “{one}” has no place {each} of “{form}”"
                 for form in forms for each in sorted(set(PLACE.findall(form)) - wanted)]  # fmt: skip
        plain = CODE.sub("", one).casefold()
        for term, words in terms.items():
            if re.search(rf"\b{re.escape(term)}s?\b", plain) and not any(
                word in form.casefold() for word in (term, *words) for form in forms
            ):
                said.append(f"{po.name}: “{one}” is said without a word for “{term}”: “{forms[-1]}”")
    return said


def glossary(code: str) -> dict[str, list[str]]:
    """The terms that always have one word in a language, with the stems of that word."""
    with (WORDS / "glossary.csv").open(encoding="utf-8", newline="") as file:
        return {
            row["term"]: [word.casefold() for word in row[f"{code}_stems"].split("|")]
            for row in csv.DictReader(file)
            if row.get(f"{code}_stems")
        }


def _forms(said: str | Sequence[str] | None) -> list[str]:
    return [said] if isinstance(said, str) else list(said or ())


def set_plural_rule(catalog: Catalog, code: str) -> None:
    """CLDR's own order of the forms; where gettext cannot say the rule, Babel's table stays."""
    rule = to_gettext(Locale.parse(code).plural_form)
    if "e " not in rule:
        catalog.mime_headers = [("Plural-Forms", rule)]


LONG_WORD = 11
"""The letters of a word of the padding: few words of the languages are longer."""


def pseudo(text: str, longer: float = 0.0) -> str:
    """The text accented, in brackets, its places as they are; one without letters of its own as it is.
    `longer`: so many times its own letters stand behind it in words of ordinary length, as other languages
    need more room.
    """
    pieces = PLACE.split(text)
    if not any(character.isalpha() for piece in pieces[::2] for character in piece):
        return text
    accented = [piece if at % 2 else piece.translate(ACCENTS) for at, piece in enumerate(pieces)]
    wanted = round(longer * len("".join(pieces[::2])))
    behind = "".join("ő" if at % (LONG_WORD + 1) else " " for at in range(wanted))
    return f"{OPEN}{''.join(accented)}{behind}{CLOSE}"


def write_pseudo(file: Path, longer: float = 0.0) -> Catalog:
    """Write the pseudo-language as a compiled catalog."""
    catalog = template()
    made = Catalog(locale="en", charset="utf-8")
    for entry in catalog:
        if not entry.id:
            continue
        forms = (entry.id,) if isinstance(entry.id, str) else tuple(entry.id)
        said = tuple(pseudo(form, longer) for form in forms)
        made.add(entry.id, said if len(said) > 1 else said[0], context=entry.context)
    with file.open("wb") as content:
        write_mo(content, made)
    return made


def main(arguments: Sequence[str]) -> int:
    match arguments:
        case ["extract", *rest]:
            file = Path(rest[0]) if rest else POT
            print(f"{write_template(file)} texts in {file}")
        case ["update"]:
            texts = template()
            for po in translated():
                print(f"{po.name}: {update(po, texts)} of {len(texts)} texts have no translation")
        case ["compile", po, mo]:
            compile_catalog(Path(po), Path(mo))
        case ["check"]:
            wrong = [line for po in translated() for line in check(po)]
            print("\n".join(wrong))
            return int(bool(wrong))
        case ["compile"]:
            for made in compile_all():
                print(made.relative_to(ROOT))
        case ["pseudo", file]:
            write_pseudo(Path(file))
        case _:
            print(__doc__)
            return 2
    return 0


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    sys.exit(main(sys.argv[1:]))
