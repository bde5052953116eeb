"""What a store's answer says of the one message it was sent."""

from __future__ import annotations

from collections.abc import Sequence

from svcconsole.services.landing import Landing
from svcconsole.services.single import answer_id
from svcconsole.workspace.ledger import Verdict, Waiting
from svcconsole.workspace.schema import ItemState

NAMED = "The store named it {0}."


def judge(piece: Sequence[Waiting], payload: object) -> Landing:
    """The engine's question: an answer that could be read accepts its message; its id is kept in words."""
    words = NAMED.format(answer_id(payload) or "nothing")
    return Landing(
        tuple(Verdict(item.seq, item.record_id, ItemState.ACKED, words, tries=item.tries) for item in piece),
        "ok",
        f"accepted. {words}",
    )
