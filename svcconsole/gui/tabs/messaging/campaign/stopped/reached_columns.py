"""The columns of those whom a stopped campaign reached: person, phone, country, status, when."""

from __future__ import annotations

from svcconsole.gui.design.hiding import hidden_name
from svcconsole.gui.design.text import ltr, visible
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.contact_words import country_words, phone_text
from svcconsole.gui.kit.grid.table import ColumnSpec
from svcconsole.gui.kit.relative_time import clock_of, exact
from svcconsole.gui.kit.widgets.pills import Tick, tick_for
from svcconsole.services.campaigns.stopped_run import Reached

SENT = "sent"


def reached_columns() -> tuple[ColumnSpec[Reached], ...]:
    """In the order they were reached; nothing but that order is of use here."""
    return (
        ColumnSpec(
            key="person",
            title=tr("Person"),
            value=lambda each: hidden_name(visible(each.name)),
            kind="strong",
            width=180,
            stretch=True,
        ),
        ColumnSpec(
            key="phone",
            title=tr("Phone"),
            value=lambda each: each.phone,
            text=lambda each: ltr(visible(phone_text(each.phone, None))),
            width=160,
        ),
        ColumnSpec(
            key="country",
            title=tr("Country"),
            value=lambda each: country_words(each.country),
            width=150,
            drop=1,
        ),
        ColumnSpec(key="status", title=tr("Status"), value=_tick, kind="ticks", width=120),
        ColumnSpec(
            key="at",
            title=tr("Reached at"),
            value=lambda each: each.at,
            text=lambda each: clock_of(each.at, seconds=True) if each.at else "",
            width=100,
            tip=lambda each: exact(each.at) if each.at else None,
        ),
    )


def _tick(each: Reached) -> Tick:
    return tick_for(each.word or SENT)
