"""The question before a campaign starts: its plan in one sentence, and a typed count for large ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from svcconsole.gui.design.words import sentences, tr, tr_plural
from svcconsole.gui.kit.contact_words import country_words
from svcconsole.gui.kit.number_question import TYPED_ABOVE, NumberTyped
from svcconsole.gui.kit.practise_first import practised
from svcconsole.gui.kit.quantity_words import count, limited, rows
from svcconsole.gui.panels.importer.write_consent import may_write
from svcconsole.services.campaigns.views import Audience

if TYPE_CHECKING:
    from svcconsole.gui.runtime.console import Console

MOST_COUNTRIES = 5


def plan_words(outlook: Audience, limit: int | None) -> str:
    """Who gets it, what is held back and how fast it goes, in sentences."""
    named = [
        tr(
            "{messages} to {country}",
            messages=count(each.messages),
            country=country_words(each.code) or tr("no country"),
        )
        for each in outlook.countries[:MOST_COUNTRIES]
    ]
    rest = outlook.countries[MOST_COUNTRIES:]
    if rest:
        named.append(
            tr_plural(
                "{value} to {n} more country",
                "{value} to {n} more countries",
                len(rest),
                value=count(sum(each.messages for each in rest)),
            )
        )
    held = outlook.rows - outlook.ready
    sentences = [", ".join(named) + "."]
    if held:
        sentences.append(tr("{rows} of the file are not sent.", rows=rows(held)))
    if limit is not None:
        sentences.append(tr("They go {limited}.", limited=limited(limit)))
    sentences.append(tr("What has left cannot be called back."))
    return " ".join(sentences)


async def may_start(
    console: Console, parent: QWidget, outlook: Audience, limit: int | None, verb: str
) -> bool:
    """Whether it may: as the store's safe level asks, and above a number once that number was typed."""
    many, card = outlook.ready > TYPED_ABOVE, console.card
    if not await practised(parent, card):
        return False
    asked = card.safe_level in ("read-only", "name") or not many
    if asked and not await may_write(parent, card, verb, plan_words(outlook, limit)):
        return False
    if not many:
        return True
    question = tr_plural("Send {n} message?", "Send {n} messages?", outlook.ready)
    text = sentences(plan_words(outlook, limit), tr("Type how many messages it is to go on."))
    return await NumberTyped(parent, question, text, outlook.ready, verb).asked()
