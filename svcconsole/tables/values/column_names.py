"""Tells from a column's name whether its digits are a name (an id, a phone, a code) or money."""

from __future__ import annotations

import re
from typing import Final

_WORDS: Final = re.compile(r"[^\W\d_]+")
_CAMEL: Final = re.compile(r"(?<=[a-zà-ÿ])(?=[A-ZÀ-Þ])|(?<=[A-Z])(?=[A-Z][a-z])")


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


IDENTITY: Final = _set(
    """
    id ids uid uuid guid key phone phones mobile tel telephone fax cell whatsapp msisdn imei iban
    zip zipcode postcode postal postalcode code codes sku skus ean gtin upc isbn asin barcode
    barcodes pin serial tracking reference ref token timestamp epoch unix order invoice receipt ticket
    booking plz postleitzahl telefon telefono teléfono téléphone handy mobil mobiltelefon rufnummer
    codigo código cp siret
    """
)
"""Words of names whose values tell things apart; nobody adds them up, whatever digits they have."""
NUMBERS: Final = frozenset({"number", "no", "nr", "num", "nummer", "numero", "número", "numéro"})
"""Words that make an identity of what stands before them: order number, customer no."""
QUANTITIES: Final = _set(
    """
    count counts total totals sum amount amounts price prices cost costs revenue sales value values qty
    quantity quantities average avg mean median percent percentage share rate ratio score size weight
    seconds minutes hours days items lines units discount shipping fee fees calls messages clicks opens
    customers sent used
    """
)
"""Words that make a quantity of an identity: order total, phone calls, tax amount."""
MONEY: Final = _set(
    """
    amount amounts price prices cost costs revenue turnover balance fee fees paid refund refunded
    refunds spent spend total subtotal discount shipping payout salary sales betrag preis umsatz prix
    montant precio importe
    """
)
SHARES: Final = frozenset({"percent", "percentage", "rate", "ratio", "share"})
"""Words that make a share of an amount: discount percent."""


def words_of(name: str) -> list[str]:
    """The words of a column's name in lower case: `orderId`, `order_id` and `Order ID` have the same."""
    return [word.casefold() for word in _WORDS.findall(_CAMEL.sub(" ", name))]


def names_identity(name: str) -> bool:
    """Whether a column is called like what tells things apart: an id, a phone, a code, an order number."""
    words = words_of(name)
    if not words or not QUANTITIES.isdisjoint(words):
        return False
    numbered = len(words) > 1 and words[-1] in NUMBERS
    compound = any(word.endswith(("nummer", "nr")) and len(word) > 6 for word in words)
    return numbered or compound or not IDENTITY.isdisjoint(words)


def names_money(name: str) -> bool:
    """Whether a column is called like an amount of money: `amount`, `unit price`, `revenue`."""
    words = words_of(name)
    return not MONEY.isdisjoint(words) and SHARES.isdisjoint(words) and not names_identity(name)
