"""The log of a webhook receiver, in every shape that receivers keep one."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from svcconsole.tables.reading.errors import TableError
from svcconsole.tables.reading.webhook_log import Event, read_events

CALLBACK = '{"v":1,"j":"single","r":1,"n":"0123456789abcdef","data":{"order":"№ 7"}}'
STATUS = {
    "id": "wamid.A.sent",
    "event": "message.status",
    "occurredAt": "2026-11-21T09:43:31.000Z",
    "messageId": "wamid.A",
    "status": "sent",
    "callbackData": CALLBACK,
}
CLICK = {
    "id": "wamid.B.click.1",
    "event": "message.link_click",
    "occurredAt": "2026-11-21T09:44:00.000Z",
    "messageId": "wamid.B",
    "url": "https://shop.example/sale?a=1,2",
    "callbackData": CALLBACK,
}
BARE = {key: value for key, value in {**STATUS, "messageId": "wamid.C"}.items() if key != "callbackData"}
EVENTS = [STATUS, CLICK, BARE]
WANTED = [
    (json.loads(CALLBACK), "wamid.A", "sent", STATUS["occurredAt"]),
    (json.loads(CALLBACK), "wamid.B", "message.link_click", CLICK["occurredAt"]),
    ("",),
]


def lines(make: Callable[[dict[str, Any]], str]) -> str:
    return "".join(f"{make(event)}\n" for event in EVENTS)


def table(rows: list[dict[str, Any]], delimiter: str = ",") -> str:
    names = list(dict.fromkeys(name for row in rows for name in row))
    file = io.StringIO()
    writer = csv.DictWriter(file, names, delimiter=delimiter)
    writer.writeheader()
    writer.writerows(rows)
    return file.getvalue()


def delivered(event: dict[str, Any]) -> dict[str, Any]:
    """An entry of a delivery log around an event, as the practice store keeps them."""
    tries = [{"at": "2026-11-21T09:43:32.000Z", "milliseconds": 3, "status": 200, "error": None}]
    return {"id": 1, "event": event["event"], "messageId": event["messageId"], "body": event, "tries": tries}


SHAPES = {
    "JSON Lines": lines(json.dumps),
    "JSON Lines with blank lines": "\n\n" + lines(lambda event: json.dumps(event) + "\n"),
    "a list": json.dumps(EVENTS),
    "a list over several lines": json.dumps(EVENTS, indent=2),
    "objects after each other": "".join(json.dumps(event, indent=2) for event in EVENTS),
    "an envelope": json.dumps({"status": "success", "data": {"total": 3, "events": EVENTS}}),
    "entries of a delivery log": json.dumps({"data": {"deliveries": [delivered(one) for one in EVENTS]}}),
    "bodies as text": lines(lambda event: json.dumps({"at": "09:43", "body": json.dumps(event)})),
    "lines with a time stamp": lines(lambda event: f"2026-11-21 09:43:31 POST /hook {json.dumps(event)}"),
    "callback data decoded": lines(
        lambda event: json.dumps({**event, "callbackData": json.loads(event.get("callbackData", "null"))})
    ),
    "other spellings": lines(
        lambda event: json.dumps(
            {
                "callback_data": event.get("callbackData"),
                **{k: v for k, v in event.items() if k != "callbackData"},
            }
        )
    ),
    "a table": table(EVENTS),
    "a table with semicolons": table(EVENTS, ";"),
    "a table of bodies": table([{"received": "09:43", "body": json.dumps(event)} for event in EVENTS]),
    "a flattened table": table(
        [{f"body.{name}": value for name, value in event.items()} for event in EVENTS]
    ),
}


def said(event: Event | None) -> tuple[Any, ...] | None:
    """What was read, the callback data as the JSON it is; without any, the rest proves nothing."""
    if event is None:
        return None
    return (json.loads(event.callback), *event[1:4]) if event.callback else ("",)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("codec", ["utf-8", "utf-8-sig", "utf-16"])
def test_the_same_events_are_read_from_every_shape(tmp_path: Path, shape: str, codec: str) -> None:
    path = tmp_path / "webhooks"
    path.write_bytes(SHAPES[shape].encode(codec))
    assert [said(event) for event in read_events(path)] == WANTED


def test_callback_data_stays_as_it_was_sent(tmp_path: Path) -> None:
    path = tmp_path / "webhooks.jsonl"
    path.write_text(json.dumps({**STATUS, "callbackData": '{ "order": 17,\t"n": "Zoë" }'}), encoding="utf-8")
    (event,) = read_events(path)
    assert event is not None
    assert event.callback == '{ "order": 17,\t"n": "Zoë" }'
    assert json.loads(event.text)["messageId"] == "wamid.A"


def test_a_batch_is_an_event_for_each_of_its_echoes(tmp_path: Path) -> None:
    path = tmp_path / "webhooks.jsonl"
    path.write_text(json.dumps({"event": "batch", "payload": [STATUS, CLICK]}), encoding="utf-8")
    assert [event and event.message_id for event in read_events(path)] == ["wamid.A", "wamid.B"]


def test_what_cannot_be_read_is_counted_and_the_rest_is_read(tmp_path: Path) -> None:
    path = tmp_path / "webhooks.jsonl"
    broken = (
        '{"event":"message.status","callbackDa',
        "GET /health 200",
        "[" * 100_000,
        '{"n":' + "9" * 5000 + "}",
    )
    path.write_text("\n".join([json.dumps(STATUS), *broken, json.dumps(CLICK)]), encoding="utf-8")
    found = [event and event.message_id for event in read_events(path)]
    assert found[0] == "wamid.A"
    assert found[-1] == "wamid.B"
    assert found.count(None) >= 2


def test_what_is_no_log_is_refused_in_words(tmp_path: Path) -> None:
    path = tmp_path / "webhooks.jsonl"
    for content in (b"", b" \n\n ", b"PK\x03\x04 a workbook", b"\x89PNG\r\n\x1a\n"):
        path.write_bytes(content)
        with pytest.raises(TableError):
            list(read_events(path))
    with pytest.raises(TableError):
        list(read_events(tmp_path))
