"""What a model refuses can be said in another language, down to the validator's own words."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from svcconsole.api.models.common import Request
from svcconsole.api.models.customers import UpsertCustomer
from svcconsole.api.models.helpdesk import CreateTicket
from svcconsole.api.models.problems import problems
from svcconsole.words.message import Message

REFUSED = [
    (UpsertCustomer, {"email": 1}, "must be text"),
    (UpsertCustomer, {"firstName": "Ann"}, "or phoneNumber is required"),
    (CreateTicket, {"channel": "EMAIL"}, "is required"),
]


@pytest.mark.parametrize(("model", "body", "words"), REFUSED, ids=str)
def test_the_refusal_is_a_message_in_the_sentence(
    model: type[Request], body: dict[str, object], words: str
) -> None:
    with pytest.raises(ValidationError) as raised:
        model.read(body)
    found = [problem.sentence for problem in problems(raised.value, model) if words in problem.sentence]
    assert found
    for sentence in found:
        assert isinstance(sentence, Message)
        assert sentence.source == "{field} {refusal}"
        assert isinstance(sentence.arguments["refusal"], Message)
