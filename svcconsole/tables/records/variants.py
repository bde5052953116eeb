"""Builds one product variant from one row: id, amounts, stock, options, picture."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from decimal import Decimal

from svcconsole.tables.checking.problems import Loc
from svcconsole.tables.checking.record_problems import RecordProblems
from svcconsole.tables.mapping.free_paths import FREE_OPTIONS
from svcconsole.tables.mapping.plain_fields import OF_VARIANT
from svcconsole.tables.reading.row import Row
from svcconsole.tables.records.product_grouping import ProductGroups
from svcconsole.tables.results.escape import code
from svcconsole.tables.values.currencies import currency_code, may_mean
from svcconsole.tables.values.values import (
    SEVERAL,
    Amount,
    Mark,
    Unreadable,
    amount,
    in_convention,
    lost_zeros,
    scientific,
)
from svcconsole.words.message import message

_MARK_WORDS = {"point": message("point"), "comma": message("comma")}
OPTIONS = (1, 2, 3)
_SEVERAL = re.compile(r"(?:[,;|\s]|:::)+(?=https?://)")
_PATHS_APART = re.compile(r"\s*(?:[,;|]|:::)\s*")
_PICTURE_PATH = re.compile(
    r"(?!https?:)[^\s:?*<>]+\.(?:jpe?g|png|gif|webp|avif|svg|bmp|tiff?)", re.IGNORECASE
)
OWN_PATHS = ("combinations.price", "combinations.discountedPrice", "combinations.quantity")
"""What each variant has of its own, whatever its product's row says."""
PRICE, CURRENCY = "combinations.price", "combinations.currency"
OUT_OF_STOCK = frozenset(
    {"out of stock", "outofstock", "out", "0", "no", "false", "sold out", "discontinued"}
)
"""Words of a column of availability that say a number: none."""
OF_PRODUCT = "parent"
"""What WooCommerce writes for the stock of a variant that is counted with its product's."""


@dataclass(slots=True)
class Shared:
    """What the variants of one product have in common while they are built."""

    key: str
    survey: ProductGroups
    findings: RecordProblems
    option_names: dict[int, str]
    currency: str | None
    head: Row
    alike: dict[str, int] = field(default_factory=dict)
    keeps_out: bool = False
    """Whether an answer about a price keeps the product out."""


def content_paths(survey: ProductGroups) -> tuple[str, ...]:
    """The fields whose cells make a row a variant (a picture alone does not)."""
    fixed = (
        "combinations.id", "combinations.name", "combinations.price", "combinations.compareAtPrice",
        "combinations.discountedPrice", "combinations.quantity", "combinations.barcode",
        "option1.value", "option2.value", "option3.value", *(plain.target.path for plain in OF_VARIANT),
    )  # fmt: skip
    return tuple(path for path in (*fixed, *survey.reading.free_options) if path in survey.reading.positions)


def build(shared: Shared, row: Row, index: int, number: int) -> dict[str, object] | None:
    """The variant as the models take it, at `combinations[index]`; None when a rule leaves it out.

    `number` counts the variants of the product from 1 and makes ids where the file has none. Pictures and
    pages that come from the product are filled in later.
    """
    findings, at = shared.findings, ("combinations", index)
    quantity = _quantity(shared, row, (*at, "quantity"))
    if quantity == "leave_out":
        return None
    body: dict[str, object] = {"product_id": shared.key}
    variant_id = _id(shared, row, (*at, "id"), number)
    name, options = _options(shared, row, at)
    body["id"], body["name"] = variant_id, name
    if options:
        body["options"] = options
    if isinstance(quantity, Decimal):
        body["quantity"] = quantity
    _prices(shared, row, at, body)
    for path, place in (("combinations.image", "image"), ("combinations.productUrl", "product_url")):
        text = next(iter(addresses_in(findings, row, path, (*at, place))), "")
        if text:
            body[place] = text
            findings.came_from((*at, place), path, row)
            check_address(findings, row, path, (*at, place), text)
    currency = findings.read(CURRENCY, row) or body.get("currency") or shared.currency
    if currency:
        body["currency"] = str(currency).upper()
    findings.fill(body, OF_VARIANT, lambda path: (findings.read(path, row), row), at)
    _barcode(findings, row)
    return {place: value for place, value in body.items() if value is not None}


def addresses_in(findings: RecordProblems, row: Row, path: str, loc: Loc) -> list[str]:
    """The web addresses of a cell; pictures that are named by their path in a shop get what the rule says."""
    text = findings.read(path, row)
    if not text:
        return []
    found: list[str] = []
    for one in filter(None, _SEVERAL.split(text.removesuffix(SEVERAL).strip())):
        parts = [part for part in _PATHS_APART.split(one.strip()) if part]
        if not all(_PICTURE_PATH.fullmatch(part) for part in parts):
            found.append(one)
            continue
        made = findings.decided("picture_base")
        if made is None:
            findings.add_problem("picture_path", row, path, loc, text=parts[0])
        elif made.choice == "value":
            found += [f"{made.value.rstrip('/')}/{part.lstrip('/')}" for part in parts]
    return found


def check_address(findings: RecordProblems, row: Row, path: str, loc: Loc, text: str) -> None:
    """Warn about a page or picture that no browser would open."""
    if not text.lower().startswith(("http://", "https://")) or any(space in text for space in " \t\n"):
        findings.add_problem("address_odd", row, path, loc, text=text)


def _id(shared: Shared, row: Row, loc: Loc, number: int) -> str | None:
    findings, path = shared.findings, "combinations.id"
    sku = _code(findings, row, path, loc)
    if not sku:
        if not findings.decided("sku_missing"):
            findings.add_problem("sku_missing", row, path, loc)
            return None
        new = _numbered(shared, number)
        if path in findings.reading.positions:
            findings.add_problem("sku_numbered", row, path, loc, new=new)
        return new
    findings.came_from(loc, path, row)
    if scientific(sku) and (damaged := _damaged(shared, row, loc, sku, number)) is not sku:
        return damaged
    first = shared.survey.first_with(sku)
    if first is not None and first != row.number:
        made = findings.decided("sku_repeated")
        if made is None:
            findings.add_problem("sku_repeated", row, path, loc, text=sku, first=first)
            return None
        if made.choice == "numbered":
            new = _numbered(shared, number)
            findings.add_problem("sku_renamed", row, path, loc, text=sku, first=first, new=new)
            return new
    return sku


def _damaged(shared: Shared, row: Row, loc: Loc, sku: str, number: int) -> str | None:
    made = shared.findings.decided("sku_damaged")
    if made is None:
        shared.findings.add_problem("sku_damaged", row, "combinations.id", loc, text=sku)
        return None
    return _numbered(shared, number) if made.choice == "numbered" else sku


def _numbered(shared: Shared, number: int) -> str:
    """`{product id}-{n}`, made longer while some row of the file already has it as its SKU."""
    new = f"{shared.key}-{number}"
    while shared.survey.first_with(new) is not None:
        new += "-x"
    return new


def _code(findings: RecordProblems, row: Row, path: str, loc: Loc) -> str:
    """A code without the apostrophe that keeps a spreadsheet from damaging it."""
    text = findings.read(path, row)
    plain = code(text)
    if plain != text:
        findings.add_problem("apostrophe", row, path, loc, text=text)
    return plain


def _quantity(shared: Shared, row: Row, loc: Loc) -> Decimal | str | None:
    """The stock number; `leave_out` where a rule leaves the variant out, None where it cannot be told."""
    findings, path = shared.findings, "combinations.quantity"
    cell, mark = findings.read(path, row), shared.survey.convention(path).certain
    text = "" if cell.casefold() == OF_PRODUCT else cell
    if not text and _out_of_stock(findings.read("availability", row)):
        findings.came_from(loc, "availability", row)
        return Decimal(0)
    if not text:
        made = findings.decided("quantity")
        if made is None:
            kind = "quantity_of_product" if cell else "quantity_missing"
            findings.add_problem(kind, row, path, loc, text=cell)
        if made is None or made.choice == "leave_out":
            return None if made is None else "leave_out"
        text, mark = made.value, "point"
    findings.came_from(loc, path, row)
    read = _stock(findings, row, loc, text, mark)
    if read is None:
        return None
    if read < 0:
        below = findings.decided("quantity_negative")
        if below is None:
            findings.add_problem("quantity_negative", row, path, loc, suggestion="0", text=text)
            return None
        read = read if below.choice == "keep" else Decimal(0)
        if below.choice == "leave_out":
            return "leave_out"
    if read != read.to_integral_value():
        findings.add_problem("quantity_fraction", row, path, loc, text=text)
    return read


def _out_of_stock(text: str) -> bool:
    return " ".join(text.casefold().replace("_", " ").split()) in OUT_OF_STOCK


def _stock(findings: RecordProblems, row: Row, loc: Loc, text: str, mark: Mark | None) -> Decimal | None:
    """The number in a stock's cell, written as the file writes numbers; None once its problem is told."""
    path = "combinations.quantity"
    read = amount(text, mark)
    if isinstance(read, Unreadable) and read.reason == "ambiguous":
        chosen = findings.decided("decimal")
        if chosen is None:
            findings.add_problem("quantity_ambiguous", row, path, loc, why=read.sentence)
            return None
        read = amount(text, "comma" if chosen.choice == "comma" else "point")
    if isinstance(read, Amount) and not read.is_money:
        return read.number
    why = read.sentence if isinstance(read, Unreadable) else message("“{text}” is not a number.", text=text)
    hint = read.suggestion if isinstance(read, Unreadable) else None
    findings.add_problem("quantity_unreadable", row, path, loc, suggestion=hint, why=why)
    return None


def _prices(shared: Shared, row: Row, at: Loc, body: dict[str, object]) -> None:
    """Price and discounted price, the compare-at price standing in for the price where the rule says so."""
    findings = shared.findings
    price_at, discount_at = (*at, "price"), (*at, "discounted_price")
    priced, of_product = _amount(shared, row, "combinations.price", price_at), False
    if priced is None and price_at not in findings.settled and shared.survey.is_tied(row.number):
        priced = _amount(shared, shared.head, "combinations.price", price_at)
        if priced is not None:
            of_product = True
            findings.add_problem("price_of_product", row, "combinations.price", price_at, text=priced.number)
    price = priced.number if priced is not None else None
    if priced is None or price is None:
        if price_at not in findings.settled:
            findings.add_problem("price_missing", row, "combinations.price", price_at)
        findings.settled.add(discount_at)
        return
    # A product's price comes with what stands beside it, unless the variant has that of its own.
    old_row, sale_row = (
        shared.head if of_product and not findings.own(path, row) else row
        for path in ("combinations.compareAtPrice", "combinations.discountedPrice")
    )
    before = _beside(shared, old_row, "combinations.compareAtPrice", discount_at, priced)
    sale = _beside(shared, sale_row, "combinations.discountedPrice", discount_at, priced)
    given = _reduced(shared, sale_row, sale)
    if discount_at in findings.settled:
        findings.settled.add(price_at)
        return
    if priced.currency:
        body["currency"] = priced.currency
    body["price"] = body["discounted_price"] = price
    findings.came_from(price_at, "combinations.price", row)
    findings.came_from(discount_at, "combinations.price", row)
    rule = findings.decided("compare_at") if before else None
    if before and rule is not None and rule.choice == "reduction":
        if before > price:
            body["price"] = before
            findings.came_from(price_at, "combinations.compareAtPrice", old_row)
        elif before < price:
            path = "combinations.compareAtPrice"
            text = findings.read(path, old_row)
            findings.add_problem("compare_at_below", old_row, path, discount_at, text=text, price=price)
    if given is not None:
        body["discounted_price"] = given
        findings.came_from(discount_at, "combinations.discountedPrice", sale_row)


def _beside(shared: Shared, row: Row, path: str, loc: Loc, price: Amount) -> Decimal | None:
    """An amount beside the price; one in another currency is refused."""
    read = _amount(shared, row, path, loc)
    if read is None:
        return None
    if read.currency and price.currency and read.currency != price.currency:
        shared.findings.add_problem(
            "price_currencies", row, path, loc, found=read.currency, currency=price.currency
        )
        return None
    return read.number


def _reduced(shared: Shared, row: Row, given: Decimal | None) -> Decimal | None:
    """The discounted price, where it holds by a date only if the rule sends it."""
    findings = shared.findings
    dates = [text for path in ("saleStarts", "saleEnds") if (text := findings.read(path, row))]
    if given is None or not dates:
        return given
    made = findings.decided("sale_dates")
    if made is None:
        path = "saleStarts" if findings.own("saleStarts", row) else "saleEnds"
        findings.add_problem("sale_dated", row, path, ("sale",), dates=" – ".join(dates))
        return None
    return given if made.choice == "send" else None


def _amount(shared: Shared, row: Row, path: str, loc: Loc) -> Amount | None:
    """The amount in the cell; None when it is blank or, having said why, when it cannot be read."""
    findings = shared.findings
    text = findings.read(path, row)
    if not text:
        return None
    convention = shared.survey.convention(path)
    mark = convention.certain
    read = amount(text, mark)
    if isinstance(read, Unreadable) and read.reason == "ambiguous":
        chosen = findings.decided("decimal")
        if chosen is not None:
            mark = "comma" if chosen.choice == "comma" else "point"
            read = amount(text, mark)
    if isinstance(read, Unreadable):
        findings.add_problem(
            f"price_{read.reason}", row, path, loc, suggestion=read.suggestion, why=read.sentence
        )
        return None
    if read.number < 0:
        hint = in_convention(-read.number, text, convention.mark)
        findings.add_problem("price_negative", row, path, loc, suggestion=hint, text=text)
        return None
    if convention.mixed and read.mark and read.mark != convention.mark and convention.mark:
        findings.add_problem(
            "price_sign", row, path, loc, text=text, number=read.number, mark=_MARK_WORDS[convention.mark]
        )
    if not read.is_money and path in shared.survey.column_currencies:
        currency, sign = shared.survey.column_currencies[path]
        read = replace(read, currency=currency, sign=sign)
        text = findings.reading.columns[path]
    if path == PRICE and read.currency and shared.currency and read.currency != shared.currency:
        shared.keeps_out |= currency_keeps_out(
            findings, row, path, loc, text=text, found=read.currency, currency=shared.currency
        )
    elif read.sign:
        own = currency_code(findings.own(CURRENCY, row)) or read.currency or shared.currency
        if own and not may_mean(read.sign, own):
            shared.keeps_out |= currency_keeps_out(
                findings, row, path, loc, text=text, found=read.sign, currency=own
            )
    return read


def currency_keeps_out(findings: RecordProblems, row: Row, path: str, loc: Loc, **words: str) -> bool:
    """Ask about an amount in another currency than its product's, or do as was answered; whether that leaves
    the product out."""
    made = findings.decided("price_currency")
    if made is None:
        findings.add_problem("price_currency", row, path, loc, **words)
    elif made.choice == "send":
        findings.add_problem("price_currency_sent", row, path, loc)
    return made is not None and made.choice == "leave_out"


def _options(shared: Shared, row: Row, at: Loc) -> tuple[str, dict[str, str]]:
    """The variant's name and its options; a single variant called "Default Title" has none."""
    findings = shared.findings
    options: dict[str, str] = {}
    for slot in OPTIONS:
        path = f"option{slot}.value"
        value = findings.read(path, row)
        if not value or value.casefold() == "default title":
            continue
        name = findings.own(f"option{slot}.name", row) or shared.option_names.get(slot)
        if name is None:
            name = f"Option {slot}"
            findings.add_problem("option_unnamed", row, path, (*at, "options"), text=value, name=name)
        options[name] = value
        findings.came_from((*at, "options", name), path, row)
    for path in findings.reading.free_options:
        if value := findings.read(path, row):
            name = path.removeprefix(FREE_OPTIONS)
            options[name] = value
            findings.came_from((*at, "options", name), path, row)
    options.update({name: value for name, value in shared.survey.options_of(row).items() if value})
    given = findings.read("combinations.name", row)
    if given:
        findings.came_from((*at, "name"), "combinations.name", row)
    name = given or " / ".join(options.values()) or "Default"
    alike = name if not options else repr(sorted(options.items()))
    first = shared.alike.setdefault(alike, row.number)
    if first != row.number:
        findings.add_problem(
            "options_repeated", row, "option1.value", (*at, "options"), text=name, first=first
        )
    return name, options


def _barcode(findings: RecordProblems, row: Row) -> None:
    path = "combinations.barcode"
    text = _code(findings, row, path, ())
    if scientific(text):
        findings.add_problem("barcode_damaged", row, path, (), text=text)
    elif text and (full := lost_zeros(text)):
        findings.add_problem("barcode_zeros", row, path, (), suggestion=full, text=text, full=full)
