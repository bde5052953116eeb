"""Words that other systems write into a cell that has no value: NULL, #N/A, #WERT!, a dash."""

from __future__ import annotations

import re
from typing import Final

_ERRORS: Final = {
    "English": "#N/A #n/a #NULL! #REF! #VALUE! #NAME? #DIV/0! #NUM! #CALC! #SPILL! #ERROR! #FIELD! #BLOCKED!"
    " #UNKNOWN! #CONNECT! #BUSY! #GETTING_DATA #EXTERNAL! #PYTHON! #TIMEOUT!",
    "German": "#NV #WERT! #BEZUG! #ZAHL! #ÜBERLAUF! #KALK! #FELD!",
    "French": "#VALEUR! #NOM? #NOMBRE! #NUL! #PROPAGATION! #CALCUL!",
    "Spanish": "#N/D #¡VALOR! #¡REF! #¿NOMBRE? #¡DIV/0! #¡NUM! #¡NULO! #¡DESBORDAMIENTO! #¡CALC!",
    "Italian": "#N/D #VALORE! #RIF! #NOME? #NULLO! #ESPANSIONE!",
    "Portuguese": "#N/D #VALOR! #NOME? #NÚM! #NULO! #DESPEJAR!",
    "Dutch": "#N/B #WAARDE! #VERW! #NAAM? #DEEL/0! #GETAL! #LEEG! #OVERLOOP!",
    "Polish": "#N/D #ARG! #ADR! #NAZWA? #DZIEL/0! #LICZBA! #ZERO!",
    "Russian": "#Н/Д #ЗНАЧ! #ССЫЛКА! #ИМЯ? #ДЕЛ/0! #ЧИСЛО! #ПУСТО! #ПЕРЕНОС! #ВЫЧИСЛ!",
    "Swedish": "#SAKNAS! #VÄRDEFEL! #REFERENS! #NAMN? #DIVISION/0! #OGILTIGT! #SKÄRNING!",
    "Danish": "#I/T #VÆRDI! #REFERENCE! #NAVN? #DIVISION/0!",
    "Norwegian": "#I/T #VERDI! #NAVN?",
    "Finnish": "#PUUTTUU! #ARVO! #VIITTAUS! #NIMI? #JAKO/0! #LUKU! #TYHJÄ!",
    "Czech": "#NENÍ_K_DISPOZICI #HODNOTA! #ODKAZ! #NÁZEV? #DĚLENÍ_NULOU! #ČÍSLO!",
    "Slovak": "#HODNOTA! #ODKAZ! #NÁZOV? #ČÍSLO!",
    "Hungarian": "#HIÁNYZIK #ÉRTÉK! #HIV! #NÉV? #ZÉRÓOSZTÓ! #SZÁM! #NULLA!",
    "Turkish": "#YOK #DEĞER! #BAŞV! #AD? #SAYI/0! #SAYI! #BOŞ! #TAŞMA! #HESAPLA!",
}
"""What Excel and Google Sheets write where a formula has no result, by language."""
NO_VALUE: Final = frozenset(
    {
        "NULL", "null", "(null)", "<null>", "[null]", "\\N", "<NA>", "NaN", "nan", "undefined",
        *(word for words in _ERRORS.values() for word in words.split()),
        *(f"Err:{number}" for number in range(501, 534)),
    }
)  # fmt: skip
"""Nobody means them as a text; a person can be called Null or Nan, so their case counts. Those with a number
are LibreOffice's."""
DASHES: Final = frozenset({"-", "--", "---", "–", "—", "N/A", "n/a", "n.a.", "N.A."})
"""No value either, except where any text has a meaning: an option of a product, a text of a message."""
_ZERO: Final = re.compile(r"\s*0+(?:[.,]0+)?\s*", re.ASCII)
LONGEST: Final = max(map(len, (*NO_VALUE, *DASHES)))


def is_blank_word(text: str, *, any_text: bool = False) -> bool:
    """Whether a cell says in a word that it is blank; where `any_text` has a meaning, a dash is one."""
    if len(text) > LONGEST + 4:
        return False
    word = text.strip()
    return word in NO_VALUE or (not any_text and word in DASHES)


def is_zero(text: str) -> bool:
    """Whether a cell is a 0, with or without decimals: what some systems write where there is no amount."""
    return _ZERO.fullmatch(text) is not None
