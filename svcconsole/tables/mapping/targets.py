"""The fields an import can fill, and the field a person means by a name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from svcconsole.api.models.catalog import Product
from svcconsole.api.models.common import Request
from svcconsole.api.models.customers import UpsertCustomer
from svcconsole.api.models.messaging import Payloads, SendMessage
from svcconsole.api.models.templates import SendTemplate
from svcconsole.api.models.user_properties import UserProperty
from svcconsole.tables.mapping.field_paths import Place, pattern_of, places_of
from svcconsole.tables.mapping.fields import PRODUCT_FIELDS, Level, TargetField
from svcconsole.tables.mapping.free_paths import FREE_METAFIELDS, FREE_OPTIONS
from svcconsole.tables.mapping.headers import normalise
from svcconsole.tables.mapping.person_fields import CUSTOMER_FIELDS, PROPERTY_FIELDS
from svcconsole.tables.mapping.plain_fields import OF_ADDRESS, OF_CUSTOMER, OF_ENTRY, OF_PRODUCT, OF_VARIANT
from svcconsole.tables.mapping.recipient_fields import MESSAGE_FIELDS, TEMPLATE_FIELDS
from svcconsole.tables.reading.errors import TableError
from svcconsole.words.message import OR, listed, message

__all__ = [
    "CUSTOMERS",
    "MESSAGES",
    "PRODUCTS",
    "TARGETS",
    "TEMPLATES",
    "USER_PROPERTIES",
    "Target",
    "TargetField",
]


@dataclass(frozen=True, slots=True)
class Target:
    """What rows become: their name as a heading (`title`) and inside a sentence (`records`), the fields, the
    model that checks them, path prefixes with a free end (`dynamic`).

    Of `one_of` at least one field has to be filled by something: a file that fills none is another table.
    `places` are the leaves of the request (wire names, `#` for a place in a list) where each can be filled:
    then a path under `dynamic` is one of them.
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

    def field(self, path: str) -> TargetField:
        """The field of an exact path; TableError for a path this target does not have."""
        for candidate in self.fields:
            if candidate.path == path:
                return candidate
        for prefix in self.dynamic:
            there = not self.places or pattern_of(path) in self.places
            if there and path.startswith(prefix) and len(path) > len(prefix):
                level: Level = "product" if prefix == FREE_METAFIELDS else "variant"
                return TargetField(path, path.removeprefix(prefix), "text", level)
        known = dict.fromkeys((*self.paths(), *self.places))
        raise TableError(
            message("{title} have no field “{path}”.", title=self.title, path=path),
            message("Known fields: {names}.", names=listed(known)),
        )

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

TARGETS: dict[str, Target] = {
    target.kind: target for target in (PRODUCTS, CUSTOMERS, USER_PROPERTIES, TEMPLATES, MESSAGES)
}
