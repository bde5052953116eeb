"""What a created ticket's row says of the store's answer."""

from __future__ import annotations

from svcconsole.api.models.helpdesk import TicketResponse
from svcconsole.api.models.unusual import read_answer
from svcconsole.gui.tabs.helpdesk.created_rows import answer_words


def test_values_of_another_type_are_shown_raw_and_the_rest_as_ever() -> None:
    payload = {"status": 200, "data": {"ticket": {"id": 5, "storeId": "s-1", "agentId": [7], "teamId": None}}}
    answer, unusual = read_answer(TicketResponse, payload)
    words = answer_words(answer.data.ticket)
    assert unusual == 1
    assert "Unusual answer: agentId: [7]" in words
    assert "s-1" in words
