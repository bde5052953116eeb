"""The language in use: its catalog, and the one place that makes words of a message.

A catalog is a compiled gettext file (`.mo`) with the plural rule of its language in its head. English has
none: there a message is its own text. Numbers are written the language's way, or by the function that a
caller brings (a window follows the person's own settings for them).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

from svcconsole.words.message import Country, Message, Number, Sayable, StoredSentence, chain

if TYPE_CHECKING:
    from babel import Locale

    from svcconsole.words.mo_file import MoFile

Format = Callable[[Number], str]
"""Writes a number."""

LRI: Final = "\u2066"
FSI: Final = "\u2068"
PDI: Final = "\u2069"
_RTL_LANGUAGES: Final = frozenset({"ar", "ckb", "dv", "fa", "he", "ps", "sd", "ug", "ur", "yi"})
_RTL_LETTERS: Final = frozenset({"R", "AL"})
_DIGITS: Final = frozenset({"EN", "AN"})
_ISOLATES: Final = ("\u2066", "\u2067", "\u2068")


@dataclass(frozen=True)
class Language:
    """A language by its code (`en`, `ar`, `pt_BR`) with its catalog, and the file that this is in; None for
    the language of the sources.
    """

    code: str
    catalog: MoFile | None = field(default=None, repr=False, compare=False)
    file: Path | None = field(default=None, repr=False, compare=False)

    @property
    def is_rtl(self) -> bool:
        """Whether it is written from right to left."""
        return self.code.replace("-", "_").partition("_")[0] in _RTL_LANGUAGES

    def text(self, source: str, context: str = "") -> str:
        """A source text without its arguments; the source itself where it is not translated."""
        if self.catalog is None or not source:  # the head of the catalog is under ""
            return source
        return self.catalog.text(source, context)

    def plural(self, one: str, many: str, count: int, context: str = "") -> str:
        """The form of a source text for `count`, by the rule of the language."""
        if self.catalog is None:
            return one if count == 1 else many
        return self.catalog.plural(one, many, count, context)

    def number(self, value: Number) -> str:
        """A number as the language writes it."""
        if (locale := self._locale()) is None:
            return str(value)
        from babel.numbers import format_decimal

        pattern = None if value.digits is None else f"#,##0.{'0' * value.digits}".rstrip(".")
        exact = value.value if value.digits is None else round(value.value, value.digits)
        return format_decimal(
            exact, pattern, locale, decimal_quantization=False, group_separator=value.grouped
        )

    def country(self, value: Country) -> str:
        """A country's name in the language; the English one where the language has none."""
        locale = self._locale()
        return value.name if locale is None else str(locale.territories.get(value.code, value.name))

    def _locale(self) -> Locale | None:
        """What the library knows of the language; None for English, which needs nothing of it."""
        if self.catalog is None:
            return None
        from babel import Locale, UnknownLocaleError

        try:
            return Locale.parse(self.code.replace("-", "_"))
        except (UnknownLocaleError, ValueError):
            return None


ENGLISH: Final = Language("en")
_in_use = ENGLISH


def load(code: str, file: Path) -> Language:
    """The language with its compiled catalog; raises OSError, or ValueError for a file that is none."""
    from svcconsole.words.mo_file import MoFile

    try:
        return Language(code, MoFile(file.read_bytes()), file)
    except ValueError as error:
        raise ValueError(f"not a catalog: {file.name}") from error


def use(language: Language) -> None:
    """Say every message from now on in `language`."""
    global _in_use  # noqa: PLW0603 - a process speaks one language
    _in_use = language


def in_use() -> Language:
    """The language that messages are said in."""
    return _in_use


def render(
    text: str,
    *,
    number: Format | None = None,
    clean: Callable[[str], str] | None = None,
    language: Language | None = None,
) -> str:
    """The words of a message in the language in use; text that is no message stays as it is.

    `clean` is done to each argument that is neither a message nor a number, and to what was stored and is
    none of our sentences: a stranger's text among ours.
    """
    if not isinstance(text, Sayable):
        return text
    return _Speaker(language or _in_use, number, clean).say(text)


class _Speaker:
    """Says messages, and those within them, in one language and one way."""

    def __init__(self, language: Language, number: Format | None, clean: Callable[[str], str] | None) -> None:
        self._language = language
        self._number = number or language.number
        self._clean = clean

    def say(self, text: Sayable) -> str:
        """A message, or what was stored of one."""
        if isinstance(text, Message):
            return self.words(text)
        found = _recognised(text, self._language)
        if isinstance(found, Message):
            return self.words(found)
        return found if self._clean is None else self._clean(found)

    def words(self, said: Message) -> str:
        language = self._language
        if said.items:
            members = [self._argument(item) for item in said.items]
            return chain(language.text(said.source, said.context), members)
        if said.quantity is None:
            source = language.text(said.source, said.context)
        else:
            source = language.plural(said.source, said.plural, said.quantity, said.context)
        if not said.arguments and "{" not in source and "}" not in source:
            return source
        filled = {name: self._argument(value) for name, value in said.arguments.items()}
        try:
            return source.format_map(filled)
        except (AttributeError, IndexError, KeyError, ValueError):  # a translation with a place of its own
            own = said.source if said.quantity in {None, 1} else said.plural
            return own.format_map(filled)

    def _argument(self, value: object) -> str:
        """An argument in words, isolated where it runs against the direction of the language."""
        if isinstance(value, Sayable):
            return self.say(value)
        if isinstance(value, Number):
            return self._number(value)
        if isinstance(value, int | float) and not isinstance(value, bool):
            return self._number(Number(value))
        if isinstance(value, Country):
            return isolated(self._language.country(value), rtl=self._language.is_rtl)
        text = str(value) if self._clean is None else self._clean(str(value))
        if text.isascii() and not self._language.is_rtl:
            return text
        return isolated(text, rtl=self._language.is_rtl)


def _recognised(text: StoredSentence, language: Language) -> str:
    """The message that was stored, to be said in a language other than the one it was stored in."""
    plain = str(text)
    if language.file is None:
        return plain
    from svcconsole.words.recognised import recognised

    return recognised(plain, language.file)


def isolated(text: str, *, rtl: bool) -> str:
    """`text` between isolates if letters in it run against the direction, or if digits may be reordered."""
    if text.startswith(_ISOLATES) and text.endswith(PDI):
        return text
    kinds = {unicodedata.bidirectional(character) for character in text}
    has_rtl = bool(kinds & _RTL_LETTERS)
    if not rtl:
        return f"{FSI}{text}{PDI}" if has_rtl else text
    if "L" in kinds:
        return f"{FSI}{text}{PDI}"
    # A phone number, a date, "1–4": no letter says its direction, and among Arabic words its parts swap.
    return f"{LRI}{text}{PDI}" if kinds & _DIGITS and not has_rtl and not text.isdigit() else text
