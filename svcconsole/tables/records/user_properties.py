"""Builds user property entries from rows: one entry per row with its 17 fields."""

from __future__ import annotations

from svcconsole.api.models.user_properties import UserProperty
from svcconsole.tables.checking.problems import Draft
from svcconsole.tables.checking.rules import Rules
from svcconsole.tables.mapping.plain_fields import OF_ENTRY
from svcconsole.tables.records.customer_grouping import CustomerGroups
from svcconsole.tables.records.customer_record import Person, PersonBuilder
from svcconsole.tables.values.moments import is_iso

YES = frozenset(
    {"true", "yes", "1", "y", "subscribed", "opted in", "opt in", "granted", "oui", "ja", "sí", "sì"}
)
NO = frozenset(
    {"false", "no", "0", "n", "unsubscribed", "opted out", "opt out", "denied", "non", "nein", "nee"}
)
"""All words a consent is read from; nothing is ever inferred from another one."""
_MOMENTS = {"created_at": "createdAt", "updated_at": "updatedAt"}
_TEXTS = {
    "source": "source",
    "address1": "address1",
    "address2": "address2",
    "city": "city",
    "state": "state",
    "country": "country",
    **_MOMENTS,
}
_NAMES = (("first_name", "firstName"), ("last_name", "lastName"))
_CONSENTS = (
    ("email_marketing_consent", "emailMarketingConsent"),
    ("sms_marketing_consent", "smsMarketingConsent"),
)


def builder(found: CustomerGroups, rules: Rules) -> PersonBuilder[UserProperty]:
    """Builds the entries of a surveyed file."""
    return PersonBuilder(_entry, found, rules)


def consent(text: str) -> bool | None:
    """What a cell says of consent; None for every word that is not known."""
    word = " ".join(text.casefold().replace("_", " ").replace("-", " ").split())
    return True if word in YES else False if word in NO else None


def _entry(person: Person) -> Draft[UserProperty]:
    if not _names(person):
        return person.closed(UserProperty, everything=True)
    person.identity()
    if person.shared():
        return person.left_out_whole(UserProperty)
    person.texts(_TEXTS)
    _moments(person)
    _contacts(person)
    if person.emptied and "partner_customer_id" not in person.body:
        return person.left_out_whole(UserProperty)
    for place, path in _CONSENTS:
        _consent(person, place, path)
    person.tags()
    person.findings.fill(person.body, OF_ENTRY, person.first)
    if (
        not person.findings.refused
        and not {"partner_customer_id", "phone_number", "email"} & person.body.keys()
    ):
        person.findings.add_problem("keyless", person.head, "partnerCustomerId", ())
    return person.closed(UserProperty)


def _moments(person: Person) -> None:
    """A moment that is written otherwise is sent as it stands, which is said (decisions, row 33)."""
    for place, path in _MOMENTS.items():
        text, row = person.first(path)
        if text and not is_iso(text):
            person.findings.add_problem("moment_as_text", row, path, (place,), text=text)


def _consent(person: Person, place: str, path: str) -> None:
    """A consent the file states in a word that is known, once somebody has said that it is one."""
    text, row = person.first(path)
    if not text:
        return
    label, said = person.findings.label(path), consent(text)
    if said is None:
        person.findings.add_problem("consent_unknown", row, path, (place,), text=text, label=label)
        return
    made = person.findings.decided("consent")
    if made is None:
        person.findings.add_problem("consent_open", row, path, (place,), text=text, label=label)
    elif made.choice == "as_said":
        person.set_value(place, path, said, row)


def _names(person: Person) -> bool:
    """Both names; False when a rule leaves rows without one out."""
    names = person.names()
    for (place, path), text in zip(_NAMES, names, strict=True):
        if text:
            continue
        made = person.findings.decided("name_blank")
        if made is not None and made.choice == "leave_out":
            return False
        if made is None:
            label = person.findings.label(path)
            person.findings.add_problem("name_blank", person.head, path, (place,), label=label)
        else:
            person.body[place] = ""
    return True


def _contacts(person: Person) -> None:
    """A number, a second one and an e-mail address; for more there is no field, and they are listed."""
    numbers, row = person.phones("phoneNumber", ("phone_number",))
    if numbers:
        person.set_value("phone_number", "phoneNumber", numbers[0], row)
    others, beside = person.phones("alternatePhoneNumber", ("alternate_phone_number",))
    second = [one for one in (*others, *numbers[1:]) if one not in numbers[:1]]
    if second:
        person.set_value("alternate_phone_number", "alternatePhoneNumber", second[0], beside)
    emails, at = person.emails("email", ("email",))
    if emails:
        person.set_value("email", "email", emails[0], at)
    person.drop_shared()
    for path, where, rest in (("phoneNumber", row, second[1:]), ("email", at, emails[1:])):
        for text in dict.fromkeys(rest):
            person.findings.add_problem("more_left_out", where, path, (), text=text)
