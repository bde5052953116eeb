"""The table of everything that can be wrong with a row; a Problem is one of them at one cell."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Generic, Literal, TypeVar

from svcconsole.api.models.common import Request
from svcconsole.tables.checking.rules import RULES
from svcconsole.words.message import Message, mark, mark_plural, message, number, plural, sentences

Level = Literal["error", "warning", "info"]
Loc = tuple[str | int, ...]
Made_co = TypeVar("Made_co", bound=Request, covariant=True)


@dataclass(frozen=True, slots=True)
class ProblemKind:
    """A kind of problem: level, a short title to group by, a headline for one and for many, why we ask.

    `sentence` is filled with what stands in the cell. `rule` names the rule of `rules.RULES` that answers all
    problems of this kind at once.
    """

    code: str
    level: Level
    title: str
    one: str
    many: str
    sentence: str
    why: str = ""
    rule: str | None = None

    def headline(self, count: int) -> Message:
        """What is wrong with how many: "12 prices cannot be read"."""
        return plural(self.one, self.many, count)


@dataclass(frozen=True, slots=True)
class Problem:
    """One problem at one cell: `row` is the data row's number, `column` the file's name (None: no column).

    `loc` is the place in the request as the models name it; `suggestion` a text for the cell that would
    settle it. `words` fill the sentence of its kind, `own` is said instead of that. The sentence is made
    where it is read: of a million rows that are checked, a page of them is.
    """

    code: str
    row: int
    column: str | None
    loc: Loc
    suggestion: str | None = None
    words: Mapping[str, object] = field(default_factory=dict)
    own: str = ""

    @property
    def level(self) -> Level:
        return KINDS[self.code].level

    @property
    def title(self) -> str:
        return KINDS[self.code].title

    @property
    def rule(self) -> str | None:
        """The rule that answers all problems of this kind at once."""
        return KINDS[self.code].rule

    @property
    def sentence(self) -> str:
        """What is wrong, with what stands in the cell."""
        return self.own or message(
            KINDS[self.code].sentence, **{name: written(value) for name, value in self.words.items()}
        )


def written(value: object) -> object:
    """A row's number or a length as it stands in a sentence: without signs between its thousands."""
    return number(value, grouped=False) if isinstance(value, int) else value


@dataclass(frozen=True, slots=True)
class Draft(Generic[Made_co]):
    """One record made of one or more rows.

    `body` is what the models take (python names, unset fields absent); `origin` says which cell (row number,
    column name) gave a place of it. `request` is the checked record, None while an error stands or all rows
    are left out. `left_out` are rows that a rule keeps out of the import; they are part of `rows`, too.
    `asked` says of how many cells each rule decides: under another answer of a rule that is not in it the
    draft is the same.
    """

    key: str
    rows: tuple[int, ...]
    body: dict[str, object]
    origin: dict[Loc, tuple[int, str]]
    problems: tuple[Problem, ...]
    request: Made_co | None
    left_out: tuple[int, ...] = field(default=())
    asked: Mapping[str, int] = field(default_factory=dict)


_GUESS = message("A guess could change what customers pay.")
_ERRORS = (
    ("id_missing", message("Row without a product id"),
     *mark_plural("One row has no product id", "{n} rows have no product id"),
     mark("The product id is empty."), message("Rows without an id could belong to any product.")),
    ("name_missing", message("Name missing"),
     *mark_plural("One product has no name", "{n} products have no name"),
     mark("The name is empty."), message("Customers see the name; it cannot be made up.")),
    ("price_missing", message("Price missing"),
     *mark_plural("One variant has no price", "{n} variants have no price"),
     mark("The price is empty."), _GUESS),
    ("price_letters", message("Letter in a price"),
     *mark_plural("One price has a letter in it", "{n} prices have letters in them"), "{why}",
     sentences(message("It looks like a zero or a one, but only you know."), _GUESS)),
    ("price_unreadable", message("Price cannot be read"),
     *mark_plural("One price cannot be read", "{n} prices cannot be read"), "{why}", _GUESS),
    ("price_damaged", message("Price damaged by a spreadsheet"),
     *mark_plural("One price lost digits in a spreadsheet", "{n} prices lost digits in a spreadsheet"),
     "{why}", message("The digits that are gone cannot be worked out.")),
    ("price_negative", message("Price below zero"),
     *mark_plural("One price is below zero", "{n} prices are below zero"),
     mark("The price {text} is below zero."), _GUESS),
    ("price_currencies", message("Two currencies for one variant"),
     *mark_plural("One variant has amounts in two currencies", "{n} variants have amounts in two currencies"),
     mark("This amount is in {found}, the price in {currency}."), _GUESS),
    ("parent_missing", message("Product of a variant missing"),
     *mark_plural("One variant belongs to a product that is not in the file",
         "{n} variants belong to products that are not in the file"),
     mark("The product “{text}” that this variant belongs to is not in the file."),
     message("A variant alone is no product.")),
    ("quantity_unreadable", message("Stock cannot be read"),
     *mark_plural("One stock number cannot be read", "{n} stock numbers cannot be read"), "{why}",
     message("A guess could sell what is not there.")),
    ("currency_unreadable", message("Currency not known"),
     *mark_plural("One currency is not known", "{n} currencies are not known"),
     mark("“{text}” is not a currency. A currency has three letters, such as EUR."), _GUESS),
    ("flag_unreadable", message("Yes or no expected"),
     *mark_plural("One cell is neither yes nor no", "{n} cells are neither yes nor no"),
     mark("“{text}” is neither TRUE nor FALSE."), ""),
    ("contact_missing", message("No e-mail and no phone number"),
     *mark_plural("One customer has neither e-mail nor phone number",
         "{n} customers have neither e-mail nor phone number"),
     mark("There is neither an e-mail address nor a phone number."),
     message("A store takes customers it can reach.")),
    ("phone_unreadable", message("Phone number cannot be read"),
     *mark_plural("One phone number cannot be read", "{n} phone numbers cannot be read"), "{why}",
     message("A guess would reach somebody else.")),
    ("phone_damaged", message("Phone number damaged"),
     *mark_plural("One phone number lost digits in a spreadsheet",
         "{n} phone numbers lost digits in a spreadsheet"), "{why}",
     message("The digits that are gone cannot be worked out, and a guess would reach somebody else.")),
    ("email_unreadable", message("E-mail address cannot be right"),
     *mark_plural("One e-mail address cannot be right", "{n} e-mail addresses cannot be right"), "{why}",
     message("A guess would reach somebody else.")),
    ("id_damaged", message("Customer id damaged"),
     *mark_plural("One customer id lost digits in a spreadsheet",
         "{n} customer ids lost digits in a spreadsheet"),
     mark("The customer id “{text}” was shortened by a spreadsheet; its digits are gone."),
     message("The missing digits cannot be worked out, and a guess would change another customer.")),
    ("id_repeated", message("Id used twice"),
     *mark_plural("One row repeats an id", "{n} rows repeat an id"),
     mark("The id “{text}” is already in row {first}."),
     message("Of two records with one id the later would replace the earlier.")),
    ("code_damaged", message("Id damaged"),
     *mark_plural("One id lost digits in a spreadsheet", "{n} ids lost digits in a spreadsheet"),
     mark("The id “{text}” was shortened by a spreadsheet; its digits are gone."),
     message("The missing digits cannot be worked out, and a guess would name something else.")),
    ("coordinate_unreadable", message("Place on the map cannot be read"),
     *mark_plural("One latitude or longitude cannot be read", "{n} latitudes or longitudes cannot be read"),
     mark("“{text}” is no latitude (−90 to 90) or longitude (−180 to 180)."), ""),
    ("recipient_missing", message("No phone number"),
     *mark_plural("One row has no phone number", "{n} rows have no phone number"),
     mark("There is no phone number to send to."), message("A message goes to a phone number.")),
    ("variable_blank", message("Variable without a value"),
     *mark_plural("One variable has no value", "{n} variables have no value"),
     mark("{wire} is blank in this row."), message("A template is taken with all of its variables only.")),
    ("template_misfit", message("Does not fit the template"),
     *mark_plural("One row does not fit its template", "{n} rows do not fit their template"), "{why}",
     message("The store refuses what a template does not ask for.")),
    ("callback_long", message("Tracking data too long"),
     *mark_plural("One tracking data is too long", "{n} tracking data are too long"),
     mark("The tracking data has {length}; beside the reference of run and row there "
         "is room for {room}."), ""),
    ("model", message("Not accepted"),
     *mark_plural("One cell is not accepted", "{n} cells are not accepted"), "{why}", ""),
)  # fmt: skip
_RULED = (
    ("price_ambiguous", "decimal", "{why}"),
    ("quantity_ambiguous", "decimal", "{why}"),
    ("sale_dated", "sale_dates", mark("The discounted price holds by a date: {dates}.")),
    ("price_zero", "price_zero", mark("The price is 0.")),
    (
        "discount_above_price",
        "price_discount",
        mark("The discounted price {text} is higher than the price {price}."),
    ),
    ("price_change", "price_change", mark("The store has {now} now; {after} is a change of {change} %.")),
    (
        "price_currency",
        "price_currency",
        mark("“{text}” names {found}, but the product is sold in {currency}."),
    ),
    (
        "price_currency_other",
        "price_currency",
        mark("The price is in {found}, the store has it in {currency} now."),
    ),
    (
        "price_currency_mixed",
        "price_currency",
        mark("The price is in {found}, others of the file are in {currency}."),
    ),
    ("quantity_missing", "quantity", mark("The stock number is empty.")),
    (
        "quantity_of_product",
        "quantity",
        mark("“{text}” says that the variant has no stock number of its own."),
    ),
    ("quantity_negative", "quantity_negative", mark("The stock number {text} is below zero.")),
    ("url_missing", "url", mark("The product has no product page.")),
    ("currency_missing", "currency", mark("The product has no currency.")),
    ("image_missing", "image", mark("No row of the product has a picture.")),
    ("picture_path", "picture_base", mark("“{text}” is the path of a picture, not its address.")),
    ("status_open", "status", mark("The shop has this product as “{text}”.")),
    ("phone_country", "region", mark("“{text}” has no country code.")),
    (
        "key_strangers",
        "shared",
        mark("“{what}” is in row {first}, too, which is somebody else."),
    ),
    ("name_blank", "name_blank", mark("{label} is empty.")),
    ("consent_open", "consent", mark("{label} is “{text}”.")),
    ("sku_missing", "sku_missing", mark("The SKU is empty.")),
    ("sku_repeated", "sku_repeated", mark("The SKU “{text}” is already in row {first}.")),
    (
        "sku_damaged",
        "sku_damaged",
        mark("The SKU “{text}” was shortened by a spreadsheet; its digits are gone."),
    ),
)
_WARNINGS = (
    ("moment_as_text", message("Date in another form"),
     *mark_plural("One date is sent as text", "{n} dates are sent as text"),
     mark("“{text}” is sent as text: it is not a date in the form 2026-01-31T08:00:00Z."),
     message("The store may not read it as a date.")),
    ("status_hidden", RULES["status"].title, RULES["status"].one, RULES["status"].many,
     mark("The shop has this product as “{text}”, not as one it shows; it is imported like the others."),
     RULES["status"].why, "status"),
    ("sku_renamed", message("SKU used twice"),
     *mark_plural("One variant gets a new id", "{n} variants get a new id"),
     mark("The SKU “{text}” is already in row {first}; this variant becomes “{new}”."),
     message("Two variants with one id would replace each other.")),
    ("compare_at_below", message("Compare-at price below the price"),
     *mark_plural("One compare-at price is below the price", "{n} compare-at prices are below the price"),
     mark("The compare-at price {text} is below the price {price}; it is not used."), ""),
    ("price_sign", message("Comma and point mixed"),
     *mark_plural("One price is written unlike the others", "{n} prices are written unlike the others"),
     mark("“{text}” is read as {number}; most other prices have a {mark}."), ""),
    *((f"{rule}_sent", RULES[rule].title, RULES[rule].one, RULES[rule].many,
       mark("It is sent as it is, as was answered."), RULES[rule].why, rule)
      for rule in ("price_zero", "price_discount", "price_change", "price_currency")),
    ("group_left_out", message("Group of other products"),
     *mark_plural("One group of other products is left out", "{n} groups of other products are left out"),
     mark("A group of other products has no price of its own; it is left out, its products are not."), ""),
    ("variant_absent", message("Variant listed and not there"),
     *mark_plural("One variant that a product lists is not in the file",
         "{n} variants that products list are not in the file"),
     mark("The product lists the variant “{sku}”, and no row has it."), ""),
    ("translation", message("Product in another language"),
     *mark_plural("One row says a product again in another language",
         "{n} rows say a product again in another language"),
     mark("This row says the product again for another language; it is left out."), ""),
    ("title_differs", message("Two names for one product"),
     *mark_plural("One row gives its product another name", "{n} rows give their product another name"),
     mark("“{text}” differs from “{first}”, the name in the product's first row."),
     message("Two products may have been given the same id.")),
    ("options_repeated", message("Two variants alike"),
     *mark_plural("One variant has the options of another", "{n} variants have the options of another"),
     mark("“{text}” is already in row {first}."), ""),
    ("option_unnamed", message("Option without a name"),
     *mark_plural("One option has no name", "{n} options have no name"),
     mark("“{text}” belongs to an option without a name; it is called “{name}”."), ""),
    ("barcode_damaged", message("Barcode damaged by a spreadsheet"),
     *mark_plural("One barcode lost digits in a spreadsheet", "{n} barcodes lost digits in a spreadsheet"),
     mark("“{text}” was shortened by a spreadsheet; its digits are gone."),
     message("Barcodes are not sent, but the file is worth exporting again.")),
    ("barcode_zeros", message("Barcode lost its zeros"),
     *mark_plural("One barcode lost its leading zeros", "{n} barcodes lost their leading zeros"),
     mark("“{text}” is “{full}” without its leading zeros."), ""),
    ("address_odd", message("Not a web address"),
     *mark_plural("One picture or page has no web address", "{n} pictures or pages have no web address"),
     mark("“{text}” is not a web address."), message("Customers would see nothing there.")),
    ("key_shared", message("Two rows for one customer"),
     *mark_plural("One row shares its customer with an earlier row",
         "{n} rows share their customer with an earlier row"),
     mark("“{what}” is in row {first}, too; both are sent, one after the other."),
     message("The later row writes over what the earlier one said.")),
    ("shared_left_out", RULES["shared"].title,
     *mark_plural("One row is left out for what it shares with somebody else",
         "{n} rows are left out for what they share with somebody else"),
     mark("“{what}” is in row {first}, too, which is somebody else; this row is not sent."),
     RULES["shared"].why, "shared"),
    ("shared_dropped", RULES["shared"].title,
     *mark_plural("One row is sent without what it shares with somebody else",
         "{n} rows are sent without what they share with somebody else"),
     mark("“{what}” is in row {first}, too, which is somebody else; this row is sent without it."),
     RULES["shared"].why, "shared"),
    ("phone_dropped", RULES["phone_wrong"].title,
     *mark_plural("One person is sent without a phone number", "{n} people are sent without a phone number"),
     mark("{why} It is left out."), RULES["phone_wrong"].why, "phone_wrong"),
    ("address_left_out", message("Address not complete"),
     *mark_plural("One address lacks something and is left out",
         "{n} addresses lack something and are left out"),
     mark("The address lacks {missing}; it is left out."),
     message("A store takes whole addresses only. What all of them lack can be set for the whole file.")),
    ("state_missing", RULES["address_state"].title,
     *mark_plural("One address without a state is left out", "{n} addresses without a state are left out"),
     mark("The address has no state; it is left out."), RULES["address_state"].why, "address_state"),
    ("state_unknown", message("Code of a state not known"),
     *mark_plural("One code of a state is not in ISO 3166-2", "{n} codes of states are not in ISO 3166-2"),
     mark("“{text}” is not in ISO 3166-2; it is sent as the state's name, too."), ""),
    ("country_differs", message("Two countries in one address"),
     *mark_plural("One address names two countries and is left out",
         "{n} addresses name two countries and are left out"),
     mark("“{country}” and “{code}” are two countries; the address is left out."), ""),
    ("phone_left_out", RULES["region"].title,
     *mark_plural("One phone number without a country is left out",
         "{n} phone numbers without a country are left out"),
     mark("“{text}” has no country code; it is left out."), RULES["region"].why, "region"),
    ("phone_unused", message("Number not in use"),
     *mark_plural("One phone number is not in use",
         "{n} phone numbers are not in use"),
     mark("“{text}” has the right length, but no phone company gives out such numbers."), ""),
    ("recipient_suppressed", message("On the suppression list"),
     *mark_plural("One recipient is on the suppression list", "{n} recipients are on the suppression list"),
     mark("{number} is on the suppression list; this row is not sent."),
     message("Whoever is on it gets nothing from a campaign.")),
    ("recipient_no_consent", message("Did not agree"),
     *mark_plural("One recipient did not agree", "{n} recipients did not agree"),
     mark("{column} does not say yes; this row is not sent."),
     message("The campaign says which column tells who agreed.")),
    ("recipient_consent_unknown", message("Consent cannot be read"),
     *mark_plural("The consent of one recipient cannot be read",
         "The consent of {n} recipients cannot be read"),
     mark("“{text}” in {column} is neither yes nor no; this row is not sent."),
     message("The campaign says which column tells who agreed.")),
    ("recipient_capped", message("Had enough offers lately"),
     *mark_plural("One recipient had enough offers lately", "{n} recipients had enough offers lately"),
     mark("One more would give {number} more than {offers} within {days}; this row is not sent."),
     message("The campaign says how many offers one person may get in how many days.")),
    ("recipient_repeated", RULES["recipient_repeated"].title, RULES["recipient_repeated"].one,
     RULES["recipient_repeated"].many, mark("{number} is already in row {first}; this row is not sent."),
     RULES["recipient_repeated"].why, "recipient_repeated"),
    ("recipient_again", message("Recipient twice in the file"),
     *mark_plural("One recipient gets a message more than once",
         "{n} rows go to a recipient of an earlier row"),
     mark("{number} is in row {first}, too; both are sent."), RULES["recipient_repeated"].why,
     "recipient_repeated"),
    ("recipient_lately", RULES["recipient_lately"].title, RULES["recipient_lately"].one,
     RULES["recipient_lately"].many,
     mark("{number} was sent {what} from here at {at} (UTC); this row is not sent."),
     RULES["recipient_lately"].why, "recipient_lately"),
    ("request_repeated", RULES["request_repeated"].title, RULES["request_repeated"].one,
     RULES["request_repeated"].many, mark("{what} is already in row {first}; this row is not sent."),
     RULES["request_repeated"].why, "request_repeated"),
    ("request_again", RULES["request_repeated"].title,
     *mark_plural("One row is sent a second time", "{n} rows are sent a second time"),
     mark("{what} is in row {first}, too; both are sent."), RULES["request_repeated"].why,
     "request_repeated"),
    ("request_lately", RULES["request_lately"].title, RULES["request_lately"].one,
     RULES["request_lately"].many, mark("{what} was sent from here at {at} (UTC); this row is not sent."),
     RULES["request_lately"].why, "request_lately"),
    ("text_gap", message("Gap in a text"),
     *mark_plural("One text has a gap where a cell is blank", "{n} texts have a gap where a cell is blank"),
     mark("“{name}” is blank here, and is part of {wire}."), message("Customers would see the gap.")),
    ("callback_units", message("Tracking data may be too long"),
     *mark_plural("One tracking data may be too long", "{n} tracking data may be too long"),
     mark("The tracking data has {length}, and {units} where an emoji counts as two; there is room for {room}"
         " beside the reference of run and row."),
     message("Nobody says how the service counts, so it may refuse this one.")),
    ("consent_unknown", message("Consent not understood"),
     *mark_plural("One consent is not set, its word is not known",
         "{n} consents are not set, their words are not known"),
     mark("“{text}” says neither yes nor no; {label} is not set."), message("Consent is never guessed.")),
    ("more_left_out", message("More than there is room for"),
     *mark_plural("One cell holds more than there is room for",
         "{n} cells hold more than there is room for"),
     mark("There is no room for “{text}”; it is left out."), ""),
    ("keyless", message("Nothing to find the record by"),
     *mark_plural("One row always makes a new record", "{n} rows always make new records"),
     mark("Without a customer id, a phone number and an e-mail address every import makes one more record."),
     ""),
    ("quantity_fraction", message("Stock is not a whole number"),
     *mark_plural("One stock number is not whole", "{n} stock numbers are not whole"),
     mark("The stock number {text} is not whole."), ""),
)  # fmt: skip
_INFOS = (
    ("trimmed", message("Spaces taken off"),
     *mark_plural("Spaces at the edge of one cell are left off",
         "Spaces at the edges of {n} cells are left off"), mark("Spaces at the edge are left off.")),
    ("name_parted", RULES["full_name"].title, RULES["full_name"].one, RULES["full_name"].many,
     mark("First name “{first}”, last name “{last}”."), RULES["full_name"].why, "full_name"),
    ("of_product", message("Row of a product with variants"),
     *mark_plural("One cell of a product is not sent, its variants have their own",
         "{n} cells of products are not sent, their variants have their own"),
     mark("“{label}” stands in each variant's row; what the product's row says is not sent.")),
    ("tag_own", message("Group of the address book's own"),
     *mark_plural("One group of the address book's own is no tag",
         "{n} groups of the address book's own are no tags"),
     mark("What begins with * in “{text}” is a group of the address book's own and no tag.")),
    ("price_of_product", message("Price of the product"),
     *mark_plural("One variant takes its product's price", "{n} variants take their product's price"),
     mark("Without a price of its own it takes its product's, {text}.")),
    ("text_differs", message("Two texts for one product"),
     *mark_plural("One row has another text for its product", "{n} rows have another text for their product"),
     mark("“{label}” differs from what the product's first row says, which is sent.")),
    ("blank_word", message("Word for a blank"),
     *mark_plural("One cell says that it is blank", "{n} cells say that they are blank"),
     mark("“{text}” is read as a blank cell.")),
    ("escaped_line", message("New lines written as a sign"),
     *mark_plural("One text has new lines written as a sign", "{n} texts have new lines written as a sign"),
     mark("“{text}” is read as a new line.")),
    ("escaped_comma", message("Comma written as a sign"),
     *mark_plural("One option has a comma written as a sign", "{n} options have a comma written as a sign"),
     mark("“{text}” is read as a comma.")),
    ("apostrophe", message("Apostrophe taken off"),
     *mark_plural("One code starts with a spreadsheet's apostrophe",
         "{n} codes start with a spreadsheet's apostrophe"),
     mark("“{text}” is read without its apostrophe.")),
    ("phone_written", message("Phone number in its full form"),
     *mark_plural("One phone number is sent in its full form",
         "{n} phone numbers are sent in their full form"), mark("“{text}” is sent as {number}.")),
    ("html", message("Description is HTML"),
     *mark_plural("One description is HTML", "{n} descriptions are HTML"),
     mark("The description is HTML and is sent as it is.")),
    ("sku_numbered", message("Variant without a SKU"),
     *mark_plural("One variant has no SKU", "{n} variants have no SKU"),
     mark("Without a SKU this variant becomes “{new}”.")),
    ("image_borrowed", message("Picture of the product"),
     *mark_plural("One variant takes its product's first picture",
         "{n} variants take their product's first picture"),
     mark("Without a picture of its own it takes the product's first.")),
    ("row_empty", message("Row without content"),
     *mark_plural("One row adds nothing to its product", "{n} rows add nothing to their product"),
     mark("The row has neither a variant nor a picture.")),
)  # fmt: skip


def _ruled(code: str, rule: str, sentence: str) -> ProblemKind:
    spec = RULES[rule]
    return ProblemKind(code, "error", spec.title, spec.one, spec.many, sentence, spec.why, rule)


KINDS: dict[str, ProblemKind] = {
    kind.code: kind
    for kind in (
        *(ProblemKind(code, "error", *words) for code, *words in _ERRORS),
        *(_ruled(*row) for row in _RULED),
        *(ProblemKind(code, "warning", *words) for code, *words in _WARNINGS),
        *(ProblemKind(code, "info", *words) for code, *words in _INFOS),
    )
}
"""Every kind by its code."""
DISPENSABLE = frozenset({"phone_damaged", "phone_unreadable", "email_unreadable", "coordinate_unreadable"})
"""What a record can do without: emptying the cell settles it."""
PERSONAL = DISPENSABLE | {"contact_missing", "id_damaged", "id_repeated"}
"""What is one person's own: the same text in several rows would be wrong."""
LEAVES_OUT = frozenset(
    {
        "recipient_suppressed",
        "recipient_capped",
        "recipient_consent_unknown",
        "recipient_no_consent",
        "recipient_repeated",
        "recipient_lately",
        "phone_left_out",
        "shared_left_out",
        "group_left_out",
        "request_repeated",
        "request_lately",
    }
)
"""Why a row that must not be sent twice is kept out of the import, said in the row's own words."""
