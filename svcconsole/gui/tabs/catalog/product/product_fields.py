"""Shows the fields of a product, of its variants and of its other records beside the list.

Everything the model names is shown; a field added there needs nothing here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from svcconsole.api.models.catalog import Combination, Photo, Product, StoredCombination, StoredProduct
from svcconsole.api.models.unusual import text_of, unusual_of
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.containers.facts import Fact
from svcconsole.gui.kit.forms.record_facts import record_facts, records_in
from svcconsole.gui.tabs.catalog.product.product_labels import product_labels, variant_labels

IN_THE_HEAD = frozenset({"id", "name"})
"""Fields of a product that stand over its facts."""
IN_THE_TABLE = frozenset({"name", "price", "discounted_price", "quantity"})
"""Fields of a variant that its row in the table shows."""


def product_facts(product: StoredProduct, names: Mapping[str, str]) -> list[Fact]:
    """Every field of the product that is no list of records; `names` are those of catalogs."""

    def catalogs(value: Any) -> str:
        return ", ".join(names.get(str(key), str(key)) for key in value or () if key is not None)

    return record_facts(
        Product,
        product,
        leave_out=IN_THE_HEAD,
        labels=product_labels(),
        words={
            "catalog_ids": catalogs,
            "add_to_cart_disabled": lambda hidden: tr("Hidden") if hidden else tr("Shown"),
            "currency": lambda code: currency_words(product),
        },
        blanks=True,
    )


def unusual_facts(product: StoredProduct) -> list[Fact]:
    """What came in another type than promised, raw and by where it stood."""
    return [
        Fact(tr("Unusual answer"), f"{place}: {text_of(value)}", mono=True, tone="warning")
        for place, value in unusual_of(product).items()
    ]


def currency_words(product: StoredProduct) -> str:
    """The product's currency, and those of its variants where they differ from one another or from it."""
    own = product.currency or ""
    of_variants = dict.fromkeys(one.currency or own for one in product.combinations or ())
    named = [code for code in of_variants if code]
    if len(named) > 1:
        return tr("The variants differ: {currencies}", currencies=", ".join(named))
    if named and own and named != [own]:
        return tr("{own}, its variants {other}", own=own, other=named[0])
    return own or next(iter(named), "")


def variant_facts(variant: StoredCombination) -> list[Fact]:
    """Every field of a variant that its row does not show."""
    return record_facts(Combination, variant, leave_out=IN_THE_TABLE, labels=variant_labels())


def other_records(product: StoredProduct) -> list[tuple[str, list[list[Fact]]]]:
    """The product's other lists of records, each with its name and the facts of every record in it."""
    return [
        (spec.label, [record_facts(spec.model, entry) for entry in entries])
        for spec, entries in records_in(Product, product, leave_out={"combinations", "photos"})
        if entries and spec.model is not None
    ]


def photo_facts(product: StoredProduct) -> list[list[Fact]]:
    """What the store says of each photo beside its address, which leads to the picture."""
    facts = (record_facts(Photo, photo, leave_out={"photo_url"}) for photo in product.photos or ())
    return [each for each in facts if each]
