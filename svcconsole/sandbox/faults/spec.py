"""A requested fault: the body of a control call, validated against the table of kinds."""

from __future__ import annotations

from http import HTTPStatus
from typing import Annotated, Any, Literal, Self

from pydantic import Field, model_validator

from svcconsole.api.models.common import Request, Text, refuse
from svcconsole.api.operations import BY_PATH, RECORD_USER_PROPERTIES, Effect
from svcconsole.sandbox.faults.kinds import KINDS, Kind, Place
from svcconsole.sandbox.faults.schedule import Schedule

DOWNLOADS = "downloads"
LONGEST = 3_600.0

Seconds = Annotated[float, Field(ge=0, le=LONGEST)]
Count = Annotated[int, Field(ge=1, le=1_000_000)]
Code = Annotated[int, Field(ge=200, le=599)]


class Change(Request):
    """One change of an answer: `place` as in `data.products[].price`; the value that stands there then, or
    `remove`."""

    place: Text
    value: Any = None
    remove: bool = False


class FaultSpec(Request):
    """The body of `POST /faults`: a kind of the table, where and when it strikes, the kind's parameters.

    `operation` is the path of an operation, or `downloads`; without one the fault strikes everywhere it can.
    """

    kind: Text
    operation: str | None = None
    executed: bool | None = None

    probability: Annotated[float, Field(gt=0, le=1)] = 1.0
    count: Count | None = None
    after: Annotated[int, Field(ge=0)] = 0
    every: Count = 1
    since: Seconds = Field(default=0.0, alias="from")
    until: Seconds | None = Field(default=None, alias="to")
    seed: int | None = None

    code: Code | None = None
    retry_after: Annotated[int, Field(ge=0)] | str | None = None
    seconds: Seconds | None = None
    bytes: Count | None = None
    keep: Annotated[int, Field(ge=0)] | None = None
    framing: Literal["length", "chunked", "close"] | None = None
    mib: Annotated[int, Field(ge=1, le=1_024)] | None = None
    depth: Count | None = None
    reason: str | None = None
    changes: Annotated[list[Change], Field(min_length=1, max_length=200)] | None = None

    @property
    def row(self) -> Kind:
        return KINDS[self.kind]

    @property
    def schedule(self) -> Schedule:
        return Schedule(self.probability, self.count, self.after, self.every, self.since, self.until)

    @property
    def parameters(self) -> dict[str, object]:
        """The kind's parameters by their wire names: what was given, else what the table holds."""
        given = self.model_dump(by_alias=True, exclude_none=True)
        return {name: given.get(name, value) for name, value in self.row.parameters.items()}

    @model_validator(mode="after")
    def _fits_the_table(self) -> Self:
        if self.kind not in KINDS:
            refuse(FaultSpec, [(("kind",), f"must be one of {', '.join(KINDS)}, not {self.kind}")])
        taken = {"executed", *self.row.parameters} if self.row.either else set(self.row.parameters)
        foreign = [
            ((name,), f"is not a parameter of {self.kind}")
            for name in _PARAMETERS & self.model_fields_set
            if _wire_name(name) not in taken
        ]
        if self.operation is not None and self.operation not in _places(self.row):
            foreign.append(
                (("operation",), f"must be a path that {self.kind} can strike, not {self.operation}")
            )
        if self.until is not None and self.until <= self.since:
            foreign.append((("until",), "must be later than from"))
        if isinstance(self.retry_after, str) and not _carried(self.retry_after):
            foreign.append((("retry_after",), "must be seconds or a date that a header can carry"))
        if self.code is not None and self.code not in _CODES:
            foreign.append((("code",), f"must be a status code that is in use, not {self.code}"))
        if foreign:
            refuse(FaultSpec, sorted(foreign))
        return self

    def concerns(self, place: str) -> bool:
        """Whether requests of this place concern it: an operation's path, `downloads` or `reports`."""
        return self.operation in {None, place} and place in _places(self.row)


_WHEN = {"kind", "operation", "probability", "count", "after", "every", "since", "until", "seed"}
_PARAMETERS = set(FaultSpec.model_fields) - _WHEN
_CODES = {int(status) for status in HTTPStatus}
_PLACES: dict[Place, set[str]] = {
    Place.OPERATIONS: set(BY_PATH),
    Place.WRITES: {path for path, operation in BY_PATH.items() if operation.effect is not Effect.READ},
    Place.ENTRIES: {RECORD_USER_PROPERTIES.path},
    Place.DOWNLOADS: {DOWNLOADS},
    Place.REPORTS: {"reports"},
}


def _places(kind: Kind) -> set[str]:
    return set().union(*(_PLACES[place] for place in kind.places))


def _wire_name(field: str) -> str:
    return FaultSpec.model_fields[field].alias or field


def _carried(text: str) -> bool:
    return text.isascii() and text.isprintable() and bool(text.strip())
