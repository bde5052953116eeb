"""The texts of a page that sends something once."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SendingText:
    """`question` is asked of one of which nobody knows. `arrived` and `again` answer it.

    `sending` stands on the button while it is on its way, `first_decide` says why the button waits. `send`
    and `once_more` name it in a live store's question. `elsewhere`: it is on its way from another window;
    `was_sent`: what was in the form was sent meanwhile. `twice` asks whether the same goes a second time:
    question, what that means, and the answers yes and no; `twice_named` is what it means where the one sent
    before has a name, `twice_of_run` where a run sent it, `soon` the question and what it means where a run
    is about to.

    `question`, `was_sent` and what `twice`, `twice_of_run` and `soon` mean are marked sources, said when
    their places are known: `when` it left, its `title`, `named` by the id the store gave it, the `run`, its
    `file` and the `row`.
    """

    question: str
    arrived: str
    again: str
    sending: str
    first_decide: str
    send: str
    once_more: str
    elsewhere: str
    was_sent: str
    twice: tuple[str, str, str, str]
    twice_of_run: str
    soon: tuple[str, str]
    twice_named: str = ""
