"""The state of step Columns: every field with its source and real values, every column used or not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping as Dict
from collections.abc import Sequence

from svcconsole.services.imports.sheet import Sheet
from svcconsole.services.imports.views import (
    ChoiceView,
    FieldView,
    HomelessColumn,
    MappingView,
    Remembered,
    RuleView,
)
from svcconsole.tables.checking.rules import RULES, Rules
from svcconsole.tables.mapping.kinds import IMPORTS
from svcconsole.tables.mapping.mapping import Mapping, Reading
from svcconsole.tables.mapping.targets import PRODUCTS, TARGETS, TargetField
from svcconsole.tables.records.user_properties import consent
from svcconsole.words.message import Message, listed, mark, message, plural

VALUES = 3
"""Different texts of a field that are shown."""


def mapping_view(
    sheet: Sheet,
    mapping: Mapping,
    rules: Rules,
    preset_left_out: Dict[str, str],
    remembered: Remembered | None,
    *,
    shown: Sequence[TargetField] | None = None,
) -> MappingView:
    """Required and unfilled fields first, then the table's order; then the columns no field reads. `shown`
    are the fields where they are not those of the target and of what is mapped."""
    reading = Reading(mapping, sheet.header)
    if shown is None:
        target = TARGETS[mapping.target]
        known = {spec.path for spec in target.fields}
        shown = (*target.fields, *(target.field(path) for path in sorted(reading.paths() - known)))
    told = {spec.path: _Told(spec.kind == "consent") for spec in shown if reading.fills(spec.path)}
    for row in sheet.rows:
        for path, of_field in told.items():
            of_field.add(reading.value(path, row.cells))
    fields = [_field(len(sheet.rows), mapping, told.get(spec.path), rules, spec) for spec in shown]
    fields.sort(key=lambda view: {"error": 0, "open": 1, "partly": 1}.get(view.level, 2))
    homeless = (*mapping.unmapped(sheet.header), *sorted(mapping.ignored & set(sheet.header)))
    return MappingView(
        tuple(fields),
        tuple(
            HomelessColumn(name, sheet.samples(name), name in mapping.ignored, preset_left_out.get(name, ""))
            for name in homeless
        ),
        remembered,
    )


class _Told:
    """What the rows say of one field: how many fill it, its first different texts, consents by meaning."""

    def __init__(self, consents: bool) -> None:
        self.filled = 0
        self.consents: Counter[bool | None] | None = Counter() if consents else None
        self._first: dict[str, None] = {}

    def add(self, text: str) -> None:
        if not text.strip():
            return
        self.filled += 1
        if len(self._first) < VALUES:
            self._first[text] = None
        if self.consents is not None:
            self.consents[consent(text)] += 1

    @property
    def values(self) -> tuple[str, ...]:
        return tuple(self._first)


def _field(rows: int, mapping: Mapping, told: _Told | None, rules: Rules, spec: TargetField) -> FieldView:
    values: tuple[str, ...] = ()
    result, level = "", "ok"
    if told is not None:
        values = told.values
        result = (
            _consents(told.consents, rows)
            if told.consents is not None
            else plural(
                "filled in {filled} of {n} row", "filled in {filled} of {n} rows", rows, filled=told.filled
            )
        )
        level = _filled_level(spec, mapping, told.filled, rows)
    elif spec.ruled is not None:
        decided = rules.decision(spec.ruled) is not None
        title = RULES[spec.ruled].title
        result = (
            message("as answered above: {title}", title=title)
            if decided
            else message("asked above: {title}", title=title)
        )
        level = "ok" if decided else "open"
    elif spec.required:
        result, level = message("required, and nothing fills it"), "error"
    return FieldView(
        path=spec.path,
        label=spec.label,
        required=spec.required,
        kind=spec.kind,
        source=mapping.sources.get(spec.path),
        fill=mapping.fills.get(spec.path),
        values=values,
        result=result,
        level=level,
        choices=spec.choices,
        help=spec.help,
        rule=spec.ruled or "" if level == "open" else "",
        inside=spec.inside,
    )


def _filled_level(spec: TargetField, mapping: Mapping, filled: int, rows: int) -> str:
    """Whether enough rows say something: a product's rows share what its first one says, but for the id."""
    if not spec.required or spec.ruled is not None:
        return "ok"
    if not filled:
        return "error"
    in_every_row = mapping.target != PRODUCTS.kind or spec.path == "id"
    return "partly" if in_every_row and filled < rows else "ok"


def _consents(found: Dict[bool | None, int], rows: int) -> Message:
    """What the cells of a consent say, by meaning: "yes in 12, no in 3, 1 not understood of 40 rows"."""
    words = (
        (True, mark("yes in {count}")),
        (False, mark("no in {count}")),
        (None, mark("{count} not understood")),
    )
    parts = [message(sentence, count=count) for said, sentence in words if (count := found.get(said))]
    if not parts:
        return message("blank in every row")
    return plural("{counts} of {n} row", "{counts} of {n} rows", rows, counts=listed(parts))


def rules_view(rules: Rules, counts: Dict[str, int]) -> tuple[RuleView, ...]:
    """The rules this file needs, undecided ones first."""
    views = [_rule(rule, rules, counts[rule]) for rule in RULES if counts.get(rule)]
    return tuple(sorted(views, key=lambda view: view.decided))


def _rule(rule: str, rules: Rules, count: int) -> RuleView:
    spec, made = RULES[rule], rules.decision(rule)
    return RuleView(
        id=rule,
        title=spec.title,
        question=spec.question(count),
        why=spec.why,
        count=count,
        choices=tuple(
            ChoiceView(choice.key, choice.label, choice.value, choice.example) for choice in spec.choices
        ),
        choice=made.choice if made else None,
        text=made.value if made else "",
        decided=made is not None,
    )


def front_columns(mapping: Mapping, header: Sequence[str]) -> tuple[str, ...]:
    """The file's columns worth showing first: those of the fields that tell records apart."""
    reading = Reading(mapping, header)
    paths = IMPORTS[mapping.target].front
    return tuple(dict.fromkeys(reading.columns[path] for path in paths if path in reading.columns))
