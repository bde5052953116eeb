"""The fields an import can fill, and the field a person means by a name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from svcconsole.api.models.catalog import Catalog, Product
from svcconsole.api.models.common import Request
from svcconsole.api.models.customers import UpsertCustomer
from svcconsole.api.models.flows import InitiateFlow
from svcconsole.api.models.helpdesk import CreateTicket
from svcconsole.api.models.messaging import Payloads, SendMessage
from svcconsole.api.models.templates import SendTemplate
from svcconsole.api.models.user_properties import UserProperty
from svcconsole.tables.mapping.field_paths import Place, loc_of, place_for, places_of
from svcconsole.tables.mapping.fields import PRODUCT_FIELDS, Level, TargetField
from svcconsole.tables.mapping.free_paths import FREE_METAFIELDS, FREE_OPTIONS
from svcconsole.tables.mapping.headers import normalise
from svcconsole.tables.mapping.person_fields import CUSTOMER_FIELDS, PROPERTY_FIELDS
from svcconsole.tables.mapping.plain_fields import OF_ADDRESS, OF_CUSTOMER, OF_ENTRY, OF_PRODUCT, OF_VARIANT
from svcconsole.tables.mapping.recipient_fields import MESSAGE_FIELDS, TEMPLATE_FIELDS
from svcconsole.tables.mapping.request_fields import (
    CATALOG_FIELDS,
    FLOW_ENDS,
    FLOW_FIELDS,
    KINDS_BY_NAME,
    TICKET_FIELDS,
)
from svcconsole.tables.reading.errors import TableError
from svcconsole.words.message import OR, listed, message

__all__ = [
    "CATALOGS",
    "CUSTOMERS",
    "FLOWS",
    "MESSAGES",
    "PRODUCTS",
    "TARGETS",
    "TEMPLATES",
    "TICKETS",
    "USER_PROPERTIES",
    "Target",
    "TargetField",
]


@dataclass(frozen=True, slots=True)
class Target:
    """What rows become: their name as a heading (`title`) and inside a sentence (`records`), the fields, the
    model that checks them, path prefixes with a free end (`dynamic`).

    Of `one_of` at least one field has to be filled by something: a file that fills none is another table.
    `places` are the leaves of the request (wire names, `#` for a place in a list, `*` for a key of the file's
    own) where each can be filled: then a path under `dynamic` leads to one of them.
    """

    kind: str
    title: str
    records: str
    model: type[Request]
    fields: tuple[TargetField, ...]
    dynamic: tuple[str, ...] = ()
    one_of: tuple[str, ...] = ()
    places: Mapping[str, Place] = field(default_factory=dict, hash=False, compare=False)

    @property
    def payloads(self) -> Payloads:
        """The payload's model for each type of the request; none where the request has no payload."""
        return getattr(self.model, "payloads", {})

    @property
    def steering(self) -> frozenset[str]:
        """The paths of fields that are read with others and never sent themselves."""
        return frozenset(field.path for field in self.fields if not field.on_wire)

    def field(self, path: str) -> TargetField:
        """The field of an exact path; TableError for a path this target does not have."""
        for candidate in self.fields:
            if candidate.path == path:
                return candidate
        for prefix in self.dynamic:
            if self.is_free(path, prefix):
                level: Level = "product" if prefix == FREE_METAFIELDS else "variant"
                kind = KINDS_BY_NAME.get(path.rpartition(".")[2], "text") if self.places else "text"
                return TargetField(path, path.removeprefix(prefix), kind, level)
        known = dict.fromkeys((*self.paths(), *self.places))
        raise TableError(
            message("{title} have no field “{path}”.", title=self.title, path=path),
            message("Known fields: {names}.", names=listed(known)),
        )

    def is_free(self, path: str, prefix: str) -> bool:
        """Whether `path` is a field that begins with one of the `dynamic` prefixes."""
        there = not self.places or place_for(self.places, path) is not None
        return there and path.startswith(prefix) and len(path) > len(prefix)

    def loc(self, path: str) -> tuple[str | int, ...]:
        """A path of one of the `places` as the models name it in their refusals."""
        found = place_for(self.places, path)
        return () if found is None else loc_of(found[0], path)

    def paths(self) -> tuple[str, ...]:
        return tuple(field.path for field in self.fields)

    def resolve(self, name: str) -> str:
        """The path meant by `name`: a path, or a short name only one field has; else TableError."""
        wanted = name.strip()
        if wanted in self.paths() or any(wanted.startswith(prefix) for prefix in self.dynamic):
            return self.field(wanted).path
        matches = [field.path for field in self.fields if _folded(field.path) == _folded(wanted)]
        matches = matches or [field.path for field in self.fields if _folded(field.short) == _folded(wanted)]
        if len(matches) == 1:
            return matches[0]
        if matches:
            raise TableError(
                message("“{name}” can mean {names}.", name=name, names=listed(matches, OR)),
                message("Write the whole path."),
            )
        return self.field(wanted).path


def _folded(name: str) -> str:
    return normalise(name).replace(" ", "")


PRODUCTS = Target(
    kind="products",
    title=message("Products"),
    records=message("products"),
    model=Product,
    dynamic=(FREE_OPTIONS, FREE_METAFIELDS),
    fields=(*PRODUCT_FIELDS, *(plain.target for plain in (*OF_PRODUCT, *OF_VARIANT))),
)

CUSTOMERS = Target(
    kind="customers",
    title=message("Customers"),
    records=message("customers"),
    model=UpsertCustomer,
    fields=(*CUSTOMER_FIELDS, *(plain.target for plain in (*OF_CUSTOMER, *OF_ADDRESS))),
    one_of=("email", "phoneNumber"),
)
USER_PROPERTIES = Target(
    kind="user_properties",
    title=message("User properties"),
    records=message("user properties"),
    model=UserProperty,
    fields=(*PROPERTY_FIELDS, *(plain.target for plain in OF_ENTRY)),
    one_of=("partnerCustomerId", "phoneNumber", "email"),
)
TEMPLATES = Target(
    kind="templates",
    title=message("Template messages"),
    records=message("template messages"),
    model=SendTemplate,
    fields=TEMPLATE_FIELDS,
    dynamic=("payload.",),
    places=places_of(SendTemplate),
)
MESSAGES = Target(
    kind="messages",
    title=message("Messages"),
    records=message("messages"),
    model=SendMessage,
    fields=MESSAGE_FIELDS,
    dynamic=("payload.",),
    places=places_of(SendMessage),
)
CATALOGS = Target(
    kind="catalogs",
    title=message("Catalogs"),
    records=message("catalogs"),
    model=Catalog,
    fields=CATALOG_FIELDS,
    places=places_of(Catalog),
)
TICKETS = Target(
    kind="tickets",
    title=message("Tickets"),
    records=message("tickets"),
    model=CreateTicket,
    fields=TICKET_FIELDS,
    places=places_of(CreateTicket),
)
FLOWS = Target(
    kind="flows",
    title=message("Flows"),
    records=message("flows"),
    model=InitiateFlow,
    fields=FLOW_FIELDS,
    dynamic=FLOW_ENDS,
    one_of=("phoneNumber", "email"),
    places=places_of(InitiateFlow),
)

TARGETS: dict[str, Target] = {
    target.kind: target
    for target in (
        *(PRODUCTS, CATALOGS, CUSTOMERS, USER_PROPERTIES, TICKETS),
        *(TEMPLATES, MESSAGES, FLOWS),
    )
}
