"""The fields of a campaign's message that rows fill, for a template or a type of message."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from collections.abc import Mapping as Dict
from dataclasses import dataclass, field
from typing import Any

from svcconsole.services.messaging.appearance.variables import PLACE
from svcconsole.services.messaging.templates.model import LocalTemplate, TemplateCard
from svcconsole.services.messaging.templates.placeholders import Slot, impossible, slots
from svcconsole.tables.mapping.field_paths import pattern_of, places_of
from svcconsole.tables.mapping.fields import TargetField
from svcconsole.tables.mapping.headers import normalise
from svcconsole.tables.mapping.mapping import Column, Fixed, Mapping, Source
from svcconsole.tables.mapping.request_body import lacking
from svcconsole.tables.mapping.targets import MESSAGES
from svcconsole.words.message import Message, Number, mark, message

TEMPLATES_KIND, MESSAGES_KIND = "templates", "messages"
ID, TYPE, COMPONENTS = "payload.templateId", "type", "payload.components."
CHOSEN = {TEMPLATES_KIND: ID, MESSAGES_KIND: TYPE}
"""The field that says what is sent."""
Library = Dict[str, LocalTemplate]

_LABELS = {
    "payload.templateId": mark("Template"),
    "payload.components.body.#": "{{{{{first}}}}}",  # as in the text of a template that is in the library
    "payload.components.header.#.data": mark("Header image"),
    "payload.message": mark("Message"),
    "payload.body": mark("Message"),
    "payload.media.mediaLink": mark("Link of the file"),
    "payload.media.caption": mark("Caption"),
    "payload.headerTitle": mark("Header title"),
    "payload.headerText": mark("Header title"),
    "payload.footerTitle": mark("Footer"),
    "payload.footerText": mark("Footer"),
    "payload.header.image.mediaLink": mark("Header image"),
    "payload.section.buttonTitle": mark("Button title"),
    "payload.section.sectionTitle": mark("Section title"),
    "payload.section.payload.#.name": mark("Option {first}"),
    "payload.section.payload.#.id": mark("Option {first}: id"),
    "payload.catalogId": mark("Catalog"),
    "payload.productRetailerId": mark("Product"),
    "payload.sections.#.title": mark("Section {first}: title"),
    "payload.sections.#.variantIds.#": mark("Section {first}: product {second}"),
    "payload.address.pin_code": mark("Address: postal code"),
    "payload.address.phone_number": mark("Address: phone"),
    "payload.address.landmark_area": mark("Address: landmark"),
    "payload.address.floor_number": mark("Address: floor"),
    "payload.address.building_name": mark("Address: building"),
    "payload.address.address": mark("Address: street"),
    "payload.address.id": mark("Address: id"),
    "payload.address.name": mark("Address: name"),
    "payload.address.city": mark("Address: city"),
    "payload.address.country": mark("Address: country"),
}
_OWN = frozenset({"payload.type", "payload.header.type"})
"""What follows from other fields and is never asked for."""
_PICTURE, _PICTURE_TYPE = "payload.header.image.mediaLink", "payload.header.type"
_MOST = {"payload.section.payload.": 10, "payload.sections.": 10}
_BUTTONS = 3
_NUMBER = re.compile(r"\d+")
_SENTENCE = re.compile(r"(?<=[.!?؟。])\s+|\n+")
AROUND = 40
"""So many letters on each side of a value are shown of its sentence."""


@dataclass(frozen=True, slots=True)
class MessageFields:
    """What is sent: the template's id or the message's type, its fields in the order the customer sees them,
    the texts that follow from it, and why nothing of it can be sent, if so."""

    chosen: str
    fields: tuple[TargetField, ...] = ()
    fixed: Dict[str, str] = field(default_factory=dict)
    refusals: tuple[str, ...] = ()
    template: LocalTemplate | None = None


def fields_of_message(mapping: Mapping, library: Library) -> MessageFields | None:
    """The shape a mapping chose; None where it chose none, or chooses by a column."""
    source = mapping.sources.get(CHOSEN[mapping.target]) or mapping.fills.get(CHOSEN[mapping.target])
    if not isinstance(source, Fixed) or not source.text:
        return None
    if mapping.target == MESSAGES_KIND:
        return _of_type(source.text, mapping)
    template = library.get(source.text)
    return None if template is None else of_template(template)


def of_template(template: LocalTemplate) -> MessageFields:
    """The slots of a template as fields, with what stands beside them in the request."""
    fields: list[TargetField] = []
    fixed: dict[str, str] = {TYPE: template.type}
    for slot in slots(template):
        path = path_of(template, slot)
        inside = _sentence(template, slot)
        fields.append(TargetField(path, _label(slot), "text", "person", required=True, inside=inside))
        for name, text in _beside(template, slot, path).items():
            fixed[path.removesuffix("data") + name] = text
    return MessageFields(template.id, tuple(fields), fixed, tuple(refusals(template)), template)


def path_of(template: LocalTemplate, slot: Slot) -> str:
    """Where a slot's text stands in the request: `payload.components.carousel.0.body.0`."""
    _, start, rest = ("", "", slot.key) if slot.card is None else slot.key.split(".", 2)
    name, _, place = rest.partition(".")
    inside = f"carousel.{start}.{name}" if start else name
    if name == "body":
        alone = template.cards and slot.card is None
        return f"{COMPONENTS}{inside}" if alone else f"{COMPONENTS}{inside}.{place}"
    return f"{COMPONENTS}{inside}.{place or 0}.data"


def refusals(template: LocalTemplate) -> Iterator[str]:
    """Why no campaign can send this template, whatever fills it."""
    if template.needs_flow:
        yield (
            message(
                "“{shown}” has quick replies, a list or a cart: it is sent by Initiate flow, which a "
                "campaign cannot do.",
                shown=template.shown,
            )
        )
    yield from (sentence for _, sentence in impossible(template))


def misfits(template: LocalTemplate, body: Dict[str, object]) -> tuple[str, ...]:
    """Why a request (its names on the wire) does not fit the template it names."""
    shape = of_template(template)
    there = frozenset(_leaves(body, ""))
    wanted = [spec for spec in shape.fields if spec.path not in there]
    asked = {spec.path for spec in shape.fields} | shape.fixed.keys()
    return (
        *shape.refusals,
        *(message("{label} has nothing to fill it.", label=spec.label) for spec in wanted),
        *_foreign(shape, (path for path in there if _base(path) not in asked)),
        *_another_type(shape, str(body.get(TYPE, "DEFAULT"))),
    )


@dataclass(frozen=True, slots=True)
class LibraryFit:
    """What a library says about requests that name their template: plain data, for helper processes too.

    `strict`: a template that it does not hold is refused, too.
    """

    library: Library
    strict: bool

    def __call__(self, body: Dict[str, Any]) -> tuple[str, ...]:
        """Why the request (its names on the wire) does not fit the template it names."""
        named = str(body.get("payload", {}).get("templateId", ""))
        template = self.library.get(named)
        if template is not None:
            return misfits(template, body)
        if not named or not self.strict:
            return ()
        return (
            message(
                "The template “{named}” is not in the library, so nobody can see what it says.", named=named
            ),
        )


def mapping_misfits(mapping: Mapping, shape: MessageFields) -> tuple[str, ...]:
    """Why the mapping makes no message that fits the template, without what nothing fills."""
    filled = {**mapping.fills, **mapping.sources}
    asked = {spec.path for spec in shape.fields} | shape.fixed.keys()
    said = filled.get(TYPE)
    kind = said.text if isinstance(said, Fixed) and said.text else "DEFAULT"
    return (
        *shape.refusals,
        *_foreign(shape, (path for path in filled if _base(path) not in asked)),
        *(_another_type(shape, kind) if said is None or isinstance(said, Fixed) else ()),
    )


def _foreign(shape: MessageFields, paths: Iterable[str]) -> Iterator[str]:
    shown = shape.template.shown if shape.template is not None else shape.chosen
    for path in sorted(path for path in paths if path.startswith(COMPONENTS)):
        name = path.removeprefix("payload.components.")
        yield message("“{shown}” has no place for {name}.", shown=shown, name=name)


def _another_type(shape: MessageFields, kind: str) -> Iterator[str]:
    wanted = shape.fixed.get(TYPE, kind)
    if kind != wanted:
        yield message(
            "“{chosen}” is sent as {wanted}, not as {kind}.", chosen=shape.chosen, wanted=wanted, kind=kind
        )


def _base(path: str) -> str:
    """A path without the button's index, which follows from its place."""
    return path if not path.endswith(".index") else path.removesuffix("index") + "type"


def _leaves(node: object, path: str) -> Iterator[str]:
    """The paths of everything a request fills; an entry that names its index stands at that place."""
    if isinstance(node, dict):
        for name, value in node.items():
            yield from _leaves(value, f"{path}.{name}".lstrip("."))
    elif isinstance(node, list):
        for place, value in enumerate(node):
            at = value.get("index", place) if isinstance(value, dict) else place
            yield from _leaves(value, f"{path}.{at}")
    elif node != "":
        yield path


def _beside(template: LocalTemplate, slot: Slot, path: str) -> Dict[str, str]:
    """What stands beside a slot's data: its type."""
    if slot.what == "value":
        return {}
    part: TemplateCard = template if slot.card is None else template.cards[slot.card]
    if slot.what in ("url", "code"):
        place = int(path.removesuffix(".data").rpartition(".")[2])
        return {"type": part.buttons[place].type}
    return {"type": "image" if slot.what == "header" else "limited_time_offer"}


def _sentence(template: LocalTemplate, slot: Slot) -> str:
    """The sentence of the template in which a value stands; of a long one what is around it."""
    if slot.what != "value":
        return ""
    part: TemplateCard = template if slot.card is None else template.cards[slot.card]
    for sentence in _SENTENCE.split(part.body):
        for found in PLACE.finditer(sentence):
            if found[1] == slot.name:
                start, end = found.start() - AROUND, found.end() + AROUND
                before = "…" if start > 0 else ""
                after = "…" if end < len(sentence) else ""
                return f"{before}{sentence[max(0, start) : end].strip()}{after}"
    return ""


def _label(slot: Slot) -> str:
    words = {
        "header": message("Header image"),
        "value": f"{{{{{slot.name}}}}}",
        "url": message("“{name}”: end of its link", name=slot.name),
        "code": message("“{name}”: code", name=slot.name),
        "offer": message("End of the offer"),
    }[slot.what]
    return words if slot.card is None else message("Card {place}: {field}", place=slot.card + 1, field=words)


def _of_type(kind: str, mapping: Mapping) -> MessageFields:
    payload = MESSAGES.payloads.get(kind)
    if payload is None:
        return MessageFields(kind, refusals=(message("“{kind}” is not a type of message.", kind=kind),))
    needed = lacking(Mapping(MESSAGES_KIND, {TYPE: Fixed(kind)}))[0]
    filled = {**mapping.fills, **mapping.sources}
    fields = []
    for place in places_of(payload):
        if f"payload.{place}" not in _OWN:
            fields += [
                TargetField(path, label_of(path), "text", "person", required=path in needed)
                for path in _numbered(f"payload.{place}", filled, _BUTTONS if kind == "buttons" else 0)
            ]
    fields.sort(key=lambda spec: not spec.required)
    fixed = {_PICTURE_TYPE: "image"} if _PICTURE in filled else {}
    return MessageFields(kind, tuple(fields), fixed)


def _numbered(pattern: str, filled: Dict[str, Source], most: int) -> Iterator[str]:
    """The paths of a pattern: as many entries of each list as are filled, and one more."""
    start, hole, rest = pattern.partition("#")
    if not hole:
        yield pattern
        return
    taken = [int(path[len(start) :].partition(".")[0]) for path in filled if _starts(path, start)]
    limit = most or _MOST.get(start, 30)
    for place in range(min(limit, max(taken, default=-1) + 2)):
        yield from _numbered(f"{start}{place}{rest}", filled, most)


def _starts(path: str, start: str) -> bool:
    return path.startswith(start) and path[len(start) :].partition(".")[0].isdigit()


def label_of(path: str) -> Message:
    """What a field of a message is called."""
    words = _LABELS.get(pattern_of(path), path.removeprefix("payload."))
    places = (Number(int(found) + 1, grouped=False) for found in _NUMBER.findall(path))
    return message(words, **dict(zip(("first", "second"), places, strict=False)))


def settled(mapping: Mapping, library: Library) -> Mapping:
    """The mapping with the texts that follow from what is sent, and without those that no longer do."""
    shape = fields_of_message(mapping, library)
    made = mapping
    if shape is None:
        return made
    for path, text in shape.fixed.items():
        made = made.with_source(path, Fixed(text))
    if mapping.target == MESSAGES_KIND and _PICTURE_TYPE not in shape.fixed:
        made = made.with_source(_PICTURE_TYPE, None).with_fill(_PICTURE_TYPE, None)
    return made


def chosen(mapping: Mapping, what: str, library: Library, header: tuple[str, ...]) -> Mapping:
    """The mapping for another template or type.

    Columns of a field's own name fill it, and what filled the old one fills the fields that both have and
    call the same; the rest goes.
    """
    kept = {path: source for path, source in mapping.sources.items() if not _of_payload(path)}
    fills = {path: source for path, source in mapping.fills.items() if not _of_payload(path)}
    made = Mapping(mapping.target, kept, fills, mapping.ignored)
    made = settled(made.with_source(CHOSEN[mapping.target], Fixed(what)), library)
    shape = fields_of_message(made, library)
    shared = _shared(fields_of_message(mapping, library), shape)
    for spec in shape.fields if shape is not None else ():
        column = _namesake(spec, header)
        if column is not None:
            made = made.with_source(spec.path, column)
        elif spec.path in shared:
            made = made.with_source(spec.path, mapping.sources.get(spec.path))
            made = made.with_fill(spec.path, mapping.fills.get(spec.path))
    return settled(made, library)


def _shared(old: MessageFields | None, new: MessageFields | None) -> frozenset[str]:
    """The paths of the fields that two messages both have, and call the same."""
    if old is None or new is None:
        return frozenset()
    called = {spec.path: str(spec.label) for spec in old.fields}
    return frozenset(spec.path for spec in new.fields if called.get(spec.path) == str(spec.label))


def _of_payload(path: str) -> bool:
    return path == TYPE or path.startswith("payload.")


def _namesake(spec: TargetField, header: tuple[str, ...]) -> Column | None:
    wanted = _folded(spec.label.strip("{}"))
    return next((Column(name) for name in header if _folded(name) == wanted), None)


def _folded(name: str) -> str:
    return normalise(name).replace(" ", "")
