"""The words for each kind of damage to phone numbers: a title, what can be known, a headline, the reason."""

from __future__ import annotations

from dataclasses import dataclass

from svcconsole.tables.values.phone_repair import Damage
from svcconsole.words.message import Message, mark, mark_plural, message, plural


@dataclass(frozen=True, slots=True)
class Words:
    """What is said of one kind; `one` and `many` are its headline, `why` names a `{text}` that has it."""

    title: str
    sub: str
    one: str
    many: str
    why: str

    def headline(self, count: int) -> Message:
        return plural(self.one, self.many, count)


_WORDS = (
    (Damage.STARTS_ZERO, message("Starts with 0, no country"), message("The country makes it whole"),
     *mark_plural("One phone number starts with 0 and lacks the country’s code",
         "{n} phone numbers start with 0 and lack the country’s code"),
     mark("“{text}” is written the way people dial at home: the 0 gives way to the country’s code. Where "
         "that makes no number that can exist, the row stays as it is.")),
    (Damage.LOST_ZERO, message("0 at the start lost"), message("The country makes it whole"),
     *mark_plural("One phone number lost the 0 it began with",
         "{n} phone numbers lost the 0 they began with"),
     mark("A spreadsheet takes the 0 off the start of what it holds for a quantity. With the country’s code "
         "before it, “{text}” is whole again.")),
    (Damage.LOST_PLUS, message("Plus at the start lost"), message("The country’s code is there"),
     *mark_plural("One phone number lost its plus", "{n} phone numbers lost their plus"),
     mark("“{text}” begins with a country’s code, and with a plus before it, it is a number in use. Where it "
         "could be another number at home as well, the row stays as it is.")),
    (Damage.NO_COUNTRY, message("No country’s code"), message("The country makes it whole"),
     *mark_plural("One phone number has no country’s code", "{n} phone numbers have no country’s code"),
     mark("“{text}” is another person’s number in another country. Once its country is known it is whole.")),
    (Damage.EXIT_CODE, message("Dialled from abroad"), message("00 or 011 instead of the plus"),
     *mark_plural("One phone number begins as it is dialled from abroad",
         "{n} phone numbers begin as they are dialled from abroad"),
     mark("“{text}”: 00, 011 and their like are dialled in place of the plus; the country’s code follows.")),
    (Damage.COMPUTED, message("Turned into a decimal number"), message("All digits are there"),
     *mark_plural("One phone number was turned into a decimal number",
         "{n} phone numbers were turned into decimal numbers"),
     mark("“{text}” was taken for a quantity. All of its digits are still there, so it can be written as a "
         "phone number again.")),
    (Damage.TWO_NUMBERS, message("Two numbers in one cell"), message("Which one is the mobile?"),
     *mark_plural("One cell holds several phone numbers", "{n} cells hold several phone numbers"),
     mark("“{text}”: where exactly one of them is a mobile it comes first, and the others stay beside it. "
         "Where that cannot be told, the row stays as it is.")),
    (Damage.LABEL, message("Words beside the number"), message("Can be removed safely"),
     *mark_plural("One phone number has words beside it", "{n} phone numbers have words beside them"),
     mark("“{text}”: words before or after a number are no part of it.")),
    (Damage.EXTENSION, message("With an extension"), message("Messages cannot reach it"),
     *mark_plural("One phone number has an extension", "{n} phone numbers have an extension"),
     mark("“{text}”: messages cannot reach an extension. Without it, it is the number of the whole house.")),
    (Damage.DIGITS_LOST, message("Digits lost in a spreadsheet"), message("Cannot be worked out"),
     *mark_plural("One phone number lost its last digits in a spreadsheet",
         "{n} phone numbers lost their last digits in a spreadsheet"),
     mark("“{text}” has only its first digits left. The rest cannot be worked out, and guessing would reach "
         "a stranger.")),
    (Damage.TOO_SHORT, message("Too short for its country"), message("Digits are missing"),
     *mark_plural("One phone number is too short", "{n} phone numbers are too short"),
     mark("“{text}”: digits are missing, and nobody knows which. A guess would reach somebody else.")),
    (Damage.TOO_LONG, message("Too long for its country"), message("Too many digits"),
     *mark_plural("One phone number is too long", "{n} phone numbers are too long"),
     mark("“{text}” has too many digits, and nobody knows which. A guess would reach somebody else.")),
    (Damage.LETTERS, message("Letters in it"), message("Which digit was meant?"),
     *mark_plural("One phone number has letters in it", "{n} phone numbers have letters in them"),
     mark("“{text}”: a letter may stand for a digit, and nobody knows for which. A guess would reach "
         "somebody else.")),
    (Damage.UNREADABLE, message("No phone number"), message("Cannot be worked out"),
     *mark_plural("One cell is no phone number", "{n} cells are no phone numbers"),
     mark("No number that can exist can be made out of “{text}”.")),
)  # fmt: skip
WORDS: dict[Damage, Words] = {damage: Words(*words) for damage, *words in _WORDS}
"""What is said of each kind, in the order of `Damage`."""
