"""The columns of a result's two tables: countries, and why messages failed."""

from __future__ import annotations

from collections.abc import Callable

from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.contact_words import country_words
from svcconsole.gui.kit.grid.table import ColumnSpec
from svcconsole.gui.panels.delivery import delivery_text
from svcconsole.gui.tabs.messaging.campaign.result.result_words import advice, percent
from svcconsole.services.campaigns.campaign_result import CountryFigures, FailureFigures


def country_columns(*, clicks: bool) -> tuple[ColumnSpec[CountryFigures], ...]:
    """Country, people, and the shares of what arrived, was read and clicked; those where webhooks tell."""
    return (
        ColumnSpec(
            key="country",
            title=tr("Country"),
            value=lambda each: country_words(each.code) if each.code else tr("No country"),
            kind="strong",
            width=130,
            stretch=True,
        ),
        ColumnSpec(
            key="people", title=tr("People"), value=lambda each: each.reached.people, kind="number", width=76
        ),
        ColumnSpec(
            key="delivered",
            title=tr("Delivered"),
            value=lambda each: _share(each.reached.delivered, each),
            text=lambda each: percent(_share(each.reached.delivered, each)),
            kind="money",
            width=92,
            tone=lambda each: "warning" if each.stands_out else None,
            look=lambda each: tr("Fewer arrived than in the other countries.") if each.stands_out else None,
        ),
        _share_column("read", tr("Read"), lambda each: each.reached.read),
        *((_share_column("clicked", tr("Clicked"), lambda each: each.reached.clicked),) if clicks else ()),
    )


def _share_column(key: str, title: str, of: Callable[[CountryFigures], int]) -> ColumnSpec[CountryFigures]:
    return ColumnSpec(
        key=key,
        title=title,
        value=lambda each: _share(of(each), each),
        text=lambda each: percent(_share(of(each), each)),
        kind="money",
        width=80,
    )


def _share(number: int, country: CountryFigures) -> float:
    return number / country.reached.people if country.reached.people else 0.0


def failure_columns(most: Callable[[], int]) -> tuple[ColumnSpec[FailureFigures], ...]:
    """Reason, bar, how many, what to do and from when, whether it may pass, code."""
    return (
        ColumnSpec(
            key="reason",
            title=tr("Reason"),
            value=lambda each: delivery_text.reason_title(each.failure),
            kind="strong",
            width=230,
            stretch=True,
        ),
        ColumnSpec(
            key="bar",
            title="",
            value=lambda each: [(each.failure.times, "danger"), (max(0, most() - each.failure.times), "")],
            kind="bar",
            width=120,
            drop=1,
            sortable=False,
        ),
        ColumnSpec(
            key="times", title=tr("People"), value=lambda each: each.failure.times, kind="number", width=76
        ),
        ColumnSpec(
            key="advice",
            title=tr("What to do"),
            value=advice,
            width=230,
            drop=2,
            tone=lambda _: "text2",
        ),
        ColumnSpec(
            key="pill",
            title="",
            value=lambda each: delivery_text.reason_pill(each.failure),
            kind="pill",
            width=140,
        ),
        ColumnSpec(
            key="code",
            title=tr("Code"),
            value=lambda each: "" if each.failure.code is None else str(each.failure.code),
            kind="mono",
            width=76,
            drop=3,
        ),
    )
