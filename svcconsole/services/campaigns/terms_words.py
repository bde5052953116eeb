"""What a campaign is held to, in sentences."""

from __future__ import annotations

from collections.abc import Iterator

from svcconsole.services.campaigns.terms import CampaignTerms, Limits, SendWindow, Split, StopRules
from svcconsole.words.message import Message, Number, listed, mark, message, number, plural

DAYS = (
    mark("Monday"), mark("Tuesday"), mark("Wednesday"), mark("Thursday"), mark("Friday"), mark("Saturday"),
    mark("Sunday"),
)  # fmt: skip


def terms_words(terms: CampaignTerms) -> list[Message]:
    """A sentence for each thing that was said; none where nothing was."""
    wave = terms.first_wave
    first = () if wave is None else (
        plural(
            "The first {n} person gets it, then the others once it is known to go well.",
            "The first {n} people get it, then the others once it is known to go well.",
            wave.people,
        ),
    )  # fmt: skip
    agreed = (message("Only those who agreed get it, by {column}.", column=terms.consent_column),)
    return [
        *_window(terms.window),
        *_limits(terms.limits),
        *_split(terms.split),
        *(agreed if terms.consent_column else ()),
        *first,
        *_stops(terms.stop),
    ]


def _window(window: SendWindow | None) -> Iterator[Message]:
    if window is None:
        return
    if window.starts_at:
        yield message("It starts at {utc} UTC.", utc=window.starts_at[:16].replace("T", " "))
    if (window.opens, window.closes) != (0, 24 * 60):
        yield message(
            "It goes out between {opens} and {closes} on each person’s own clock.",
            opens=_clock(window.opens),
            closes=_clock(window.closes),
        )
    if len(window.weekdays) < len(DAYS):
        yield message("It goes out on {days}.", days=listed([message(DAYS[day]) for day in window.weekdays]))
    if window.holidays:
        yield message("It does not go out on {days}.", days=listed(list(window.holidays)))


def _limits(limits: Limits) -> Iterator[Message]:
    if limits.number:
        yield message("It keeps to the limit of {number}.", number=limits.number)
    if limits.messages_per_second is not None:
        yield message("Messages that leave a second: {n} at most.", n=number(limits.messages_per_second, 1))
    if limits.cap_messages is not None:
        yield plural(
            "Nobody gets more than {n} message of marketing in {days} days.",
            "Nobody gets more than {n} messages of marketing in {days} days.",
            limits.cap_messages,
            days=limits.cap_days,
        )


def _split(split: Split) -> Iterator[Message]:
    if split.held_out:
        yield message("{share} in 100 get nothing, to compare with.", share=_in_100(split.held_out))
    whole = sum(arm.share for arm in split.arms)
    for arm in split.arms:
        share = _in_100(arm.share / whole)
        if arm.template:
            yield message(
                "{share} in 100 of those who get it get text {name}, the template “{template}”.",
                share=share, name=arm.name, template=arm.template,
            )  # fmt: skip
        else:
            yield message("{share} in 100 of those who get it get text {name}.", share=share, name=arm.name)


def _in_100(share: float) -> Number:
    """With decimals only where it is no whole number: a small group is not told as none."""
    of_100 = round(100 * share, 2)
    return number(of_100, 0 if of_100.is_integer() else 2)


def _stops(stop: StopRules) -> Iterator[Message]:
    if stop.failed_share is not None:
        share = number(stop.failed_share * 100, 0)
        yield message("It pauses once {share} in 100 fail for one reason.", share=share)
    if stop.in_doubt is not None:
        yield plural(
            "It pauses once {n} message is in doubt.",
            "It pauses once {n} messages are in doubt.",
            stop.in_doubt,
        )
    if stop.slower_by is not None:
        times = number(stop.slower_by, 1)
        yield message("It pauses once messages arrive {times} times slower than usual.", times=times)


def _clock(minutes: int) -> str:
    return f"{minutes // 60:02}:{minutes % 60:02}"
