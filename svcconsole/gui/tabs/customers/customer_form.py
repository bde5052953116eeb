"""The customer form: sections, editors, checks of phones and e-mails, what a replacement removes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from svcconsole.api.models.customers import UpsertCustomer
from svcconsole.gui.design.words import mark, tr
from svcconsole.gui.kit.contact_words import phone_words, phones_words
from svcconsole.gui.kit.forms.editors.field_editors import SwitchEditor
from svcconsole.gui.kit.forms.editors.numbers import number_text
from svcconsole.gui.kit.forms.fields import FieldSpec
from svcconsole.gui.kit.forms.form import Form, FormRules
from svcconsole.gui.kit.forms.layout import Section
from svcconsole.gui.kit.forms.problems import Loc, Problem
from svcconsole.gui.tabs.customers.addresses_editor import GIVEN, AddressesEditor
from svcconsole.services.customers.customers import (
    CONTACT_LISTS,
    CONTACTS,
    EMAIL,
    HIDDEN,
    PHONE,
    is_found,
    left_out,
    numbers_taken_off,
    stays,
    update_of,
    vanishing,
)
from svcconsole.tables.values.emails import email_problem
from svcconsole.tables.values.phones import Phone, PhoneProblem, read_phone

Values = dict[str, Any]
PHONES = ("phone_number", "secondary_phone_number", "alternate_phone_numbers")
EMAILS = ("email", "secondary_email", "alternate_emails")
IDS = ("partner_customer_id", "partner_address_id")
Writer = Callable[[str], str]
NUMBERS: Mapping[str, str] = {
    "latitude": mark(
        "Address {number}: The service cannot empty the latitude. Put back {held}, or type another one."
    ),
    "longitude": mark(
        "Address {number}: The service cannot empty the longitude. Put back {held}, or type another one."
    ),
}
FOUND_BY: Mapping[tuple[str, ...], tuple[str, str]] = {
    ("phone_number", "email"): (
        mark("It has no external id: the store finds it by phone or e-mail, so leave one as it is."),
        mark(
            "Without an external id, the store finds this customer by phone or e-mail. With both changed, "
            "it makes a second customer. Change one and save, then change the other."
        ),
    ),
    ("phone_number",): (
        mark("It has no external id: the store finds it by phone, so leave the phone as it is."),
        mark(
            "Without an external id, the store finds this customer by phone. With the phone changed, it "
            "makes a second customer. Add an e-mail address and save, then change the phone."
        ),
    ),
    ("email",): (
        mark("It has no external id: the store finds it by e-mail, so leave the e-mail as it is."),
        mark(
            "Without an external id, the store finds this customer by e-mail. With the e-mail changed, it "
            "makes a second customer. Add a phone number and save, then change the e-mail."
        ),
    ),
    (): (
        mark("It has no external id, phone or e-mail, so the store cannot find it to change it."),
        mark(
            "The store has no external id, phone or e-mail of this customer to find it by. Saving would "
            "make a second customer. Change this one in your dashboard."
        ),
    ),
}
"""By the contacts that the store has of a customer without an external id: what to leave as it is, and what
is said where it was changed."""


class ReplaceEditor(SwitchEditor):
    """Adding or replacing: absent means adding, so there is no third state."""

    spans = True

    def __init__(self, spec: FieldSpec) -> None:
        super().__init__(spec)
        self.box.setTristate(False)
        self.box.setText(tr("Replace the other phones and e-mails the store has by these"))

    def value(self) -> bool | None:
        return True if self.box.isChecked() else None


def customer_form(
    region: Callable[[], str | None], *, existing: bool, external: bool, fixed_tags: bool = False
) -> Form[UpsertCustomer]:
    """The form of a customer; `external`: it has an external id, which then stays, as `fixed_tags` do.
    `region()` says where numbers without a country code belong now."""

    form: Form[UpsertCustomer] = Form(
        UpsertCustomer,
        sections=(
            Section(tr("Who"), (("first_name",), ("last_name",), ("partner_customer_id",), ("tags",))),
            Section(
                tr("How to reach"),
                (
                    ("phone_number",),
                    ("email",),
                    ("secondary_phone_number",),
                    ("secondary_email",),
                    ("alternate_phone_numbers",),
                    ("alternate_emails",),
                    ("over_write_assets",),
                ),
            ),
            Section(tr("Addresses"), (("addresses",),)),
        ),
        needed={"email": mark("A customer needs an e-mail address or a phone number.")},
        factories={"over_write_assets": ReplaceEditor, "addresses": AddressesEditor},
        labels={
            "partner_customer_id": tr("External id"),
            "phone_number": tr("WhatsApp and phone"),
            "email": tr("E-mail"),
            "secondary_phone_number": tr("Second phone"),
            "secondary_email": tr("Second e-mail"),
            "alternate_phone_numbers": tr("More phones"),
            "alternate_emails": tr("More e-mails"),
            "over_write_assets": tr("Replace the other phones and e-mails"),
        },
        leave_out=HIDDEN,
    )

    def check(values: Values) -> list[Problem]:
        before = form.read()
        found = [*_contacts(before, values, region()), *_replaced(before, values)]
        found += _addresses(before, values)
        return [*found, *not_found(before, as_sent(before, values, region()))] if existing else found

    # What is typed is compared with what was read: the rules look into the form they belong to.
    form.rules = FormRules(
        check=check,
        stays=lambda values, loc: stays(form.read(), values, loc),
        sent=lambda values: update_of(form.read(), as_sent(form.read(), values, region())),
    )
    if existing and external:
        form.editors["partner_customer_id"].lock()
        form.fields["partner_customer_id"].set_locked(tr("fixed once created"))
    else:
        form.fields["partner_customer_id"].set_help(
            tr("Your own id for this customer. With it an update can be repeated safely.")
        )
    if fixed_tags:
        form.editors["tags"].lock()
        form.fields["tags"].set_locked(tr("not changed here"))
        form.fields["tags"].set_help(
            tr(
                "The store gives these tags in a form that cannot be sent back, so they stay as they are. "
                "Change them in your dashboard."
            )
        )
    form.problems_changed.connect(lambda: _say_countries(form, region()))
    return form


def as_sent(before: Values, after: Values, region: str | None) -> Values:
    """The values with what was typed written as the store wants it: a phone number as + and digits, an id or
    e-mail address without the blanks around it."""
    writers: dict[str, Writer] = dict.fromkeys((*EMAILS, *IDS), str.strip)
    writers |= dict.fromkeys(PHONES, partial(_written, region=region))
    made = _rewritten(before, after, writers)
    held = {entry.get(GIVEN): entry for entry in before.get("addresses") or ()}
    made["addresses"] = after.get("addresses") and [
        _rewritten(held.get(entry.get(GIVEN), {}), entry, writers) for entry in after["addresses"]
    ]
    return made


def _rewritten(before: Values, after: Values, writers: Mapping[str, Writer]) -> Values:
    """The values with what was typed written anew, field by field; what the store has stays as it has it."""
    made = dict(after)
    for name, write in writers.items():
        value, held = after.get(name), before.get(name)
        if isinstance(value, list):
            made[name] = [each if each in (held or ()) else write(each) for each in value]
        elif value and value != held:
            made[name] = write(value)
    return made


def found_by_words(before: Values) -> str:
    """What the store finds this customer by, where it has no external id; blank where it has one."""
    return "" if before.get("partner_customer_id") else tr(FOUND_BY[_known_contacts(before)][0])


def not_found(before: Values, sent: Values) -> list[Problem]:
    """The update that would make a second customer, as nothing is left that the store finds this one by."""
    if is_found(before, sent):
        return []
    known = _known_contacts(before)
    return [Problem((known[0] if known else "email",), tr(FOUND_BY[known][1]))]


def _known_contacts(before: Values) -> tuple[str, ...]:
    return tuple(name for name in CONTACTS if before.get(name))


def _written(text: str, region: str | None) -> str:
    found = read_phone(text, region)
    return found.e164 if isinstance(found, Phone) else text


def _say_countries(form: Form[UpsertCustomer], region: str | None) -> None:
    values = form.values()
    for name in PHONES:
        value = values.get(name)
        many = isinstance(value, list)
        form.fields[name].set_counter(
            phones_words(value or (), region) if many else phone_words(value or "", region)
        )


def _contacts(before: Values, values: Values, region: str | None) -> Iterator[Problem]:
    """What was typed and is no phone number or e-mail; what the store has so is told, and may stay."""
    for loc, text, known in _texts(PHONES, "phone_number", before, values):
        found = read_phone(text, region)
        if isinstance(found, PhoneProblem):
            yield Problem(loc, found.sentence, warning=known)
        elif not found.given and not known:
            yield Problem(
                loc,
                tr(
                    "{shown} has the right length, but no phone company gives out such numbers.",
                    shown=found.shown,
                ),
                warning=True,
            )
    for loc, text, known in _texts(EMAILS, "email", before, values):
        problem = email_problem(text)
        if problem is not None:
            yield Problem(loc, problem, warning=known)


def _texts(
    names: Sequence[str], of_address: str, before: Values, values: Values
) -> Iterator[tuple[Loc, str, bool]]:
    """Every phone number, or e-mail, that is set: where it stands, and whether the store has it there."""
    for name in names:
        value, held = values.get(name), before.get(name)
        if isinstance(value, list):
            yield from (((name, index), text, text in (held or ())) for index, text in enumerate(value))
        elif value:
            yield (name,), value, value == held
    held_in = {entry.get(GIVEN): entry.get(of_address) for entry in before.get("addresses") or ()}
    for index, entry in enumerate(values.get("addresses") or ()):
        if text := entry.get(of_address):
            yield ("addresses", index, of_address), text, text == held_in.get(entry.get(GIVEN))


def _replaced(before: Values, values: Values) -> Iterator[Problem]:
    """What vanishes by replacing; what does not vanish without it."""
    gone = vanishing(before, values)
    for name, kind in CONTACT_LISTS.items():
        if kind not in gone:
            continue
        listed = ", ".join(gone[kind])
        if values.get("over_write_assets"):
            sentence = tr("Replacing: {contacts} will vanish from the store.", contacts=listed)
            yield Problem(("over_write_assets",), sentence, warning=True)
        else:
            sentence = tr(
                "{contacts} stays in the store: it only adds, unless all are replaced.", contacts=listed
            )
            yield Problem((name,), sentence)


def _addresses(before: Values, values: Values) -> Iterator[Problem]:
    kept = {entry.get(GIVEN) for entry in values.get("addresses") or ()}
    for entry in before.get("addresses") or ():
        if entry.get(GIVEN) and entry[GIVEN] not in kept:
            yield Problem(
                ("addresses",),
                tr(
                    "{address}: the service has no way to remove an address; it may stay in the store.",
                    address=entry.get("address1") or entry[GIVEN],
                ),
                warning=True,
            )
    for index, name, held in numbers_taken_off(before, values):
        sentence = tr(NUMBERS[name], number=index + 1, held=number_text(held))
        yield Problem(("addresses", index, name), sentence)
    for index in left_out(before, values):
        yield Problem(
            ("addresses", index),
            tr(
                "Address {number}: it stays as the store has it. It is not sent along, as the service "
                "would refuse it.",
                number=index + 1,
            ),
            warning=True,
        )


def gone_words(before: Values, values: Values) -> list[str]:
    """The phones and e-mails that saving takes away, one line each."""
    if not values.get("over_write_assets"):
        return []
    gone = vanishing(before, values)
    words = {PHONE: mark("Phone {value}"), EMAIL: mark("E-mail {value}")}
    return [tr(words[kind], value=value) for kind, values_ in gone.items() for value in values_]
