"""What a request has no name or no type for goes back to the store as it came."""

from __future__ import annotations

from typing import Any

import pytest

from svcconsole.api.models.catalog import Product
from svcconsole.api.models.unknown_fields import unknown_fields, with_unknown
from tests.api.models.samples import PRODUCT

VARIANT: dict[str, Any] = PRODUCT["combinations"][0]


def sent(**changes: Any) -> dict[str, Any]:
    """What a form sends of the product: known fields of the right type alone."""
    known = Product.read(PRODUCT).model_dump(mode="json", by_alias=True, exclude_none=True)
    return {name: value for name, value in (known | changes).items() if value is not None}


@pytest.mark.parametrize(("field", "odd"), [
    ("tags", ["a", "b"]), ("description", {"en": "x"}), ("addToCartDisabled", "perhaps"),
    ("metafields", {"a": 1}), ("catalogIds", "spring"),
])  # fmt: skip
def test_a_value_of_another_type_goes_back_unless_it_was_replaced(field: str, odd: Any) -> None:
    source = PRODUCT | {field: odd}
    assert [(found.path, found.value) for found in unknown_fields(Product, source)] == [((field,), odd)]
    assert with_unknown(Product, sent(**{field: None}), source)[field] == odd
    assert field not in with_unknown(Product, sent(**{field: None}), source, {(field,)})
    assert with_unknown(Product, sent(**{field: "mine"}), source)[field] == "mine"


@pytest.mark.parametrize(
    ("options", "read"), [([], None), ({"Size": ["S"], "Colour": "red"}, {"Colour": "red"})]
)
def test_the_options_of_a_variant_go_back_with_it(options: Any, read: Any) -> None:
    source = PRODUCT | {"combinations": [VARIANT | {"options": options}]}
    (found,) = unknown_fields(Product, source)
    assert (found.path, found.value) == (("combinations", 0, "options"), options)
    variant = {name: value for name, value in VARIANT.items() if name != "options"}
    variant |= {} if read is None else {"options": read}
    whole = with_unknown(Product, sent(combinations=[variant]), source)
    assert whole["combinations"][0]["options"] == options


@pytest.mark.parametrize(
    ("mine", "whole"),
    [
        ({"Colour": "blue"}, {"Size": ["S"], "Colour": "blue"}),
        ({"Colour": "red", "Cut": "slim"}, {"Size": ["S"], "Colour": "red", "Cut": "slim"}),
        ({"Size": "S"}, {"Size": "S"}),
        (None, {"Size": ["S"]}),
    ],
    ids=["changed", "added", "replaced", "emptied"],
)
def test_an_entry_nobody_could_see_stays_where_the_others_are_changed(mine: Any, whole: Any) -> None:
    source = PRODUCT | {"combinations": [VARIANT | {"options": {"Size": ["S"], "Colour": "red"}}]}
    variant = {name: value for name, value in VARIANT.items() if name != "options"}
    variant |= {} if mine is None else {"options": mine}
    sent_back = with_unknown(Product, sent(combinations=[variant]), source)
    assert sent_back["combinations"][0]["options"] == whole


@pytest.mark.parametrize(
    ("mine", "whole"),
    [
        (["spring", "kitchen"], ["spring", "kitchen"]),
        (["spring", "gifts"], ["spring", "gifts", {"id": "odd"}]),
        ([], [{"id": "odd"}]),
    ],
    ids=["plain", "changed", "emptied"],
)
def test_so_does_an_odd_catalog(mine: Any, whole: Any) -> None:
    odd = [] if whole == mine else [{"id": "odd"}]
    source = PRODUCT | {"catalogIds": ["spring", *odd]}
    assert with_unknown(Product, sent(catalogIds=mine), source)["catalogIds"] == whole
