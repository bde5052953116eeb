"""Faults of the store and of the line, met by a read, by a save that may be repeated, by a message."""

from __future__ import annotations

import shlex
from collections.abc import Awaitable, Callable
from itertools import count
from typing import NamedTuple

from svcconsole.api.errors import Outcome
from svcconsole.sandbox.faults.fault_syntax import from_words
from svcconsole.sandbox.faults.kinds import KINDS
from svcconsole.tour import messaging, products
from tests.journeys.mistakes.hands import Hands, Mistake
from tests.journeys.mistakes.typed import new_product_left
from tests.sandbox.faults.test_kinds import CASES
from tests.support.coroutines import until

TO = "+4915123456700"
LATER = "retryAfter"
"""Waiting as long as a store asks is tested elsewhere: here it would only take its time."""
BESIDE = {"executed=yes": "it carried the request out", "executed=no": "it did not carry the request out"}
_turn = count(1)


async def read_products(hands: Hands, fault: str) -> None:
    """Refresh the list of products."""
    tab = products.catalog(hands.stage)
    await new_product_left(hands)
    await hands.look()
    switch_on(hands, fault)
    tab.products_page.refresh.click()
    await hands.rest()


async def save_product(hands: Hands, fault: str) -> None:
    """Change the name of a product and save it."""
    tab = products.catalog(hands.stage)
    await new_product_left(hands)
    identity = next(iter(tab.products.rows))
    await hands.window.console.db(lambda space: space.drafts.delete(f"products:{identity}"))
    tab.edit_product(identity)
    page = await until(lambda: products.editor_page(tab))
    await hands.stage.type(page.form.editors["name"].widget, f"Planter, number {next(_turn)}")
    await page.keep_draft()
    await hands.look()
    switch_on(hands, f"{fault} operation=products/createOrUpdate")
    page.save.click()
    await hands.rest()


async def send_message(hands: Hands, fault: str) -> None:
    """Write to somebody."""
    tab = messaging.messaging(hands.stage)
    await hands.rest()
    page = tab.message_page
    if page.doubt is not None:
        page.decision.arrived.click()
        await until(lambda: page.doubt is None)
        await hands.rest()
    await hands.stage.type(page.form.editors["contact_identifier"].widget, TO)
    page.form.apply("message", f"The aprons are back, number {next(_turn)}.")
    await page.keep_draft()
    await hands.look()
    switch_on(hands, fault)
    page.save.click()
    await hands.rest()


def switch_on(hands: Hands, words: str) -> None:
    body = from_words(words).model_dump(by_alias=True, exclude_unset=True)
    hands.store.control("POST", "/faults", body)


class Action(NamedTuple):
    """What somebody presses, as a heading of the table."""

    words: str
    act: Callable[[Hands, str], Awaitable[None]]


ACTIONS = (
    Action("The store or the line fails while products are read", read_products),
    Action("The store or the line fails while a product is saved", save_product),
    Action("The store or the line fails while a message is sent", send_message),
)


def named(fault: str) -> str:
    """The fault in words, with what sets it apart from others of its kind."""
    kind, _, rest = fault.partition(" ")
    given = [word for word in shlex.split(rest) if not word.startswith(("executed", "seconds"))]
    says = KINDS[kind].says.removesuffix(".")
    if kind == "status":
        code = given.pop(0).removeprefix("code=") if given else "503"
        says = f"The store answers with the status code {code}"
    beside = [BESIDE[word] for word in rest.split() if word in BESIDE] + given
    return f"{says} ({', '.join(beside)})" if beside else says


def _fails(fault: str, at: int) -> bool:
    return CASES[fault][0][at] is not Outcome.OK and LATER not in fault


def _met(act: Callable[[Hands, str], Awaitable[None]], fault: str) -> Callable[[Hands], Awaitable[None]]:
    return lambda hands: act(hands, fault)


ROWS = {
    action.words: tuple(
        Mistake(named(fault), _met(action.act, fault)) for fault in CASES if _fails(fault, at)
    )
    for at, action in enumerate(ACTIONS)
}


def in_the_gate(section: str) -> tuple[Mistake, ...]:
    """A third of the faults for each action, another third for each."""
    at = list(ROWS).index(section)
    return ROWS[section][at :: len(ROWS)]
