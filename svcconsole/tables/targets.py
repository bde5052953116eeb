"""What a file can be turned into: targets, and the field a person means by a name."""

from __future__ import annotations

from dataclasses import dataclass

from svcconsole.api.models.catalog import Product
from svcconsole.api.models.common import Request
from svcconsole.api.models.customers import UpsertCustomer
from svcconsole.api.models.user_properties import UserProperty
from svcconsole.tables.errors import TableError
from svcconsole.tables.fields import PRODUCT_FIELDS, TargetField
from svcconsole.tables.headers import normalise
from svcconsole.tables.person_fields import CUSTOMER_FIELDS, PROPERTY_FIELDS

__all__ = ["CUSTOMERS", "PRODUCTS", "TARGETS", "USER_PROPERTIES", "Target", "TargetField"]


@dataclass(frozen=True, slots=True)
class Target:
    """What rows become: the fields, the model that checks them, path prefixes with a free end (`dynamic`).

    Of `one_of` at least one field has to be filled by something: a file that fills none is another table.
    """

    kind: str
    title: str
    model: type[Request]
    fields: tuple[TargetField, ...]
    dynamic: tuple[str, ...] = ()
    one_of: tuple[str, ...] = ()

    def field(self, path: str) -> TargetField:
        """The field of an exact path; TableError for a path this target does not have."""
        for candidate in self.fields:
            if candidate.path == path:
                return candidate
        for prefix in self.dynamic:
            if path.startswith(prefix) and len(path) > len(prefix):
                return TargetField(path, path.removeprefix(prefix), "text", "variant")
        raise TableError(f"{self.title} have no field “{path}”.", f"Known fields: {', '.join(self.paths())}.")

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
            raise TableError(f"“{name}” can mean {' or '.join(matches)}.", "Write the whole path.")
        return self.field(wanted).path


def _folded(name: str) -> str:
    return normalise(name).replace(" ", "")


PRODUCTS = Target(
    kind="products",
    title="Products",
    model=Product,
    dynamic=("combinations.options.",),
    fields=PRODUCT_FIELDS,
)

CUSTOMERS = Target(
    kind="customers",
    title="Customers",
    model=UpsertCustomer,
    fields=CUSTOMER_FIELDS,
    one_of=("email", "phoneNumber"),
)
USER_PROPERTIES = Target(
    kind="user_properties",
    title="User properties",
    model=UserProperty,
    fields=PROPERTY_FIELDS,
    one_of=("partnerCustomerId", "phoneNumber", "email"),
)

TARGETS: dict[str, Target] = {target.kind: target for target in (PRODUCTS, CUSTOMERS, USER_PROPERTIES)}
