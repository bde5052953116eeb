"""The rules that answer what a file leaves open; each is shown and asked for once."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from svcconsole.tables.reading.errors import TableError
from svcconsole.tables.values.currencies import currency_code
from svcconsole.tables.values.values import Amount, amount
from svcconsole.tables.values.web_addresses import is_web_address
from svcconsole.words.message import Message, listed, mark_plural, message, plural


@dataclass(frozen=True, slots=True)
class Choice:
    """One way to answer; `value` says what the text beside it is for ("" = none), `example` shows one."""

    key: str
    label: str
    value: str = ""
    example: str = ""


@dataclass(frozen=True, slots=True)
class RuleSpec:
    """A question about the whole file, worded with the count of what it concerns; `each_time`: asked anew for
    each file, whatever was answered for one like it."""

    id: str
    title: str
    one: str
    many: str
    why: str
    choices: tuple[Choice, ...]
    each_time: bool = False

    def question(self, count: int) -> Message:
        return plural(self.one, self.many, count)

    def choice(self, key: str) -> Choice:
        for choice in self.choices:
            if choice.key == key:
                return choice
        raise TableError(
            message("“{rule}” has no answer “{key}”.", rule=self.title, key=key),
            message("Answers: {names}.", names=listed(c.key for c in self.choices)),
        )


RULES: dict[str, RuleSpec] = {
    spec.id: spec
    for spec in (
        RuleSpec(
            "url",
            message("Product page"),
            *mark_plural("One product has no product page", "{n} products have no product page"),
            message("Every product needs the address of its page in your shop; an export does not carry it."),
            (
                Choice(
                    "template",
                    message("Make it from the product id"),
                    message("https://your-shop/products/{{handle}}"),
                    "https://shop.example/products/{handle}",
                ),
            ),
        ),
        RuleSpec(
            "currency",
            message("Currency"),
            *mark_plural("One product has no currency", "{n} products have no currency"),
            message("The file names no currency. A guess would change what customers pay."),
            (
                Choice("value", message("Set a currency…"), message("a currency of three letters"), "EUR"),
                Choice("none", message("Send no currency")),
            ),
        ),
        RuleSpec(
            "quantity",
            message("Stock when blank"),
            *mark_plural("One variant has no stock number", "{n} variants have no stock number"),
            message("Blank is not zero: some stores leave it blank for “always available”."),
            (
                Choice("value", message("Set a number…"), message("a number"), "0"),
                Choice("leave_out", message("Leave these variants out")),
            ),
        ),
        RuleSpec(
            "quantity_negative",
            message("Stock below zero"),
            *mark_plural(
                "One variant has a stock number below zero", "{n} variants have a stock number below zero"
            ),
            message("A store that sells on back order counts below zero."),
            (
                Choice("zero", message("Use 0")),
                Choice("keep", message("Send as it is")),
                Choice("leave_out", message("Leave these variants out")),
            ),
        ),
        RuleSpec(
            "image",
            message("Picture when missing"),
            *mark_plural("One product has no picture", "{n} products have no picture"),
            message("Every variant needs a picture, and no row of the product has one."),
            (
                Choice(
                    "value",
                    message("Use"),
                    message("address of a picture"),
                    "https://shop.example/no-picture.png",
                ),
                Choice("leave_out", message("Leave these products out")),
            ),
        ),
        RuleSpec(
            "picture_base",
            message("Pictures named by their path"),
            *mark_plural(
                "One picture is named by its path in the shop",
                "{n} pictures are named by their path in the shop",
            ),
            message("The store fetches pictures by their whole address, which the export leaves out."),
            (
                Choice(
                    "value",
                    message("Put before them"),
                    message("address of the shop's pictures"),
                    "https://shop.example/media/catalog/product",
                ),
                Choice("leave_out", message("Leave these pictures out")),
            ),
        ),
        RuleSpec(
            "status",
            message("Drafts and archived products"),
            *mark_plural(
                "One product is not marked as shown in the shop",
                "{n} products are not marked as shown in the shop",
            ),
            message(
                "Customers do not see drafts, archived and disabled products in the shop; here everything "
                "that is imported can be shown."
            ),
            (
                Choice("send", message("Import them like the others")),
                Choice("leave_out", message("Leave them out")),
            ),
        ),
        RuleSpec(
            "sku_missing",
            message("Variant without a SKU"),
            *mark_plural("One variant has no SKU", "{n} variants have no SKU"),
            message("Every variant needs an id of its own."),
            (Choice("numbered", message("Use the product id and a number")),),
        ),
        RuleSpec(
            "sku_repeated",
            message("SKU used twice"),
            *mark_plural("One variant repeats a SKU", "{n} variants repeat a SKU"),
            message("The first keeps it; two variants with one id would replace each other."),
            (
                Choice("numbered", message("Use the product id and a number")),
                Choice("keep", message("Send as it is")),
            ),
        ),
        RuleSpec(
            "sku_damaged",
            message("SKU damaged by a spreadsheet"),
            *mark_plural("One SKU lost digits in a spreadsheet", "{n} SKUs lost digits in a spreadsheet"),
            message("The missing digits cannot be worked out, and a guess would point to another variant."),
            (
                Choice("numbered", message("Use the product id and a number")),
                Choice("keep", message("Send as it is")),
            ),
        ),
        RuleSpec(
            "decimal",
            message("Comma or point in prices"),
            *mark_plural("One price can be read in two ways", "{n} prices can be read in two ways"),
            message(
                "“1,299” is 1299 in one country and 1.299 in another; no other price of the file settles it."
            ),
            (
                Choice(
                    "point", message("Point before the cents, comma between thousands"), example="1,299.00"
                ),
                Choice(
                    "comma", message("Comma before the cents, point between thousands"), example="1.299,00"
                ),
            ),
        ),
        RuleSpec(
            "sale_dates",
            message("Reduction with dates"),
            *mark_plural(
                "One discounted price holds by a date only", "{n} discounted prices hold by a date only"
            ),
            message("The store has no dates for a discounted price: it holds until the next import."),
            (
                Choice("send", message("Send them, whatever their dates")),
                Choice("ignore", message("Send the price without a reduction")),
            ),
        ),
        RuleSpec(
            "price_zero",
            message("Price is zero"),
            *mark_plural("One price is zero", "{n} prices are zero"),
            message("Customers could order it for nothing."),
            (
                Choice("send", message("Send it as it is")),
                Choice("leave_out", message("Leave these products out")),
            ),
            each_time=True,
        ),
        RuleSpec(
            "price_discount",
            message("Discounted price too high"),
            *mark_plural(
                "One discounted price is higher than the price",
                "{n} discounted prices are higher than the price",
            ),
            message("A reduction makes a price lower. One of the two may be a slip."),
            (
                Choice("send", message("Send it as it is")),
                Choice("price", message("Send the price alone, not reduced")),
                Choice("leave_out", message("Leave these products out")),
            ),
            each_time=True,
        ),
        RuleSpec(
            "price_change",
            message("Price changes a lot"),
            *mark_plural(
                "One price changes by more than your profile lets pass unasked",
                "{n} prices change by more than your profile lets pass unasked",
            ),
            message("A digit or a comma in the wrong place looks like this."),
            (
                Choice("send", message("Send it as it is")),
                Choice("leave_out", message("Leave these products out")),
            ),
            each_time=True,
        ),
        RuleSpec(
            "price_currency",
            message("Prices in different currencies"),
            *mark_plural("One price is in another currency", "{n} prices are in another currency"),
            message("The same number is another price in another currency."),
            (
                Choice("send", message("Send it as it is")),
                Choice("leave_out", message("Leave these products out")),
            ),
            each_time=True,
        ),
        RuleSpec(
            "region",
            message("Country of phone numbers"),
            *mark_plural("One phone number has no country code", "{n} phone numbers have no country code"),
            message("The same digits are another person's number in another country."),
            (
                Choice("value", message("Read them as numbers of"), message("two-letter country"), "DE"),
                Choice("leave_out", message("Leave these numbers out")),
            ),
        ),
        RuleSpec(
            "address_state",
            message("Address without a state"),
            *mark_plural("One address lacks nothing but a state", "{n} addresses lack nothing but a state"),
            message("The store takes addresses with a state only, and in many countries nobody writes one."),
            (
                Choice("city", message("Send the city as the state, too")),
                Choice("value", message("Send"), message("what to write as the state"), "-"),
                Choice("leave_out", message("Leave these addresses out")),
            ),
        ),
        RuleSpec(
            "phone_wrong",
            message("Phone number that cannot be right"),
            *mark_plural(
                "One phone number beside a good e-mail address cannot be right",
                "{n} phone numbers beside a good e-mail address cannot be right",
            ),
            message("Whoever has an e-mail address can do without a number; a guess would reach others."),
            (
                Choice("keep_back", message("Keep these rows back until the number is right")),
                Choice("without", message("Send these people without the number")),
            ),
        ),
        RuleSpec(
            "full_name",
            message("Whole name in one column"),
            *mark_plural("One name stands in one column", "{n} names stand in one column"),
            message("First and last name are two fields; where one ends differs from country to country."),
            (
                Choice("whole", message("Send the whole name as first name")),
                Choice("last_word", message("The last word is the last name")),
                Choice("first_word", message("The first word is the last name")),
            ),
        ),
        RuleSpec(
            "shared",
            message("Different people with one phone or e-mail"),
            *mark_plural(
                "One row shares a phone, an e-mail or an id with a row of somebody else",
                "{n} rows share a phone, an e-mail or an id with a row of somebody else",
            ),
            message("A store finds people by these: the later row would write over the earlier person."),
            (
                Choice("without", message("Send the later people without what is shared")),
                Choice("first", message("Send the first of these rows only")),
                Choice("each", message("Send all of them, one after the other")),
            ),
        ),
        RuleSpec(
            "recipient_repeated",
            message("Recipient twice in the file"),
            *mark_plural(
                "One row has the number of an earlier row", "{n} rows have the number of an earlier row"
            ),
            message("Whoever is in a list twice would get the same message twice."),
            (
                Choice("first", message("Send to the first of these rows only")),
                Choice("each", message("Send to each of these rows")),
            ),
        ),
        RuleSpec(
            "recipient_lately",
            message("Recipient of the last 24 hours"),
            *mark_plural(
                "One recipient was sent something from here within the last 24 hours",
                "{n} recipients were sent something from here within the last 24 hours",
            ),
            message("Nobody should get one thing twice, or too much in a day."),
            (
                Choice("leave_out", message("Leave these rows out")),
                Choice("same", message("Leave out who was sent the very same")),
                Choice("send", message("Send to them like to the others")),
            ),
        ),
        RuleSpec(
            "request_repeated",
            message("The same twice in the file"),
            *mark_plural(
                "One row asks for the same as an earlier row", "{n} rows ask for the same as an earlier row"
            ),
            message("Each row would be carried out, and the same would be there twice."),
            (
                Choice("first", message("Send the first of these rows only")),
                Choice("each", message("Send each of these rows")),
            ),
        ),
        RuleSpec(
            "request_lately",
            message("The same within 24 hours"),
            *mark_plural(
                "One row asks for what was sent from here within the last 24 hours",
                "{n} rows ask for what was sent from here within the last 24 hours",
            ),
            message("It would be there twice: what was sent before is not undone by it."),
            (
                Choice("leave_out", message("Leave these rows out")),
                Choice("send", message("Send them like the others")),
            ),
        ),
        RuleSpec(
            "ticket_reference",
            message("Reference of a ticket"),
            *mark_plural(
                "One ticket gets a reference under its notes", "{n} tickets get a reference under their notes"
            ),
            message("A line such as “Ref K7M2-Q9XP” finds a ticket in the store even if no answer came."),
            (
                Choice("add", message("Put a reference under the notes")),
                Choice("none", message("Send the notes as they are")),
            ),
        ),
        RuleSpec(
            "name_blank",
            message("Name when blank"),
            *mark_plural("One first or last name is blank", "{n} first or last names are blank"),
            message("Every entry has both names; the file leaves them blank."),
            (
                Choice("empty", message("Send an empty name")),
                Choice("leave_out", message("Leave these rows out")),
            ),
        ),
        RuleSpec(
            "consent",
            message("Consent to marketing"),
            *mark_plural(
                "One cell says whether somebody agreed to marketing",
                "{n} cells say whether somebody agreed to marketing",
            ),
            message(
                "Only yes and no are read, word for word, and nothing else stands for them. Send them if "
                "these columns are your record of what people agreed to."
            ),
            (
                Choice("as_said", message("Send yes and no as the file says them")),
                Choice("leave_out", message("Send no consent")),
            ),
            each_time=True,
        ),
        RuleSpec(
            "compare_at",
            message("Compare-at price"),
            *mark_plural("One variant has a compare-at price", "{n} variants have a compare-at price"),
            message("Above the price it is the price before a reduction; below it, it makes no sense."),
            (
                Choice(
                    "reduction",
                    message("Above the price: send it as price, and the price as discounted price"),
                ),
                Choice("ignore", message("Do not use it")),
            ),
        ),
    )
}


def _stock(text: str) -> bool:
    read = amount(text, "point")
    return isinstance(read, Amount) and read.number >= 0


def _region(text: str) -> bool:
    # heavy, and products need none of it
    from svcconsole.tables.values.phones import is_region

    return is_region(text)


_USABLE: dict[str, Callable[[str], bool]] = {
    "url": lambda text: is_web_address(text) and bool(re.search(r"\{([Hh]andle|id)\}", text)),
    "currency": lambda text: currency_code(text) is not None,
    "quantity": _stock,
    "image": is_web_address,
    "picture_base": is_web_address,
    "region": _region,
    "address_state": bool,
}
"""What the text beside a choice has to be."""


@dataclass(frozen=True, slots=True)
class Decision:
    """An answer: the key of one of the rule's choices and, where the choice wants one, its text."""

    choice: str
    value: str = ""


DECIDED: Mapping[str, Decision] = {
    "status": Decision("send"),
    "sku_missing": Decision("numbered"),
    "sku_repeated": Decision("numbered"),
    "compare_at": Decision("reduction"),
    "address_state": Decision("leave_out"),
    "phone_wrong": Decision("keep_back"),
    "full_name": Decision("whole"),
    "recipient_repeated": Decision("first"),
    "recipient_lately": Decision("leave_out"),
    "request_repeated": Decision("first"),
    "request_lately": Decision("leave_out"),
    "ticket_reference": Decision("add"),
}
"""What the import does unless told otherwise; the rest is undecided until someone answers."""


@dataclass(frozen=True, slots=True)
class Rules:
    """All decisions of one import; an absent rule is undecided and makes each cell it concerns an error."""

    decisions: Mapping[str, Decision] = field(default_factory=lambda: dict(DECIDED))

    def decide(self, rule: str, choice: str, value: str = "") -> Rules:
        """Answer one rule; TableError for an unknown rule or choice, or a text that cannot be used."""
        chosen = spec_of(rule).choice(choice)
        if chosen.value and not _USABLE[rule](value.strip()):
            raise TableError(
                message("“{rule}” needs {what}.", rule=RULES[rule].title, what=chosen.value),
                message("Example: {example}", example=chosen.example),
            )
        return replace(self, decisions={**self.decisions, rule: Decision(choice, value.strip())})

    def ask(self, rule: str) -> Rules:
        """Make a rule undecided again."""
        return replace(self, decisions={name: made for name, made in self.decisions.items() if name != rule})

    def decision(self, rule: str) -> Decision | None:
        return self.decisions.get(rule)

    def undecided(self) -> tuple[str, ...]:
        return tuple(rule for rule in RULES if rule not in self.decisions)

    def as_json(self) -> dict[str, list[str]]:
        """Plain data for keeping the rules with an import; `from_json` reads it back."""
        return {rule: [made.choice, made.value] for rule, made in self.decisions.items()}

    @classmethod
    def from_json(cls, data: Mapping[str, list[str]]) -> Rules:
        return cls({rule: Decision(choice, value) for rule, (choice, value) in data.items() if rule in RULES})


def spec_of(rule: str) -> RuleSpec:
    """The rule of this id; TableError when there is none."""
    if rule not in RULES:
        raise TableError(
            message("There is no rule “{rule}”.", rule=rule), message("Rules: {names}.", names=listed(RULES))
        )
    return RULES[rule]


def rules_for(
    *, storefront_url: str | None = None, currency: str | None = None, region: str | None = None
) -> Rules:
    """The rules a profile already answers by its storefront, currency and country; what is unusable stays
    open."""
    rules = Rules()
    page = (storefront_url or "").rstrip("/") + "/products/{handle}"
    answers = (
        ("url", "template", page),
        ("currency", "value", currency or ""),
        ("region", "value", region or ""),
    )
    for rule, choice, value in answers:
        if value and _USABLE[rule](value):
            rules = rules.decide(rule, choice, value)
    return rules
