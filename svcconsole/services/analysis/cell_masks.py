"""Masks of cells as SQL of the analysis: what an export holds of people while they are hidden."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from svcconsole.words import masking
from svcconsole.words.masking import DOTS

MaskKind = Literal["name", "phone", "email", "address"]
_KINDS: dict[masking.Mask, MaskKind] = {
    masking.mask_name: "name",
    masking.mask_phone: "phone",
    masking.mask_email: "email",
    masking.mask_address: "address",
}
_EMAIL = r"[^\s@<>\"(),;:]+@[^\s@<>\"(),;:]+\.\w+"
_PHONE = r"(?:\+|\b00)[ ().\-/]{0,3}(?:\d[ ().\-/]{0,3}){6,16}\d|\b\d(?:[ ().\-/]{0,3}\d){9,14}\b"
_DAY = r"^\d{4}-\d\d-\d\d([T ].*)?$"


def masks_of_columns(names: Sequence[str], among: Sequence[str]) -> tuple[MaskKind | None, ...]:
    """The masks of the columns called `names`, of a table that has those called `among`."""
    found = dict(zip(among, masking.masks_of(among), strict=True))
    return tuple(None if (mask := found.get(name)) is None else _KINDS[mask] for name in names)


def masked_cell(value: str, mask: MaskKind | None) -> str:
    """SQL for a masked cell; without a mask the phone numbers and e-mails in it are."""
    match mask:
        case "name":
            made = rf"regexp_replace({value}, '(\S)\S*', '\1{DOTS}', 'g')"
        case "phone":
            made = f"'•••• ' || right(regexp_replace({value}, '[^0-9]', '', 'g'), 2)"
        case "email":
            made = f"left({value}, 1) || '{DOTS}@{DOTS}'"
        case "address":
            made = f"'{DOTS}'"
        case None:
            emails = f"regexp_replace({value}, '{_EMAIL}', '{DOTS}@{DOTS}', 'g')"
            phones = f"regexp_replace({emails}, '{_PHONE}', '••••', 'g')"
            made = f"CASE WHEN regexp_matches({value}, '{_DAY}') THEN {value} ELSE {phones} END"
    return f"CASE WHEN trim({value}) = '' THEN {value} ELSE {made} END"
