"""Every field and every operation has all that it needs; what is missing is said in the words of the page
"Add a field"."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal
from typing import Annotated, Any, Literal, get_args

import pytest
from pydantic import BaseModel

from svcconsole.api.models.catalog import (
    Catalog,
    Combination,
    ListProducts,
    Metafield,
    Photo,
    Product,
    StoredProduct,
)
from svcconsole.api.models.common import Envelope, Record, Request
from svcconsole.api.models.customers import Address, UpsertCustomer
from svcconsole.api.models.resource import Absent, Resource
from svcconsole.api.models.user_properties import UserProperty
from svcconsole.api.operations import BY_PATH, OPERATIONS, Effect, Operation
from svcconsole.api.reference import BY_OPERATION
from svcconsole.api.reference.notes import note
from svcconsole.gui.kit.forms.editors.kinds import EDITORS
from svcconsole.gui.kit.forms.fields import FieldSpec, Kind, specs
from svcconsole.gui.kit.forms.record_facts import record_facts
from svcconsole.gui.tabs.catalog.lists.more_columns import (
    columns_of,
    more_catalog_columns,
    more_product_columns,
)
from svcconsole.gui.tabs.catalog.product.product_fields import (
    IN_THE_HEAD,
    IN_THE_TABLE,
    other_records,
    product_facts,
    variant_facts,
)
from svcconsole.resources import resource
from svcconsole.sandbox.http.answer_schemas import answer_of
from svcconsole.sandbox.rules.customer_record import CONTACTS
from svcconsole.sandbox.rules.handlers import handler_of
from svcconsole.services.catalog.stored_rows import IN_CATALOG_ROW, IN_PRODUCT_ROW, more_cells
from svcconsole.tables.mapping.plain_fields import LEFT_OUT
from svcconsole.tables.mapping.targets import TARGETS
from tests.api.models.samples import CATALOG, CUSTOMER, PATHS, PRODUCT, READS, SAMPLES, USER_PROPERTY
from tests.sandbox.conformance.fields import FIELDS
from tests.sandbox.wire import control, data
from tests.support.practice import PracticeStore

Model = type[BaseModel]
Field = tuple[Model, str]
"""The record that declares a field, and its Python name."""

BESIDE_THE_TABLES = {
    "InitiateFlow.app_id",
    "SendMessage.app_id",
    "SendTemplate.app_id",
    "UserPropertiesOf.app_id",
    "GenerateReport.cursor",
    "_TemplateMessage.type",
}
"""What the specification says in a sentence or a sample and in none of its tables (decisions, 7 and 9)."""

SAYS_ENOUGH = frozenset(
    {
        "abandoned_cart", "address", "address1", "address2", "addresses", "body", "building_name", "channel",
        "city", "country", "date_range", "description", "email", "first_name", "floor_number", "footer_text",
        "footer_title", "group_by", "header_text", "header_title", "id", "image", "key", "landmark_area",
        "last_name", "latitude", "longitude", "media", "medium", "message", "metafields", "name", "namespace",
        "partners_data", "pin_code", "price", "quantity", "report_description", "report_type",
        "secondary_email", "secondary_phone_number", "section_title", "sections", "state", "state_code",
        "tags", "title", "type", "user_properties", "value",
    }
)  # fmt: skip
"""Names of fields that need no note; those that end in `_id` or `_ids` need none either."""

STEP = re.compile(r"\d+\. (`([^`]+)`: .*)")


def steps(heading: str) -> dict[str, str]:
    """The numbered steps under a heading of the page: the words of each by the place it begins with."""
    text = resource("help", "add-a-field.md").read_text(encoding="utf-8")
    (part,) = re.findall(rf"^# {heading}\n(.*?)(?=^# |\Z)", text, re.DOTALL | re.MULTILINE)
    return {found[2]: found[1] for found in map(STEP.match, part.splitlines()) if found}


def models_in(annotation: Any) -> Iterator[Model]:
    """The records that a field may hold."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for part in get_args(annotation):
        yield from models_in(part)


def owner(model: Model, name: str) -> Model:
    """The record that declares the field, of which `model` is made."""
    kinds = (kind for kind in reversed(model.__mro__) if issubclass(kind, BaseModel))
    return next(kind for kind in kinds if name in kind.model_fields)


def records(model: Model) -> Iterator[Model]:
    """A record and all that stand inside it."""
    yield model
    for info in model.model_fields.values():
        for inner in models_in(info.annotation):
            yield from records(inner)


def said_by_the_specification() -> Iterator[Field]:
    """The fields of the specification's tables, found in the models of the requests."""
    for field in FIELDS:
        kinds: list[Model] = [BY_PATH[field.path].request]
        for part in re.sub(r"\[\d+\]", "", field.place).split("."):
            here = [(kind, name) for kind in kinds for name in kind.model_fields if wire(kind, name) == part]
            yield from ((owner(kind, name), name) for kind, name in here)
            kinds = [inner for kind, name in here for inner in models_in(kind.model_fields[name].annotation)]


def wire(model: Model, name: str) -> str:
    return model.model_fields[name].alias or name


def spec_of(model: Model, name: str) -> FieldSpec:
    return next(spec for spec in specs(model) if spec.name == name)


IMPORTED: Mapping[Model, tuple[str, str]] = {
    Product: ("products", ""),
    Photo: ("products", "photos."),
    Combination: ("products", "combinations."),
    UpsertCustomer: ("customers", ""),
    Address: ("customers", "addresses."),
    UserProperty: ("user_properties", ""),
}
"""The records that files become: the kind of import, and the path of the list they stand in."""

BECOME_ASSETS = {name for name, _ in CONTACTS} | {"overWriteAssets"}
"""Fields of a customer that are answered in another form."""


class Whole:
    """What each step is still missing for.

    `given_back` are the fields that the practice store answers as they were sent; None where it cannot start,
    as an operation is missing there.
    """

    def __init__(self, given_back: frozenset[Field] | None) -> None:
        self.specified = frozenset(said_by_the_specification())
        self.given_back = given_back
        self.field_steps = steps("Add a field")
        self.operation_steps = steps("Add an operation")
        self.of_field: Mapping[str, Callable[[Model, str], bool]] = {
            "svcconsole/api/models/": lambda model, name: spec_of(model, name).kind is not Kind.JSON,
            "tests/sandbox/conformance/fields.py": self._is_specified,
            "svcconsole/api/reference/notes.py": _is_explained,
            "svcconsole/gui/kit/forms/editors/kinds.py": lambda model, name: (
                spec_of(model, name).kind in EDITORS
            ),
            "svcconsole/tables/mapping/plain_fields.py": _is_imported,
            "svcconsole/sandbox/rules/": self._is_given_back,
        }
        self.of_operation: Mapping[str, Callable[[Operation[Any, Any]], bool]] = {
            "svcconsole/api/models/": _has_models,
            "svcconsole/api/operations.py": lambda operation: BY_PATH.get(operation.path) is operation,
            "svcconsole/sandbox/rules/": lambda operation: _works(handler_of, operation),
            "svcconsole/sandbox/http/answer_schemas.py": lambda operation: _works(answer_of, operation),
            "svcconsole/api/reference/": lambda operation: operation in BY_OPERATION,
            "tests/api/models/samples.py": _has_sample,
        }

    def field(self, model: Model, name: str) -> list[str]:
        """The steps that were not done for a field, each in its words."""
        return [
            f"{owner(model, name).__name__}.{name} – {self.field_steps[place]}"
            for place, is_done in self.of_field.items()
            if not is_done(model, name)
        ]

    def operation(self, operation: Operation[Any, Any]) -> list[str]:
        """The steps that were not done for an operation, each in its words."""
        return [
            f"{operation.name} – {self.operation_steps[place]}"
            for place, is_done in self.of_operation.items()
            if not is_done(operation)
        ]

    def _is_specified(self, model: Model, name: str) -> bool:
        declared = owner(model, name)
        return (declared, name) in self.specified or f"{declared.__name__}.{name}" in BESIDE_THE_TABLES

    def _is_given_back(self, model: Model, name: str) -> bool:
        kept = issubclass(model, Resource | UserProperty) and wire(model, name) not in BECOME_ASSETS
        return not kept or self.given_back is None or (owner(model, name), name) in self.given_back


def _is_explained(model: Model, name: str) -> bool:
    return bool(note(model, name)) or name in SAYS_ENOUGH or name.endswith(("_id", "_ids"))


def _is_imported(model: Model, name: str) -> bool:
    if model not in IMPORTED:
        return True
    kind, inside = IMPORTED[model]
    return can_be_filled(kind, inside + wire(model, name))


def can_be_filled(kind: str, path: str) -> bool:
    """Whether a column fills the path or a part of it, or it is named among those that none fills."""
    target = TARGETS[kind]
    return (
        any(field.path == path or field.path.startswith(f"{path}.") for field in target.fields)
        or f"{path}." in target.dynamic
        or path in LEFT_OUT[kind]
    )


def _has_models(operation: Operation[Any, Any]) -> bool:
    kinds = (operation.request, Request), (operation.response, Envelope)
    return all(
        issubclass(model, base) and model.__module__.startswith("svcconsole.api.models.")
        for model, base in kinds
    )


def _has_sample(operation: Operation[Any, Any]) -> bool:
    asks = operation.effect is Effect.READ
    return operation.path in PATHS and operation in SAMPLES and (operation.path in READS) is asks


def _works(made: Callable[[Operation[Any, Any]], object], operation: Operation[Any, Any]) -> bool:
    try:
        made(operation)
    except (LookupError, TypeError):
        return False
    return True


def complete(model: Model, sample: Mapping[str, Any]) -> dict[str, Any]:
    """A record with every field: the sample's values, and a value of its type for each that it lacks."""
    made: dict[str, Any] = {}
    for spec in specs(model):
        value = sample.get(spec.wire, REACHED_BY.get(spec.wire, VALUES.get(spec.kind, "some text")))
        if spec.choices and spec.wire not in sample:
            value = spec.choices[0]
        if spec.kind is Kind.RECORDS and spec.model is not None:
            value = [complete(spec.model, entry) for entry in (value if isinstance(value, list) else [{}])]
        made[spec.wire] = value
    return made


REACHED_BY = {"phoneNumber": "+15550100123", "email": "asha@customer.example"}
"""What stands in these is checked, in addresses too."""
VALUES: Mapping[Kind, Any] = {
    Kind.NUMBER: 7,
    Kind.SWITCH: True,
    Kind.TEXTS: ["some", "text"],
    Kind.NUMBERS: [7],
    Kind.MAP: {"some": "text"},
}


def same(model: Model, sent: Mapping[str, Any], answered: Mapping[str, Any]) -> Iterator[Field]:
    """The fields of a record that came back as they were sent."""
    for spec in specs(model):
        there, back = sent[spec.wire], answered.get(spec.wire)
        if spec.kind is Kind.RECORDS and spec.model is not None and isinstance(back, list):
            for one, other in zip(there, back, strict=True):
                yield from same(spec.model, one, other)
            yield owner(model, spec.name), spec.name
        elif back == there or (spec.name == "address_id" and back):
            yield owner(model, spec.name), spec.name


@pytest.fixture
def whole(request: pytest.FixtureRequest) -> Whole:
    """The checks, after every record was sent to the practice store complete and read again."""
    starts = all(_works(made, operation) for made in (handler_of, answer_of) for operation in OPERATIONS)
    return Whole(given_back(request.getfixturevalue("practice_store")) if starts else None)


def given_back(practice_store: PracticeStore) -> frozenset[Field]:
    """The fields that come back as they were sent."""
    found: set[Field] = set()
    catalog, product = complete(Catalog, CATALOG), complete(Product, PRODUCT)
    data(practice_store, "catalogs/createOrUpdate", {"catalogs": [catalog]})
    data(practice_store, "products/createOrUpdate", {"products": [product]})
    (stored,) = data(practice_store, "catalogs/get", {"catalogIds": [catalog["id"]]})["catalogs"]
    found.update(same(Catalog, catalog, stored))
    (stored,) = data(practice_store, "products/get", {"productIds": [product["id"]]})["products"]
    found.update(same(Product, product, stored))
    customer, (entry,) = complete(UpsertCustomer, CUSTOMER), [complete(UserProperty, USER_PROPERTY)]
    data(practice_store, "customers/createOrUpdate", customer)
    asked = {"includeAddress": True, "includeTags": True, "includeAssets": True}
    named = {"partnerCustomerId": customer["partnerCustomerId"]}
    stored = data(practice_store, "customers/get", {**named, **asked})["customer"]
    found.update(same(UpsertCustomer, customer, stored))
    data(practice_store, "createOrUpdateUserProperties", {"userProperties": [entry]})
    (stored,) = control(practice_store, "GET", "/user-properties").body["data"]["userProperties"]
    found.update(same(UserProperty, entry, stored["entry"]))
    return frozenset(found)


def test_every_field_and_every_operation_has_all_it_needs(whole: Whole) -> None:
    missing: dict[str, None] = {}
    for operation in OPERATIONS:
        missing |= dict.fromkeys(whole.operation(operation))
        for model in records(operation.request):
            for name in model.model_fields:
                missing |= dict.fromkeys(whole.field(model, name))
    assert not missing, "\n\n".join(["Something is still missing:", *missing])


def test_the_page_has_a_step_for_each_check_and_no_other(whole: Whole) -> None:
    assert list(whole.field_steps) == list(whole.of_field)
    assert list(whole.operation_steps) == list(whole.of_operation)


class Spare(Resource[Absent]):
    """A record with a field for which nothing was done."""

    grams: Annotated[dict[str, Decimal], "a type that no form has an editor for"] | Absent
    fits: Literal["A", "B"] | None = None


class Anything(Record):
    anything: Any = None


class SparesResponse(Envelope):
    data: Anything


LIST_SPARES = Operation(
    "spares.list", "spares/list", ListProducts, SparesResponse, Effect.READ, "List spares"
)


def test_a_field_for_which_nothing_was_done_is_told_with_each_place(whole: Whole) -> None:
    told = whole.field(Spare, "grams")
    assert [line.split("`")[1] for line in told] == [
        "svcconsole/api/models/",
        "tests/sandbox/conformance/fields.py",
        "svcconsole/api/reference/notes.py",
        "svcconsole/sandbox/rules/",
    ]
    assert all(line.startswith("Spare.grams – `") for line in told)


def test_an_operation_for_which_nothing_was_done_is_told_with_each_place(whole: Whole) -> None:
    told = whole.operation(LIST_SPARES)
    assert [line.split("`")[1] for line in told] == list(whole.of_operation)
    assert all(line.startswith("spares.list – `") for line in told)


def test_a_new_field_is_in_the_detail_and_among_the_columns_of_the_list_by_itself() -> None:
    spare = Spare[None].model_validate({"grams": {"net": 3}, "fits": "A", "odd": 1})
    assert [(fact.label, fact.value) for fact in record_facts(Spare, spare)] == [
        ("Grams", '{"net": "3"}'),
        ("Fits", "A"),
    ]
    assert [column.title for column in columns_of(Spare, {"fits"}, {})] == ["Grams"]
    assert set(more_cells(spare, frozenset())) == {"grams", "fits"}


def test_the_detail_and_the_list_leave_no_field_of_their_records_out() -> None:
    product = StoredProduct.model_validate(complete(Product, PRODUCT))
    (variant, *_), (metafields,) = list(product.combinations or ()), other_records(product)
    assert len(product_facts(product, {})) == len(shown_by(Product, IN_THE_HEAD, "lists"))
    assert len(variant_facts(variant)) == len(shown_by(Combination, IN_THE_TABLE))
    assert [len(facts) for facts in metafields[1]] == [len(specs(Metafield))] * len(metafields[1])
    listed = {column.key for column in more_product_columns()} | {f"field/{name}" for name in IN_PRODUCT_ROW}
    assert listed == {f"field/{name}" for name in Product.model_fields}
    listed = {column.key for column in more_catalog_columns()} | {f"field/{name}" for name in IN_CATALOG_ROW}
    assert listed == {f"field/{name}" for name in Catalog.model_fields}


def shown_by(model: Model, elsewhere: frozenset[str], without: str = "") -> list[FieldSpec]:
    """The fields of a record that its facts show: all but those `elsewhere`, and no lists of records."""
    many = (Kind.RECORDS,) if without == "lists" else ()
    return [spec for spec in specs(model) if spec.name not in elsewhere and spec.kind not in many]


def test_a_field_that_no_column_fills_is_told() -> None:
    for path in ("tags", "photos", "combinations.options", "metafields"):
        assert can_be_filled("products", path)
    assert not can_be_filled("products", "grams")
