"""The columns of the panel's two tables: why messages failed, and the messages themselves."""

from __future__ import annotations

from collections.abc import Callable

from svcconsole.gui.design.text import ltr, visible
from svcconsole.gui.design.words import tr, tr_plural
from svcconsole.gui.kit.grid.table import ColumnSpec
from svcconsole.gui.kit.quantity_words import count
from svcconsole.gui.kit.relative_time import exact
from svcconsole.gui.panels.delivery import delivery_text
from svcconsole.services.deliveries.deliveries import Delivery
from svcconsole.services.deliveries.reasons import Failure
from svcconsole.services.deliveries.states import State

Reasons = tuple[ColumnSpec[Failure], ...]
Messages = tuple[ColumnSpec[Delivery], ...]


def reason_columns(most: Callable[[], int]) -> Reasons:
    """Reason, bar, how many, what to do, for good or not, code; `most` is the longest bar's number."""
    return (
        ColumnSpec(
            key="reason",
            title=tr("Reason"),
            value=delivery_text.reason_title,
            kind="strong",
            width=310,  # the longest reason is seen whole in a window as wide as it begins
            stretch=True,
        ),
        ColumnSpec(
            key="bar",
            title="",
            value=lambda each: [(each.times, "danger"), (max(0, most() - each.times), "")],
            kind="bar",
            width=60,
            stretch=True,
            drop=1,
            sortable=False,
        ),
        ColumnSpec(key="times", title=tr("Messages"), value=lambda each: each.times, kind="number", width=90),
        ColumnSpec(
            key="advice",
            title=tr("What to do"),
            value=lambda each: "" if each.explanation is None else tr(each.explanation.advice),
            width=270,
            drop=2,
            tone=lambda _: "text2",
        ),
        ColumnSpec(key="pill", title="", value=delivery_text.reason_pill, kind="pill", width=124),
        ColumnSpec(
            key="code",
            title=tr("Code"),
            value=lambda each: "" if each.code is None else str(each.code),
            kind="mono",
            width=80,
            drop=3,
        ),
    )


def message_columns(region: Callable[[], str | None]) -> Messages:
    """Person, phone, what was sent, how it stands since when, and why; `region()` is the store's now."""
    return (
        ColumnSpec(
            key="person", title=tr("Person"), value=lambda each: visible(each.name), kind="strong", width=150
        ),
        ColumnSpec(
            key="phone",
            title=tr("Phone"),
            value=lambda each: each.phone,
            text=lambda each: ltr(delivery_text.phone_of(each.phone, region())),
            width=170,
        ),
        ColumnSpec(
            key="status",
            title=tr("Status"),
            value=delivery_text.tick_of,
            kind="ticks",
            width=175,
            tone=lambda each: delivery_text.TONES.get(each.state),
            tip=_state_history,
        ),
        ColumnSpec(
            key="at",
            title=tr("At"),
            value=lambda each: each.state_at or each.at,
            text=lambda each: delivery_text.moment(each.state_at or each.at),
            width=90,
            tip=lambda each: exact(each.state_at or each.at),
        ),
        ColumnSpec(
            key="why",
            title=tr("Why, or what to know"),
            value=delivery_text.why_of,
            width=230,
            stretch=True,
            tone=lambda _: "text2",
            tip=lambda each: f"“{visible(each.why)}”" if each.why and each.state is State.FAILED else None,
        ),
        ColumnSpec(key="message", title=tr("Message"), value=_text, width=230, drop=1),
        ColumnSpec(
            key="clicks",
            title=tr("Clicks"),
            value=lambda each: each.clicks,
            text=lambda each: count(each.clicks) if each.clicks else "",
            kind="number",
            width=80,
            hidden=True,
        ),
        ColumnSpec(
            key="type", title=tr("Channel"), value=lambda each: visible(each.type), width=100, hidden=True
        ),
        ColumnSpec(
            key="receiver",
            title=tr("Receiver id"),
            value=lambda each: visible(each.receiver),
            kind="mono",
            width=140,
            hidden=True,
        ),
        ColumnSpec(
            key="id", title=tr("Message id"), value=lambda each: each.id, kind="mono", width=190, drop=2
        ),
    )


def _text(each: Delivery) -> str:
    return visible(each.title or each.words)


def _state_history(each: Delivery) -> str:
    """Every word of the store's with its moment, then clicks, the channel and the receiver it names."""
    lines = [f"“{visible(word)}” · {exact(at)}" for word, at in each.said]
    if each.clicks:
        lines.append(tr_plural("A link was opened {n} time", "A link was opened {n} times", each.clicks))
    lines += [tr("Channel: {type}", type=visible(each.type))] if each.type else []
    lines += [tr("Receiver id: {receiver}", receiver=visible(each.receiver))] if each.receiver else []
    return "\n".join(lines)
