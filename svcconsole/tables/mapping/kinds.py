"""The kinds of records a file can be imported as: their builder, and what of the file decides about other
rows.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from collections.abc import Mapping as Dict
from dataclasses import dataclass
from typing import Any, Protocol

from svcconsole.api.models.common import Request
from svcconsole.tables.checking.problems import Draft
from svcconsole.tables.checking.rules import Rules
from svcconsole.tables.mapping.mapping import Mapping
from svcconsole.tables.mapping.targets import PRODUCTS, TARGETS, Target
from svcconsole.tables.reading.row import Row
from svcconsole.tables.records import (
    customer_grouping,
    customers,
    product_grouping,
    products,
    recipients,
    requests,
    user_properties,
)
from svcconsole.words.message import mark_plural, message


class Survey(Protocol):
    """What the whole file says: which rows are one record, and what one row says about another."""

    @property
    def keys(self) -> Iterable[str]: ...
    def rows_of(self, key: str) -> tuple[int, ...]: ...
    def key_of(self, row: int) -> str: ...
    def replace(self, old: Row, new: Row) -> frozenset[str] | None: ...


class Builder(Protocol):
    """Builds any record of a surveyed file, as often as an edit asks for it."""

    def build_one(self, key: str, rows: Sequence[Row], without: Collection[int] = ()) -> Draft[Request]: ...


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of import.

    `survey` reads the whole file and `builder` makes records of it; the answers of the rules in `survey_asks`
    change the survey. `unasked` are paths that no question about the file depends on, with all paths below
    where one ends with a dot, `front` the paths that
    tell records apart. `record_id` names a record in a run ("" for one nothing finds again), `keys` are what
    else a store could find it by: records that share one are never sent at the same time. `one` and `many`
    name what is imported, `named` both by their number. `once` is true of what must not happen twice: its
    survey is told what was sent lately (`know`). `campaign` is true of messages to people: they know the
    templates, and each gets a reference of its run and row that comes back with what becomes of it. Each row
    is a record `alone` but for those that share a key: then rows are built before the survey is whole.
    """

    name: str
    one: str
    many: str
    named: tuple[str, str]
    survey: Callable[[Sequence[str], Iterable[Row], Mapping, Rules], Any]
    builder: Callable[[Any, Rules], Builder]
    front: tuple[str, ...]
    record_id: Callable[[Any], str]
    keys: Callable[[Any], tuple[str, ...]]
    survey_asks: frozenset[str] = frozenset()
    unasked: frozenset[str] = frozenset()
    once: bool = False
    campaign: bool = False
    alone: bool = False

    @property
    def knows(self) -> bool:
        """Whether its survey is told what is known beside the file (`know`)."""
        return self.once or self.name == PRODUCTS.kind

    def asks_about(self, paths: Iterable[str]) -> bool:
        """Whether a question about the file may depend on one of these paths."""
        below = tuple(path for path in self.unasked if path.endswith("."))
        return any(path not in self.unasked and not path.startswith(below) for path in paths)

    @property
    def target(self) -> Target:
        return TARGETS[self.name]


def _products(
    header: Sequence[str], rows: Iterable[Row], mapping: Mapping, _: Rules
) -> product_grouping.ProductGroups:
    return product_grouping.survey(header, rows, mapping)


def _recipient(record: Any) -> str:
    return str(record.contact_identifier)


def _first_key(record: Any) -> str:
    return next(iter(customer_grouping.keys_of(record)), "")


IMPORTS: Dict[str, Kind] = {
    kind.name: kind
    for kind in (
        Kind(
            name="products",
            one=message("product"),
            many=message("products"),
            named=mark_plural("product", "products"),
            survey=_products,
            builder=products.Builder,
            front=(
                "id",
                "name",
                "combinations.id",
                "option1.value",
                "option2.value",
                "combinations.price",
                "combinations.quantity",
            ),
            record_id=lambda product: str(product.id),
            keys=lambda _: (),
            unasked=frozenset({"tags", "description", "catalogIds", "addToCartDisabled"}),
        ),
        Kind(
            name="catalogs",
            one=message("catalog"),
            many=message("catalogs"),
            named=mark_plural("catalog", "catalogs"),
            survey=requests.survey,
            builder=requests.builder_of("catalogs"),
            front=("id", "name", "description", "image", "url"),
            record_id=lambda catalog: str(catalog.id),
            keys=lambda _: (),
            alone=True,
        ),
        Kind(
            name="customers",
            one=message("customer"),
            many=message("customers"),
            named=mark_plural("customer", "customers"),
            survey=customer_grouping.survey,
            builder=customers.builder,
            front=(*customer_grouping.IDENTITY, "addresses.city", "addresses.country"),
            record_id=_first_key,
            keys=customer_grouping.keys_of,
            survey_asks=frozenset({"region"}),
            unasked=frozenset({"tags"}),
            alone=True,
        ),
        Kind(
            name="user_properties",
            one=message("entry"),
            many=message("entries"),
            named=mark_plural("entry", "entries"),
            survey=customer_grouping.survey,
            builder=user_properties.builder,
            front=(*customer_grouping.IDENTITY, "emailMarketingConsent", "smsMarketingConsent", "tags"),
            record_id=_first_key,
            keys=customer_grouping.keys_of,
            survey_asks=frozenset({"region"}),
            unasked=frozenset({"tags", "source"}),
            alone=True,
        ),
        *(
            Kind(
                name=name,
                one=one,
                many=many,
                named=named,
                survey=requests.survey,
                builder=requests.builder_of(name),
                front=front,
                record_id=requests.name_of,
                keys=lambda record: tuple(filter(None, (requests.name_of(record),))),
                survey_asks=frozenset({"region"}),
                once=True,
                alone=True,
            )
            for name, one, many, named, front in (
                (
                    "tickets",
                    message("ticket"),
                    message("tickets"),
                    mark_plural("ticket", "tickets"),
                    ("channel", "customerPhoneNumber", "customerEmail", "taskTitle", "context"),
                ),
                (
                    "flows",
                    message("flow"),
                    message("flows"),
                    mark_plural("flow", "flows"),
                    ("flowId", "phoneNumber", "email", "name"),
                ),
            )
        ),
        *(
            Kind(
                name=name,
                one=one,
                many=many,
                named=named,
                survey=recipients.survey,
                builder=recipients.builder_of(name),
                front=("contactIdentifier", *front),
                record_id=_recipient,
                keys=lambda record: (_recipient(record),),
                survey_asks=frozenset({"region"}),
                unasked=frozenset({"payload.", "type", "medium", "callbackData", "businessPhoneNumber"}),
                once=True,
                campaign=True,
                alone=True,
            )
            for name, one, many, named, front in (
                (
                    "templates",
                    message("template message"),
                    message("template messages"),
                    mark_plural("template message", "template messages"),
                    ("payload.templateId",),
                ),
                (
                    "messages",
                    message("message"),
                    message("messages"),
                    mark_plural("message", "messages"),
                    ("type",),
                ),
            )
        ),
    )
}
"""Every kind by its name, which is also the target's and the run's."""
