"""The encodings a text file can have: their names, the languages written in them, how often they are met."""

from __future__ import annotations

from dataclasses import dataclass

from svcconsole.tables.reading.twice_codec import TAKEN_FOR, TWICE
from svcconsole.words.message import Message, message


@dataclass(frozen=True, slots=True)
class CodePage:
    """One encoding: its codec in Python, the name people know, its standard's name and languages for display.

    `languages` are those of the letter statistics, `guests` those of them that are mostly written in another
    encoding; `rare` is what it costs (in nats) before a byte is seen:
    0 what Windows writes today, more for what only older or other systems write.
    """

    codec: str
    name: Message
    standard: str
    spoken: Message
    languages: tuple[str, ...]
    rare: float = 0.0
    guests: tuple[str, ...] = ()


_WEST = ("de", "fr", "es", "pt", "it", "nl", "sv", "da", "nb", "fi", "is", "et", "ca", "ga", "sq")
_MIDDLE = ("pl", "cs", "sk", "hu", "sl", "hr", "ro", "sq", "de")
_CYRILLIC = ("ru", "uk", "be", "bg", "sr", "mk")
_WESTERN = message("German, French, Spanish")
_CENTRAL = message("Polish, Czech, Hungarian")
_RUSSIAN = message("Russian, Ukrainian, Bulgarian")
_GREEK = message("Greek")
_TURKISH = message("Turkish")
_HEBREW = message("Hebrew")
_ARABIC = message("Arabic, Persian")
_BALTIC = message("Lithuanian, Latvian, Estonian")
_BALTS = ("lt", "lv", "et", "pl", "de", "fi")
_BALT_GUESTS = ("pl", "de", "fi")
_MID_GUESTS = ("de", "sq")

PAGES = (
    CodePage("cp1252", message("Western Europe, Windows"), "Windows-1252", _WESTERN, _WEST),
    CodePage("iso8859_15", message("Western Europe, newer"), "ISO 8859-15", _WESTERN, _WEST, 2),
    CodePage("latin_1", message("Western Europe, older"), "ISO 8859-1", _WESTERN, _WEST, 3),
    CodePage("cp850", message("Western Europe, DOS"), "CP 850", _WESTERN, _WEST, 4),
    CodePage("cp858", message("Western Europe, DOS with €"), "CP 858", _WESTERN, _WEST, 5),
    CodePage("cp437", message("United States, DOS"), "CP 437", _WESTERN, _WEST, 5),
    CodePage("mac_roman", message("Western Europe, old Mac"), "Mac Roman", _WESTERN, _WEST, 4),
    CodePage("cp1250", message("Central Europe, Windows"), "Windows-1250", _CENTRAL, _MIDDLE, 0, _MID_GUESTS),
    CodePage("iso8859_2", message("Central Europe, older"), "ISO 8859-2", _CENTRAL, _MIDDLE, 2, _MID_GUESTS),
    CodePage("cp852", message("Central Europe, DOS"), "CP 852", _CENTRAL, _MIDDLE, 4, _MID_GUESTS),
    CodePage("mac_latin2", message("Central Europe, old Mac"), "Mac CE", _CENTRAL, _MIDDLE, 5, _MID_GUESTS),
    CodePage("iso8859_16", message("Romania, older"), "ISO 8859-16", message("Romanian"), ("ro",), 20),
    CodePage("mac_croatian", message("Croatia, old Mac"), "Mac Croatian", message("Croatian, Slovenian"),
             ("hr", "sl"), 7),
    CodePage("mac_romanian", message("Romania, old Mac"), "Mac Romanian", message("Romanian"), ("ro",), 7),
    CodePage("cp1251", message("Cyrillic, Windows"), "Windows-1251", _RUSSIAN, _CYRILLIC),
    CodePage("koi8_r", message("Cyrillic, Unix"), "KOI8-R", message("Russian"), ("ru", "bg"), 3),
    CodePage("koi8_u", message("Cyrillic, Unix, Ukrainian"), "KOI8-U", message("Ukrainian"),
             ("ru", "uk", "be"), 4),
    CodePage("cp866", message("Cyrillic, DOS"), "CP 866", _RUSSIAN, _CYRILLIC, 4),
    CodePage("cp855", message("Cyrillic, older DOS"), "CP 855", _RUSSIAN, _CYRILLIC, 6),
    CodePage("cp1125", message("Cyrillic, DOS, Ukrainian"), "CP 1125", message("Ukrainian"), ("uk",), 6),
    CodePage("iso8859_5", message("Cyrillic, older"), "ISO 8859-5", _RUSSIAN, _CYRILLIC, 3),
    CodePage("mac_cyrillic", message("Cyrillic, old Mac"), "Mac Cyrillic", _RUSSIAN, _CYRILLIC, 5),
    CodePage("kz1048", message("Kazakh, Windows"), "KZ-1048", message("Kazakh"), ("kk",), 5),
    CodePage("cp1253", message("Greek, Windows"), "Windows-1253", _GREEK, ("el",)),
    CodePage("iso8859_7", message("Greek, older"), "ISO 8859-7", _GREEK, ("el",), 2),
    CodePage("cp737", message("Greek, DOS"), "CP 737", _GREEK, ("el",), 5),
    CodePage("cp869", message("Greek, older DOS"), "CP 869", _GREEK, ("el",), 6),
    CodePage("mac_greek", message("Greek, old Mac"), "Mac Greek", _GREEK, ("el",), 6),
    CodePage("cp1254", message("Turkish, Windows"), "Windows-1254", _TURKISH, ("tr",)),
    CodePage("iso8859_9", message("Turkish, older"), "ISO 8859-9", _TURKISH, ("tr",), 2),
    CodePage("cp857", message("Turkish, DOS"), "CP 857", _TURKISH, ("tr",), 4),
    CodePage("mac_turkish", message("Turkish, old Mac"), "Mac Turkish", _TURKISH, ("tr",), 6),
    CodePage("cp1255", message("Hebrew, Windows"), "Windows-1255", _HEBREW, ("he",)),
    CodePage("iso8859_8", message("Hebrew, older"), "ISO 8859-8", _HEBREW, ("he",), 2),
    CodePage("cp862", message("Hebrew, DOS"), "CP 862", _HEBREW, ("he",), 4),
    CodePage("cp1256", message("Arabic, Windows"), "Windows-1256", _ARABIC, ("ar", "fa")),
    CodePage("iso8859_6", message("Arabic, older"), "ISO 8859-6", _ARABIC, ("ar",), 2),
    CodePage("cp720", message("Arabic, DOS"), "CP 720", _ARABIC, ("ar",), 5),
    CodePage("mac_arabic", message("Arabic, old Mac"), "Mac Arabic", _ARABIC, ("ar",), 6),
    CodePage("cp1257", message("Baltic, Windows"), "Windows-1257", _BALTIC, _BALTS, 3, _BALT_GUESTS),
    CodePage("iso8859_13", message("Baltic, older"), "ISO 8859-13", _BALTIC, _BALTS, 3, _BALT_GUESTS),
    CodePage("iso8859_4", message("Baltic and Nordic, older"), "ISO 8859-4", _BALTIC, _BALTS, 4,
             _BALT_GUESTS),
    CodePage("cp775", message("Baltic, DOS"), "CP 775", _BALTIC, _BALTS, 5, _BALT_GUESTS),
    CodePage("iso8859_10", message("Nordic, older"), "ISO 8859-10", message("Swedish, Danish, Icelandic"),
             ("sv", "da", "nb", "fi", "is", "et", "lt", "lv"), 6, ("et", "lt", "lv")),
    CodePage("cp865", message("Nordic, DOS"), "CP 865", message("Danish, Norwegian"), ("da", "nb", "sv"), 5,
             ("sv",)),
    CodePage("cp861", message("Iceland, DOS"), "CP 861", message("Icelandic"), ("is",), 6),
    CodePage("mac_iceland", message("Iceland, old Mac"), "Mac Icelandic", message("Icelandic"), ("is",), 6),
    CodePage("cp860", message("Portugal, DOS"), "CP 860", message("Portuguese"), ("pt",), 5),
    CodePage("cp863", message("Canada, DOS"), "CP 863", message("French"), ("fr",), 6),
    CodePage("iso8859_14", message("Celtic, older"), "ISO 8859-14", message("Irish, Welsh"), ("ga", "cy"), 6),
    CodePage("iso8859_3", message("Southern Europe, older"), "ISO 8859-3", message("Maltese, Esperanto"),
             ("mt", "eo"), 6),
    CodePage("cp1258", message("Vietnamese, Windows"), "Windows-1258", message("Vietnamese"), ("vi",)),
    CodePage("cp874", message("Thai, Windows"), "Windows-874", message("Thai"), ("th",)),
    CodePage("cp932", message("Japanese, Windows"), "Shift-JIS", message("Japanese"), ("ja",)),
    CodePage("euc_jp", message("Japanese, Unix"), "EUC-JP", message("Japanese"), ("ja",), 2),
    CodePage("gb18030", message("Chinese, simplified"), "GB 18030", message("Chinese"), ("zh",)),
    CodePage("big5", message("Chinese, traditional"), "Big5", message("Chinese"), ("zh_TW",)),
    CodePage("cp949", message("Korean"), "EUC-KR", message("Korean"), ("ko",)),
)  # fmt: skip
"""Every legacy encoding that is scored, common ones of a language first."""

BY_CODEC = {page.codec: page for page in PAGES}
TWO_BYTES = frozenset(("cp932", "euc_jp", "gb18030", "big5", "cp949"))
"""Encodings in which a sign takes two bytes or more."""

_SEVEN_BITS = {
    "iso2022_jp_2": message("Japanese mail (ISO-2022-JP)"),
    "hz": message("Chinese mail (HZ)"),
}
UNICODE = {
    "utf-8": message("UTF-8"),
    "utf-16-le": message("UTF-16"),
    "utf-16-be": message("UTF-16 (big endian)"),
    "utf-32-le": message("UTF-32"),
    "utf-32-be": message("UTF-32 (big endian)"),
}

NAMES: dict[str, Message] = {
    **UNICODE,
    **{page.codec: message("{name} ({standard})", name=page.name, standard=page.standard) for page in PAGES},
    **_SEVEN_BITS,
    **{
        codec: message("UTF-8, written twice by way of {standard}", standard=BY_CODEC[page].standard)
        for codec, page in TAKEN_FOR.items()
    },
    TWICE: message("UTF-8, written twice"),
}
"""The encodings a person can choose from, by codec name."""
