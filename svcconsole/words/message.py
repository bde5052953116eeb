"""Messages: an English source text with named places, the arguments for them, and a count that inflects it.

A `Message` is a `str` whose text is the English sentence: it compares, sorts, is logged, printed and stored
like that sentence. What it was made of stays with it, so that `catalog.render` can say it in another
language.

    message("“{name}” names two columns.", name=name)
    plural("{n} row is left out.", "{n} rows are left out.", count)
    sentences(first, second)           several whole sentences, one after the other
    listed(["A", "B"]), listed(["A", "B"], OR)
    TITLES = {"rows": mark("Rows")}     a text in a table; message(TITLES[key]) makes the message later

Sources are literals: the extraction reads them from the code. Places hold a bare name, no format: an int is
written with its thousands apart, `number` says otherwise, a Message and a Country are said in the same
language, everything else as its `str`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, NoReturn


@dataclass(frozen=True, slots=True)
class Number:
    """A number that a message shows: with so many decimals (all that it has where None), thousands apart."""

    value: int | float
    digits: int | None = None
    grouped: bool = True

    def __str__(self) -> str:
        digits = "" if self.digits is None else f".{self.digits}f"
        return f"{self.value:{',' if self.grouped else ''}{digits}}"


@dataclass(frozen=True, slots=True)
class Country:
    """A country that a message names: its code (ISO 3166) and its English name, or the code where it has
    none."""

    code: str
    name: str

    def __str__(self) -> str:
        return self.name


_set = object.__setattr__


class Message(str):
    """A sentence that can be said in every language; its text is the English one.

    `source` is the text with its places, `plural` the one for a `quantity` other than 1, `context` what tells
    two meanings of one source apart. `items` are the members of a list: `source` then says how two of them
    stand together, as in "{first}, {rest}".
    """

    __slots__ = ("_arguments", "context", "items", "plural", "quantity", "source")

    source: str
    plural: str
    quantity: int | None
    context: str
    items: tuple[object, ...]
    _arguments: dict[str, object]

    def __new__(
        cls,
        source: str,
        arguments: Mapping[str, object] | None = None,
        *,
        plural: str = "",
        quantity: int | None = None,
        context: str = "",
        items: tuple[object, ...] = (),
    ) -> Message:
        held = dict(arguments or {})
        if quantity is not None:
            held["n"] = quantity
        chosen = source if quantity is None or quantity == 1 else plural
        if items:
            text = chain(source, [in_english(item) for item in items])
        elif held or "{" in chosen or "}" in chosen:
            text = chosen.format_map({name: in_english(value) for name, value in held.items()})
        else:
            text = chosen
        made = super().__new__(cls, text)
        _set(made, "source", str(source))
        _set(made, "plural", str(plural))
        _set(made, "quantity", quantity)
        _set(made, "context", context)
        _set(made, "items", items)
        _set(made, "_arguments", held)
        return made

    @property
    def arguments(self) -> Mapping[str, object]:
        """What stands in the places, by name; `n` is the quantity."""
        return MappingProxyType(self._arguments)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a message is frozen: {name}")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a message is frozen: {name}")

    def __getnewargs_ex__(self) -> tuple[tuple[object, ...], dict[str, object]]:
        named: dict[str, object] = {"plural": self.plural, "quantity": self.quantity}
        named |= {"context": self.context, "items": self.items}
        return (self.source, self._arguments), named

    def __getstate__(self) -> None:
        """Nothing beyond what `__new__` takes, for pickles and copies."""


class StoredSentence(str):
    """A sentence of ours as it was stored: its English text. Whoever says it finds out which message that is
    (`catalog.render`), in the language in use at that moment; until then it costs no more than its text.
    """

    __slots__ = ()


Sayable = Message | StoredSentence
"""What `catalog.render` says in the language in use; any other text is a stranger's."""


def message(source: str, context: str = "", /, **arguments: object) -> Message:
    """The message with `arguments` in its places; `context` tells two meanings of one source apart."""
    return Message(source, arguments, context=context)


def plural(one: str, many: str, count: int, context: str = "", /, **arguments: object) -> Message:
    """The message whose words depend on `count`, which stands at `{n}` where the sentence names it."""
    return Message(one, arguments, plural=many, quantity=count, context=context)


def mark(source: str, context: str = "", /) -> str:
    """The same text, known to the extraction: for tables whose texts are made into messages later."""
    return source


def mark_plural(one: str, many: str, context: str = "", /) -> tuple[str, str]:
    """Both texts, known to the extraction: `plural(*pair, count)` makes the message later."""
    return one, many


COMMA: Final = mark("{first}, {rest}")
AND: Final = mark("{first} and {rest}")
OR: Final = mark("{first} or {rest}")
SENTENCES: Final = mark("{first} {rest}")
LINES: Final = mark("{first}\n{rest}")
"""How the members of a list stand together, two by two."""


def number(value: float, digits: int | None = None, *, grouped: bool = True) -> Number:
    """An argument with a fixed number of decimals, or without a sign between its thousands: years, ports."""
    return Number(value, digits, grouped)


def listed(items: Iterable[object], joint: str = COMMA) -> Message:
    """The items as one list: "A, B, C", or by `joint` "A or B", "A and B"."""
    return Message(joint, items=tuple(items) or ("",))


def sentences(*parts: object) -> Message:
    """Whole sentences one after the other; empty ones are left out."""
    return listed((part for part in parts if part), SENTENCES)


def lines(*parts: object) -> Message:
    """Whole sentences one below the other; empty ones are left out."""
    return listed((part for part in parts if part), LINES)


def chain(joint: str, words: list[str]) -> str:
    """The words joined two by two, from the end, by a text with the places `first` and `rest`."""
    rest = words[-1]
    for first in reversed(words[:-1]):
        rest = joint.format_map({"first": first, "rest": rest})
    return rest


def places(source: str) -> Mapping[str, int]:
    """The names of the places in a source text and how often each stands there; raises ValueError."""
    from string import Formatter

    found: dict[str, int] = {}
    for _, name, form, conversion in Formatter().parse(source):
        if name is None:
            continue
        if not name.isidentifier() or form or conversion:
            raise ValueError(f"a place holds a bare name: {source}")
        found[name] = found.get(name, 0) + 1
    return found


def in_english(value: object) -> str:
    """How an argument stands in the English text."""
    if type(value) is int:
        return f"{value:,}"  # nearly all of them, as a Number would say it
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(Number(value))
    return str(value)
