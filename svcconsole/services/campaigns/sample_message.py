"""The message of the first row that fills it, made before anything is checked."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any

from svcconsole.services.campaigns.message_template_fields import COMPONENTS, TYPE, MessageFields
from svcconsole.tables.mapping.mapping import Mapping, Reading
from svcconsole.tables.mapping.request_body import body_of
from svcconsole.tables.mapping.targets import TARGETS
from svcconsole.tables.reading.row import Row

ROWS_TRIED = 200
"""Rows among which one is looked for that leaves nothing blank."""


def sample_body(
    mapping: Mapping, header: Sequence[str], rows: Sequence[Row], shape: MessageFields | None
) -> dict[str, Any]:
    """The request by its names on the wire, with the first row's texts; what nothing fills stays blank.

    Among the first 200 rows one that fills everything is preferred. Without rows, what is fixed.
    """
    target = TARGETS[mapping.target]
    reading = Reading(mapping, header)
    paths = [path for path in reading.paths() if path == TYPE or path.startswith("payload.")]
    best: dict[str, str] = {path: reading.value(path, ()) for path in paths} if not rows else {}
    for row in islice(rows, ROWS_TRIED):
        texts = {path: reading.value(path, row.cells) for path in paths}
        best = best or texts
        if all(text.strip() for text in texts.values()):
            best = texts
            break
    # a place that nothing fills yet keeps its number: {{2}} must not show up where {{1}} stands
    for spec in shape.fields if shape is not None else ():
        if spec.path.startswith(COMPONENTS):
            best.setdefault(spec.path, "")
    return body_of(target, best)
