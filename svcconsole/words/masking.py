"""Masks of what tells who somebody is: a name, a phone number, an e-mail, an address, and texts with them in.

What is masked stays masked when it is masked again. Enough is left of it to tell two rows of a list apart,
and no more: "A••• R•••", "•••• 10", "a•••@•••".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final

DOTS: Final = "•••"
Mask = Callable[[str], str]

_WORD = re.compile(r"[^\s\d!-&(-,./:-@\[-`{-~«»“”„…·–—•\u2000-\u206f]+")
"""A run of letters of any script, with the marks that some are written with."""
_SEPARATED = r"[ \u00a0\u202f().\-/\u200e]{0,3}"
_PHONE = re.compile(
    rf"(?<![\w•.])(?:(?:\+|\b00){_SEPARATED}(?:\d{_SEPARATED}){{6,16}}\d"
    rf"|\(?\d(?:{_SEPARATED}\d){{9,14}})(?![\w•])"
)
_DATE = re.compile(r"(?:\d{4}[-./]\d{1,2}[-./]\d{1,2}|\d{1,2}[-./]\d{1,2}[-./]\d{4})(?!\d)")
_OF_EMAIL = r"[^\s@<>\"'(),;:•\u2066-\u2069]+"
_EMAIL = re.compile(rf"{_OF_EMAIL}@{_OF_EMAIL}\.[^\W_]+")
_APART = re.compile(r"[^a-z0-9]+")
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


def mask_name(text: str) -> str:
    """The first letter of each word."""
    return " ".join(word[:1] + DOTS for word in text.replace(DOTS, "").split())


def mask_phone(text: str) -> str:
    """The last two digits."""
    digits = [each for each in text if each.isdecimal()]
    return f"•••• {''.join(digits[-2:])}" if digits else text and DOTS


def mask_email(text: str) -> str:
    """The first letter."""
    return f"{text[:1]}{DOTS}@{DOTS}" if text.strip() else text


def mask_address(text: str) -> str:
    """Nothing of it."""
    return DOTS if text.strip() else text


def mask_text(text: str) -> str:
    """A text with the phone numbers and e-mails in it masked."""
    if "@" in text:
        text = _EMAIL.sub(lambda found: mask_email(found[0]), text)
    return _PHONE.sub(_phone_in_text, text) if any(map(str.isdecimal, text)) else text


def _phone_in_text(found: re.Match[str]) -> str:
    return found[0] if _DATE.match(found[0]) else mask_phone(found[0])


_NAMES = (
    "firstname lastname givenname familyname surname fullname middlename customername "
    "contactname recipientname personname displayname cognome vorname nachname apellido "
    "apellidos prenom person recipient receiver customer contact whom buyer"
)
_PHONES = (
    "phone phonenumber mobile mobilenumber cell cellphone tel telephone telefon telefono whatsapp "
    "whatsappnumber contactidentifier msisdn recipientphone customerphone handy"
)
_EMAILS = "email emailaddress mail emails customeremail"
_ADDRESSES = (
    "address address1 address2 street street1 street2 addressline1 addressline2 postcode postalcode "
    "zip zipcode pincode city town landmark floornumber buildingname houseno housenumber company "
    "latitude longitude"
)
_MASKS: Final[Mapping[str, Mask]] = {
    **dict.fromkeys(_NAMES.split(), mask_name),
    **dict.fromkeys(_PHONES.split(), mask_phone),
    **dict.fromkeys(_EMAILS.split(), mask_email),
    **dict.fromkeys(_ADDRESSES.split(), mask_address),
}
_OF_PEOPLE: Final = frozenset(
    {"customer", "contact", "person", "recipient", "user", "billing", "shipping", "agent", "client", "buyer"}
)
"""Before a name that things have, too, they say that it is a person's."""
_OF_THINGS: Final = frozenset(
    {
        "product", "variant", "template", "campaign", "catalog", "flow", "file", "event", "brand", "channel",
        "report", "company", "store", "tag",
    }
)  # fmt: skip
_MERE_NAMES: Final = frozenset({"name", "full name", "nome", "nombre", "nom"})
_SECOND: Final = frozenset(
    {"secondary", "alternate", "other", "default", "new", "old", "primary", "home", "work", "your"}
)


@lru_cache(maxsize=4096)
def mask_of(heading: str) -> Mask | None:
    """The mask of a column or a field by what it is called: "Customer Name", "phoneNumber", "Shipping City";
    None where that names nothing of a person. A mere "Name" may be a product's (`masks_of`)."""
    words = [word for word in _APART.split(_HUMP.sub(" ", heading).casefold()) if word]
    if not words or any(word in _OF_THINGS for word in words):
        return None
    whole = [word for word in words if word not in _SECOND and word not in _OF_PEOPLE]
    for joined in ("".join(words), "".join(whole)):
        for written in (joined, joined.removesuffix("s"), joined.rstrip("0123456789")):
            if (found := _MASKS.get(written)) is not None:
                return found
    # "Phone of the buyer", "Name (WhatsApp)": the first word that tells.
    return next((_MASKS[word] for word in whole if word in _MASKS and _MASKS[word] is not mask_name), None)


def masks_of(headings: Sequence[str]) -> tuple[Mask | None, ...]:
    """The masks of the columns of one table; "Name" is a person's where others of its columns are."""
    masks = tuple(map(mask_of, headings))
    if not any(masks):
        return masks
    return tuple(
        mask_name if mask is None and heading.strip().casefold() in _MERE_NAMES else mask
        for heading, mask in zip(headings, masks, strict=True)
    )


def mask_fields(value: object, mask: Mask | None = None, *, text: Mask = mask_text) -> object:
    """A record as JSON has it, its texts masked by the names of their fields; the rest by `text`."""
    if isinstance(value, str):
        return (mask or text)(value)
    if isinstance(value, Mapping):
        kind = str(value.get("assetName", ""))
        inner = {"assetValue": mask_of(kind)} if kind else {}
        masks = masks_of([str(key) for key in value])
        return {
            key: mask_fields(each, inner.get(key) or own or mask, text=text)
            for (key, each), own in zip(value.items(), masks, strict=True)
        }
    if isinstance(value, Sequence) and not isinstance(value, bytes):
        return [mask_fields(each, mask, text=text) for each in value]
    if mask is mask_phone and isinstance(value, int) and not isinstance(value, bool):
        return mask_phone(str(value))
    return value


class KnownNames:
    """Names of people that were seen: in a text they are masked wherever they stand."""

    def __init__(self) -> None:
        self._whole: set[tuple[str, ...]] = set()
        self._words: set[str] = set()
        self._firsts: set[str] = set()

    def learn(self, names: Iterable[str]) -> None:
        """Mask these names from now on."""
        for name in names:
            words = tuple(_WORD.findall(name))
            if DOTS in name or not words:
                continue
            self._whole.add(words)
            self._firsts.add(words[0])
            self._words.update(
                word for word in words if len(word) > 1 and not (word.isascii() and word.islower())
            )

    def forget(self) -> None:
        """Know nobody."""
        self._whole.clear()
        self._words.clear()
        self._firsts.clear()

    def mask_whole(self, text: str) -> str:
        """Mask names of several words: fit for texts that hold words of the program's own."""
        found = list(_WORD.finditer(text)) if self._whole else []
        out, done, at = [], 0, 0
        while at < len(found):
            if found[at][0] in self._firsts:
                for count in range(min(5, len(found) - at), 1, -1):
                    if tuple(each[0] for each in found[at : at + count]) in self._whole:
                        out += [text[done : found[at].start()]]
                        out += [mask_name(text[found[at].start() : found[at + count - 1].end()])]
                        done = found[at + count - 1].end()
                        at += count - 1
                        break
            at += 1
        return "".join((*out, text[done:])) if out else text

    def mask_words(self, text: str) -> str:
        """Mask every word that is in somebody's name: fit for texts of the store's and of people."""
        if not self._words:
            return text
        return _WORD.sub(lambda found: mask_name(found[0]) if found[0] in self._words else found[0], text)
