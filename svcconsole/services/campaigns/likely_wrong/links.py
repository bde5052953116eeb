"""The links of a campaign that may be opened to see whether they work: each once, and none made for a person.

Opening a link can do something (confirm, unsubscribe, count a visit), so whatever differs from person to
person is left alone.
"""

from __future__ import annotations

import asyncio
import re
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from typing import Final
from urllib.parse import urlsplit

from svcconsole.api.downloads import Downloader
from svcconsole.api.errors import ApiError, NotDownloaded, RefusedHere
from svcconsole.api.network import Network
from svcconsole.services.campaigns.message_template_fields import path_of
from svcconsole.services.messaging.appearance.variables import PLACE
from svcconsole.services.messaging.templates.model import LocalTemplate, TemplateCard
from svcconsole.services.messaging.templates.placeholders import slots
from svcconsole.words.message import message

_LINK: Final = re.compile(r"https?://[^\s<>\"'`]+")
_MADE_FOR_ONE: Final = re.compile(r"(?=[\w-]*\d)[\w-]{6,}\Z", re.ASCII)
"""A part of an address that looks like a number, a token or a phone."""
MOST_KEPT: Final = 500
"""Of a field with more different links than this, and not many people for each, every link is a person's."""
MOST_ROWS: Final = 50
MOST_OPENED: Final = 40
AT_ONCE, SECONDS, IN_ALL_SECONDS = 4, 8.0, 40.0
OPEN_FOR_PEOPLE: Final = frozenset({401, 403, 405, 406, 429, 503})
"""What a page answers to a program that it would show to a person."""


def links_in(text: str) -> list[str]:
    """The web addresses in a text, without the mark that ends its sentence."""
    return [found.rstrip("*_~.,;:!?)»”") for found in _LINK.findall(text)] if "://" in text else []


def fixed_links(template: LocalTemplate) -> list[str]:
    """The links that stand in a template as they are, for everybody."""
    texts: list[str] = []
    parts: tuple[TemplateCard, ...] = (template, *template.cards)
    for part in parts:
        texts += [part.header_text, part.body, *(button.url or "" for button in part.buttons)]
    texts.append(template.footer or "")
    return list(dict.fromkeys(link for text in texts for link in links_in(text) if not PLACE.search(link)))


def button_links(template: LocalTemplate) -> Mapping[str, tuple[str, str]]:
    """What stands before and after the part of a button's address that a row fills, by the field's path."""
    found: dict[str, tuple[str, str]] = {}
    for slot in slots(template):
        if slot.what == "url":
            path = path_of(template, slot)
            part: TemplateCard = template if slot.card is None else template.cards[slot.card]
            url = part.buttons[int(path.removesuffix(".data").rpartition(".")[2])].url or ""
            place = PLACE.search(url)
            found[path] = (url[: place.start()], url[place.end() :]) if place else (url, "")
    return found


class FieldLinks:
    """The links that one field fills, over the rows."""

    def __init__(self) -> None:
        self._rows: defaultdict[str, list[int]] = defaultdict(list)
        self._people: defaultdict[str, int] = defaultdict(int)
        self._total = 0
        self._personal = False

    def add(self, link: str, row: int) -> None:
        """One row's link."""
        self._total += 1
        if self._personal:
            return
        self._people[link] += 1
        if len(self._rows[link]) < MOST_ROWS:
            self._rows[link].append(row)
        if len(self._people) > MOST_KEPT and len(self._people) * 2 > self._total:
            self._personal = True
            self._rows.clear()
            self._people.clear()

    def shared(self) -> Iterator[tuple[str, int, list[int]]]:
        """The links for more than one person, how many people have each, and the first of their rows.

        One that a single person has among many that share theirs is a slip rather than a key, unless it looks
        like one.
        """
        if self._personal or len(self._people) * 2 > self._total:
            return
        for link, people in self._people.items():
            if people > 1 or not _looks_personal(link):
                yield link, people, self._rows[link]


Opened = Mapping[str, str]
"""What is wrong with a link, blank where it opens."""


async def open_links(
    links: Sequence[str],
    network: Network,
    told: Callable[[Opened], Awaitable[None]],
    *,
    allow_loopback: bool = False,
) -> None:
    """Fetch each link once, at most `MOST_OPENED` and for at most 40 s in all; `told` hears each answer.

    A link without an answer in time is not told of: nobody can say that it fails.
    """
    turns = asyncio.Semaphore(AT_ONCE)

    async def opened(downloads: Downloader, link: str) -> None:
        async with turns:
            sentence = await _failure(downloads, link, allow_loopback=allow_loopback)
        if sentence is not None:
            await told({link: sentence})

    async with Downloader(network=lambda: network) as downloads:
        try:
            async with asyncio.timeout(IN_ALL_SECONDS), asyncio.TaskGroup() as tasks:
                for link in links[:MOST_OPENED]:
                    tasks.create_task(opened(downloads, link))
        except TimeoutError:
            return


async def _failure(downloads: Downloader, link: str, *, allow_loopback: bool) -> str | None:
    """What is wrong with a link, blank where it opens; None for one that is not opened from here."""
    try:
        async with downloads.file(link, allow_loopback=allow_loopback, seconds=SECONDS):
            return ""
    except RefusedHere:
        return None
    except NotDownloaded as error:
        if error.status in OPEN_FOR_PEOPLE:
            return ""
        return message("The link does not open ({status}).", status=str(error.status))
    except ApiError as error:
        return message("The link does not open: {reason}", reason=error.sentence)


def _looks_personal(link: str) -> bool:
    parts = urlsplit(link)
    if parts.query or parts.fragment or "@" in link:
        return True
    return any(_MADE_FOR_ONE.match(part) for part in parts.path.split("/"))
