"""The words of the price grid: amounts, what the guard asks, what waits and what is ready."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import Final

from PySide6.QtCore import QLocale

from svcconsole.gui.design.words import mark, tr, tr_plural
from svcconsole.gui.kit.containers.footer import FooterPart
from svcconsole.gui.kit.money import amount, price_range, quantity
from svcconsole.services.catalog.price_grid.cells import Field, VariantRow
from svcconsole.services.catalog.price_grid.pending import PendingChanges
from svcconsole.services.catalog.price_grid.questions import Question
from svcconsole.tables.values.values import Mark

FIELDS: Final = {
    Field.PRICE: mark("Price"),
    Field.REDUCED: mark("Reduced price"),
    Field.STOCK: mark("Stock"),
}


def value_words(field: Field, value: Decimal | None, currency: str) -> str:
    """What a cell shows: €119.00, or 1,026; blank for nothing."""
    if value is None:
        return ""
    number = float(value)
    return quantity(number) if field is Field.STOCK else price_range(number, None, currency)


def typed_words(field: Field, value: Decimal | None, currency: str) -> str:
    """What editing a cell begins with: the number alone."""
    if value is None:
        return ""
    return quantity(float(value)) if field is Field.STOCK else amount(float(value), currency)


def cents_mark() -> Mark:
    """The sign this person writes before cents."""
    return "comma" if QLocale().decimalPoint() == "," else "point"


def name_words(row: VariantRow) -> str:
    """A variant in a sentence: "Harbour lantern, Brass"; where it has no name of its own, its product's."""
    if not row.variant or row.variant in ("Default", row.product):
        return row.product
    return tr("{product}, {variant}", product=row.product, variant=row.variant)


def short_name(row: VariantRow, most: int) -> str:
    """The same in about `most` letters: the product's name is cut before the variant's is."""
    whole = name_words(row)
    if len(whole) <= most or whole == row.product or len(row.variant) > most // 2:
        return whole
    cut = row.product[: most - len(row.variant) - 3].rstrip(" ,")
    return tr("{product}…, {variant}", product=cut, variant=row.variant)


def question_words(question: Question, currency: str) -> str:
    """What the guard asks."""
    after = value_words(Field.PRICE, question.after, question.currency or currency)
    now = value_words(Field.PRICE, question.now, currency)
    if question.code == "price_zero":
        return tr("The price would be 0. Customers could order it for nothing.")
    if question.code == "discount_above_price":
        return tr(
            "The reduced price {reduced} is above the price {price}.",
            reduced=after,
            price=value_words(Field.PRICE, question.suggestion, currency),
        )
    if question.code == "price_currency_other":
        return tr(
            "{after} is in another currency; the store has this variant in {currency}.",
            after=after,
            currency=currency,
        )
    percent = abs(question.change)
    if question.change < 0:
        words = tr("{now} → {after} is {percent} % less.", now=now, after=after, percent=percent)
        asked = tr("Is a digit missing?")
    else:
        words = tr("{now} → {after} is {percent} % more.", now=now, after=after, percent=percent)
        asked = tr("Is there a digit too many?")
    return tr("{words} {asked}", words=words, asked=asked)


def many_words(questions: Sequence[Question]) -> str:
    """One sentence for many questions of one kind."""
    count = len(questions)
    words = {
        "price_zero": ("One price would be 0.", "{n} prices would be 0."),
        "discount_above_price": (
            "One reduced price is above its price.", "{n} reduced prices are above their prices.",
        ),
        "price_change": (
            "One price changes by more than the store lets pass unasked.",
            "{n} prices change by more than the store lets pass unasked.",
        ),
        "price_currency_other": (
            "One price was typed in another currency.", "{n} prices were typed in another currency.",
        ),
    }  # fmt: skip
    return tr_plural(*words[questions[0].code], count)


def conflict_words(row: VariantRow, field: Field, mine: Decimal | None) -> str:
    """Both values of a cell that was changed here and in the store."""
    return tr(
        "Changed in the store meanwhile: it has {theirs} now, you typed {mine}.",
        theirs=value_words(field, row.value(field), row.currency) or "–",
        mine=value_words(field, mine, row.currency) or "–",
    )


def spread_words(changes: Sequence[tuple[Decimal | None, Decimal | None]]) -> str:
    """By how much prices change, from the least to the most: "+4.1–5.9 %"."""
    parts = [
        float((after - before) / before * 100) for before, after in changes if before and after is not None
    ]
    if not parts:
        return ""
    least, most = sorted((min(parts), max(parts)), key=abs)
    if _percent(least) == _percent(most):
        return tr("{most} %", most=_percent(most))
    if (least < 0) == (most < 0):
        return tr("{least}–{most} %", least=_percent(least), most=_percent(most)[1:])
    return tr("{least} to {most} %", least=_percent(min(parts)), most=_percent(max(parts)))


def _percent(value: float) -> str:
    number = QLocale().toString(abs(value), "f", 1)
    return f"+{number}" if value >= 0 else f"−{number}"


def summary_words(pending: PendingChanges) -> str:
    """`12 changes in 10 products`."""
    products = len({cell.row.product for cell in pending.changes})
    changes = tr_plural("{n} change", "{n} changes", len(pending.changes))
    return tr("{changes} in {products}", changes=changes, products=counted_products(products))


def counted_products(count: int) -> str:
    """`1 product`, `31 products`."""
    return tr_plural("{n} product", "{n} products", count)


def count_words(variants: int, products: int) -> str:
    """`64 variants of 31 products`."""
    shown = tr_plural("{n} variant", "{n} variants", variants)
    return tr("{variants} of {products}", variants=shown, products=counted_products(products))


def footer_parts(pending: PendingChanges, problem: str) -> list[FooterPart]:
    """What waits, what is ready, what was refused; `problem` is what is wrong with what was just typed."""
    parts = []
    if problem:
        parts.append(FooterPart(problem, "danger", "error"))
    if pending.on_the_way:
        sent = tr_plural("{n} change is being sent", "{n} changes are being sent", len(pending.on_the_way))
        parts.append(FooterPart(sent, icon="send"))
    questions, conflicts = len(pending.questions), len(pending.conflicts())
    if questions:
        parts.append(
            FooterPart(
                tr_plural("{n} price waits for your answer", "{n} prices wait for your answer", questions),
                "warning",
                "warning",
            )
        )
    if conflicts:
        parts.append(
            FooterPart(
                tr_plural(
                    "{n} cell changed in the store meanwhile", "{n} cells changed in the store meanwhile",
                    conflicts,
                ),
                "warning",
                "warning",
            )
        )  # fmt: skip
    if pending.refused:
        refused = tr_plural("{n} cell was refused", "{n} cells were refused", len(pending.refused))
        parts.append(FooterPart(refused, "danger", "error"))
    ready = len(pending.ready())
    if ready:
        parts.append(FooterPart(tr_plural("{n} change ready", "{n} changes ready", ready)))
        parts.append(FooterPart(tr("They are sent together, as one run")))
    elif not pending.changes:
        parts.append(FooterPart(tr("Type over a price or a stock number to change it.")))
    return parts


def send_verb(count: int) -> str:
    """`Send 11 changes`."""
    return tr_plural("Send {n} change", "Send {n} changes", count)
