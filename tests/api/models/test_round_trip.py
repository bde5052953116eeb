"""Whatever valid request goes over the wire: read into its model and written again, it is the same."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from svcconsole.api.operations import OPERATIONS, Operation
from tests.support.generate import wire_requests

EXAMPLES = settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.name)
@EXAMPLES
@given(data=st.data())
def test_wire_to_model_to_the_same_wire(operation: Operation[Any, Any], data: st.DataObject) -> None:
    wire = data.draw(wire_requests(operation))
    request = operation.request.read(wire)
    assert json.loads(request.wire()) == wire
    assert operation.request.read(json.loads(request.wire())) == request
    assert operation.request.read(json.loads(request.wire())).wire() == request.wire()
