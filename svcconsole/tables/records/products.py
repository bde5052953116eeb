"""Builds products from rows: one draft per product id, validated by the wire models."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from urllib.parse import quote

from pydantic import ValidationError

from svcconsole.api.models.catalog import Product
from svcconsole.tables.checking.model_errors import explain
from svcconsole.tables.checking.price_guard import PriceGuard
from svcconsole.tables.checking.problems import Draft
from svcconsole.tables.checking.record_problems import RecordProblems
from svcconsole.tables.checking.rules import Rules
from svcconsole.tables.mapping.free_paths import FREE_METAFIELDS
from svcconsole.tables.mapping.mapping import Mapping
from svcconsole.tables.mapping.plain_fields import OF_PRODUCT
from svcconsole.tables.reading.row import Row
from svcconsole.tables.records import product_photos, variants
from svcconsole.tables.records.product_grouping import MONEY, ProductGroups, survey
from svcconsole.tables.values.column_notes import NO_CURRENCY
from svcconsole.tables.values.currencies import currency_code
from svcconsole.tables.values.shown_words import says_shown
from svcconsole.tables.values.values import flag, items

__all__ = ["Builder", "ProductGroups", "build", "survey"]

OWN_NAMESPACE = "custom"
"""Where a metafield stands whose column names a key alone."""
GROUPS = frozenset({"grouped", "bundle"})
"""What shops call a product made of others."""
_HTML = re.compile(r"<[a-zA-Z/!][^>]*>")


class Builder:
    """Builds any product of a surveyed file, as often as an edit asks for it."""

    def __init__(self, found: ProductGroups, rules: Rules) -> None:
        self.survey = found
        self.rules = rules
        self.content = variants.content_paths(found)

    def build_one(self, key: str, rows: Sequence[Row], without: Collection[int] = ()) -> Draft[Product]:
        """The product of these rows (all rows of `key`, in file order).

        `without` are numbers of rows somebody left out: neither variant nor photo comes of them, but the
        product's texts in them still count, and the other variants keep their ids.
        """
        return _Product(self, key, rows, without).draft()


def build(header: Sequence[str], rows: Iterable[Row], mapping: Mapping, rules: Rules) -> list[Draft[Product]]:
    """All products of a file in the order of their first rows; every row belongs to exactly one draft."""
    kept = {row.number: row for row in rows}
    found = survey(header, kept.values(), mapping)
    builder = Builder(found, rules)
    return [builder.build_one(key, [kept[number] for number in found.rows_of(key)]) for key in found.keys]


class _Product:
    def __init__(self, builder: Builder, key: str, rows: Sequence[Row], without: Collection[int]) -> None:
        self.survey = builder.survey
        self.content = builder.content
        self.key = key
        self.rows = rows
        self.findings = RecordProblems(builder.survey.reading, builder.rules)
        self.body: dict[str, object] = {}
        self.variant_rows: list[Row] = []
        self.kept_out = False
        self.left_out = [row.number for row in rows if row.number in without]
        self.again = [row for row in rows if builder.survey.is_translation(row.number)]
        if len(self.again) < len(rows):
            self.rows = [row for row in rows if row not in self.again]
            self.left_out += [row.number for row in self.again if row.number not in without]
        self.numbers = tuple(sorted(row.number for row in rows))

    def draft(self) -> Draft[Product]:
        head = self.rows[0]
        if self._kept_from_customers():
            return self._closed(None, everything=True)
        if self._is_group():
            said = tuple(self.findings.problems)
            return replace(self._closed(None, everything=True), problems=said)
        self._texts(head)
        photos = product_photos.photos(self.findings, self.rows, self.left_out)
        self.body["photos"] = [{"photo_url": url} for url, _ in photos]
        currency = self._currency(head)
        combinations = self._variants(currency)
        if not combinations and self.left_out:
            return self._closed(None, everything=True)
        self.body["combinations"] = combinations
        page = self._page(head)
        if not self._pictures(combinations, photos):
            return self._closed(None, everything=True)
        for index, combination in enumerate(combinations):
            if "product_url" not in combination and page is not None:
                combination["product_url"] = page
            elif page is None:
                self.findings.settled.add(("combinations", index, "product_url"))
        if self._prices_keep_out(combinations):
            return self._closed(None, everything=True)
        return self._closed(self._checked())

    def _prices_keep_out(self, combinations: list[dict[str, object]]) -> bool:
        """Ask about prices that may be a slip; whether the product is left out for one of them."""
        guard = PriceGuard(self.findings, self.survey.prices, self.survey.usual_currency)
        guard.look(str(self.body["id"]), zip(combinations, self.variant_rows, strict=True))
        return guard.leaves_out or self.kept_out

    def _kept_from_customers(self) -> bool:
        """Whether a rule leaves the product out because its shop does not say that it shows it.

        A word that is not known and stands beside every product tells none of them apart.
        """
        text, row = self._first("status")
        if not text or (said := says_shown(text)) or (said is None and self.survey.has_one_status):
            return False
        made = self.findings.decided("status")
        if made is not None and made.choice == "leave_out":
            return True
        self.findings.add_problem(
            "status_open" if made is None else "status_hidden", row, "status", (), text=text
        )
        return False

    def _is_group(self) -> bool:
        """Whether this is a group of other products without a price of its own, which nobody can buy."""
        kinds = {kind.strip() for kind in self.findings.read("rowType", self.rows[0]).casefold().split(",")}
        priced = any(self.findings.own("combinations.price", row) for row in self.rows)
        if priced or not kinds & GROUPS:
            return False
        self.findings.add_problem("group_left_out", self.rows[0], "rowType", ())
        return True

    def _closed(self, request: Product | None, *, everything: bool = False) -> Draft[Product]:
        findings, numbers = self.findings, self.numbers
        problems = () if everything else tuple(findings.problems)
        return Draft(
            self.key,
            numbers,
            self.body,
            findings.origin,
            problems,
            None if findings.refused else request,
            numbers if everything else tuple(sorted(self.left_out)),
            dict(findings.asked),
        )

    def _checked(self) -> Product | None:
        try:
            return Product.model_validate(self.body)
        except ValidationError as error:
            explain(error, self.findings, self.rows[0])
            return None

    def _first(self, path: str) -> tuple[str, Row]:
        """The first row's text, or that of the first later row that has one."""
        for row in self.rows:
            if text := self.findings.read(path, row):
                return text, row
        return "", self.rows[0]

    def _texts(self, head: Row) -> None:
        findings = self.findings
        identity = findings.read("id", head)
        if identity:
            self.body["id"] = identity
            findings.came_from(("id",), "id", head)
        else:
            findings.add_problem("id_missing", head, "id", ("id",))
            self.body["id"] = self.key
        for path, place in (("name", "name"), ("description", "description"), ("tags", "tags")):
            text, row = self._first(path)
            if text:
                self.body[place] = text
                findings.came_from((place,), path, row)
        if "name" not in self.body:
            findings.add_problem("name_missing", head, "name", ("name",))
        self._other_names(head)
        description = self.body.get("description")
        if isinstance(description, str) and _HTML.search(description):
            findings.add_problem("html", head, "description", ("description",))
        self._other_texts()
        catalogs, row = self._first("catalogIds")
        if catalogs:
            named = (name for each in self.rows for name in items(findings.read("catalogIds", each)))
            self.body["catalog_ids"] = list(dict.fromkeys(named))
            findings.came_from(("catalog_ids",), "catalogIds", row)
        self._cart()
        self._metafields()
        findings.fill(self.body, OF_PRODUCT, self._first)

    def _metafields(self) -> None:
        """One for each column `metafields.namespace.key` with a value; its id is made of the two."""
        made: list[dict[str, str]] = []
        for path in self.survey.reading.metafields:
            text, row = self._first(path)
            namespace, _, key = path.removeprefix(FREE_METAFIELDS).partition(".")
            if not text:
                continue
            if not key:
                namespace, key = OWN_NAMESPACE, namespace
            self.findings.came_from(("metafields", len(made), "value"), path, row)
            made.append({"id": f"{namespace}.{key}", "namespace": namespace, "key": key, "value": text})
        if made:
            self.body["metafields"] = made

    def _other_names(self, head: Row) -> None:
        name = self.body.get("name")
        for row in self.rows[1:]:
            other = self.findings.own("name", row)
            tied = self.survey.is_tied(row.number)
            if other and name and other != name and tied:
                self.findings.add_problem("text_differs", row, "name", (), label=self.findings.label("name"))
            elif other and name and other != name and row is not head:
                self.findings.add_problem("title_differs", row, "name", (), text=other, first=name)

    def _other_texts(self) -> None:
        """Say where a later row has another text for what a product has once."""
        for path in ("description", "tags", *self.survey.reading.metafields):
            text, head = self._first(path)
            for row in self.rows:
                other = self.findings.own(path, row)
                if text and other and other != text and row is not head:
                    label = self.findings.label(path)
                    self.findings.add_problem("text_differs", row, path, (), label=label)

    def _cart(self) -> None:
        text, row = self._first("addToCartDisabled")
        if not text:
            return
        hidden = flag(text)
        if hidden is None:
            self.findings.add_problem(
                "flag_unreadable", row, "addToCartDisabled", ("add_to_cart_disabled",), text=text
            )
        else:
            self.body["add_to_cart_disabled"] = hidden
            self.findings.came_from(("add_to_cart_disabled",), "addToCartDisabled", row)

    def _currency(self, head: Row) -> str | None:
        """The currency of its column, else of the cells of its prices, else as set or answered."""
        findings, loc = self.findings, ("currency",)
        stated = any(findings.reading.stated("currency", row.cells).strip() for row in self.rows)
        written = None if stated else self._written_currency()
        if written is not None:
            return written
        text, row = self._first("currency")
        if text:
            code = currency_code(text)
            findings.came_from(loc, "currency", row)
            if code is None:
                findings.add_problem("currency_unreadable", row, "currency", loc, text=text)
            return self._sold_in(code)
        made = findings.decided("currency")
        if made is None:
            findings.add_problem("currency_missing", head, "currency", loc)
        return self._sold_in(
            currency_code(made.value) if made is not None and made.choice == "value" else None
        )

    def _written_currency(self) -> str | None:
        """The currency of the first price with one beside it, or in its column's name."""
        for row in self.rows:
            for path in MONEY:
                if named := self.survey.currency_in(path, row):
                    self.findings.came_from(("currency",), path, row)
                    if named == self.survey.column_currencies.get(path, NO_CURRENCY)[0]:
                        self._compare_with_store(row, path, named)
                    return self._sold_in(named)
        return None

    def _compare_with_store(self, row: Row, path: str, named: str) -> None:
        """Ask about the currency in a column's name where the store sells in another: capitals in brackets
        can be a word."""
        made = self.findings.depends_on("currency")
        own = currency_code(self._first("currency")[0] or (made.value if made is not None else ""))
        if own and own != named:
            words = {"text": self.findings.reading.columns[path], "found": named, "currency": own}
            self.kept_out = variants.currency_keeps_out(self.findings, row, path, ("currency",), **words)

    def _sold_in(self, code: str | None) -> str | None:
        if code:
            self.body["currency"] = code
        return code

    def _variants(self, currency: str | None) -> list[dict[str, object]]:
        names: dict[int, str] = {}
        for slot in variants.OPTIONS:
            text, _ = self._first(f"option{slot}.name")
            if text:
                names[slot] = text
        key = str(self.body["id"])
        shared = variants.Shared(key, self.survey, self.findings, names, currency, self.rows[0])
        rows = [row for row in self.rows if self._is_variant(row)] or [self.rows[0]]
        self._add_missing(rows)
        self._say_astray(rows)
        combinations: list[dict[str, object]] = []
        for number, row in enumerate(rows, start=1):
            if row.number in self.left_out:
                continue
            made = variants.build(shared, row, len(combinations), number)
            if made is None:
                self.left_out.append(row.number)
            else:
                combinations.append(made)
                self.variant_rows.append(row)
        self.kept_out |= shared.keeps_out
        return combinations

    def _say_astray(self, rows: Sequence[Row]) -> None:
        """Say which rows name a product the file does not have, and which variants it lists in vain."""
        for row in rows:
            if named := self.survey.lacks_parent(row.number):
                self.findings.add_problem("parent_missing", row, "parent", ("parent",), text=named)
        for row in self.rows:
            if self.survey.is_parent(row.number):
                for path in variants.OWN_PATHS:
                    if self.findings.own(path, row):
                        label = self.findings.label(path)
                        self.findings.add_problem("of_product", row, path, (), label=label)
        for sku in self.survey.absent(self.numbers):
            self.findings.add_problem("variant_absent", self.rows[0], "variations", (), sku=sku)
        for row in self.again:
            self.findings.add_problem("translation", row, "storeView", ())

    def _add_missing(self, rows_of_variants: Sequence[Row]) -> None:
        numbers = {row.number for row in rows_of_variants} | set(self.left_out)
        for row in self.rows:
            aside = row.number in numbers or self.survey.is_parent(row.number)
            if not aside and not self.findings.own("photos.photoUrl", row):
                self.findings.add_problem("row_empty", row, "id", ())

    def _is_variant(self, row: Row) -> bool:
        if self.survey.is_parent(row.number):
            return False
        return any(self.survey.reading.own(path, row.cells).strip() for path in self.content)

    def _page(self, head: Row) -> str | None:
        text, row = self._first("url")
        if text:
            self.findings.came_from(("url",), "url", row)
            variants.check_address(self.findings, row, "url", ("url",), text)
        else:
            made = self.findings.decided("url")
            if made is None:
                self.findings.add_problem("url_missing", head, "url", ("url",))
                return None
            place = quote(str(self.body["id"]), safe="")
            text = made.value.replace("{handle}", place).replace("{Handle}", place).replace("{id}", place)
        self.body["url"] = text
        return text

    def _pictures(self, combinations: list[dict[str, object]], photos: list[tuple[str, Row]]) -> bool:
        """Give the product and every variant a picture; False when a rule leaves the product out."""
        text, own = self._first("image")
        given = zip(combinations, self.variant_rows, strict=True)
        picture, path, row = (
            (text, "image", own) if text else product_photos.first(photos, given, self.rows[0])
        )
        if not picture:
            made = self.findings.decided("image")
            if made is None:
                head = self.rows[0]
                self.findings.add_problem(
                    "image_missing", head, "photos.photoUrl", ("combinations", 0, "image")
                )
            elif made.choice == "leave_out":
                return False
            else:
                picture = made.value
        if picture:
            self.body["image"] = picture
            self.findings.came_from(("image",), path, row)
        for index, combination in enumerate(combinations):
            loc = ("combinations", index, "image")
            if "image" in combination:
                continue
            if not picture:
                self.findings.settled.add(loc)
                continue
            combination["image"] = picture
            self.findings.came_from(loc, path, row)
            if path and "combinations.image" in self.survey.reading.positions:
                self.findings.add_problem(
                    "image_borrowed", self.variant_rows[index], "combinations.image", loc
                )
        return True
