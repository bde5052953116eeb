"""The e-mails of reports: a message file for each, listed by a control call, sent where there is a server."""

from __future__ import annotations

from collections.abc import Iterator
from email import message_from_bytes, policy
from email.message import EmailMessage
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from svcconsole.sandbox.reports.mail_server import MailServer, NoMailServer
from tests.sandbox.reports.reporting import asked, ended, fetched, send, wait_for
from tests.support.mail_server import Mailbox, mail_server
from tests.support.nowhere import free_port
from tests.support.practice import PracticeStore, start_practice_store


def _emails(store: PracticeStore) -> list[dict[str, Any]]:
    return list(store.control("GET", "/outbox")["data"]["emails"])


def _waited(store: PracticeStore, state: str) -> dict[str, Any]:
    """The only e-mail, once it is in this state."""
    wait_for(lambda: [one["state"] for one in _emails(store)] == [state])
    return _emails(store)[0]


def _read(message: bytes) -> EmailMessage:
    read = message_from_bytes(message, policy=policy.default)
    assert isinstance(read, EmailMessage)
    return read


def test_a_finished_report_is_an_e_mail_to_everybody(tmp_path: Path) -> None:
    with start_practice_store(tmp_path) as store:
        send(store, "hello")
        send(store, "hello again")
        filters = {"channel": "whatsapp", "groupBy": "week"}
        number = asked(store, reportDescription="für März,\nRef 7", filters=filters)
        ended(store, number)
        (email,) = _emails(store)
        assert fetched(email["link"]).status == 200

    message = _read((tmp_path / "outbox" / f"{number}.eml").read_bytes())
    assert message["From"] == "Practice store <reports@practice-store.example>"
    assert message["To"] == "ada@shop.example, bo@shop.example"
    assert message["Subject"] == email["subject"] == "All Conversations Report"
    assert message["Message-ID"].endswith("@practice-store.example>")
    assert parsedate_to_datetime(message["Date"])
    text = message.get_content().replace("\r\n", "\n")
    assert text == email["text"]
    assert email["link"] in text.split("\n")
    assert text.startswith(
        "Report: All Conversations Report\nFrom: 2026-01-01T00:00:00Z\nTo: 2099-12-31T00:00:00Z\n"
        "Channel: whatsapp\nGrouped by: week\nDescription: für März,\nRef 7\nRows: 2\n"
    )
    assert (email["id"], email["to"]) == (number, ["ada@shop.example", "bo@shop.example"])
    assert (email["state"], email["attempts"], email["error"]) == ("KEPT", 0, None)


def test_the_newest_e_mail_comes_first_and_a_failed_report_writes_none(practice_store: PracticeStore) -> None:
    practice_store.add_fault("report_failed", count=1)
    numbers = [asked(practice_store) for _ in range(3)]
    for number in numbers:
        ended(practice_store, number)
    assert [one["id"] for one in _emails(practice_store)] == [numbers[2], numbers[1]]


def test_an_address_in_any_script_is_written_to(practice_store: PracticeStore) -> None:
    ended(practice_store, asked(practice_store, emails=["müller@größe.example"]))
    assert _emails(practice_store)[0]["to"] == ["müller@größe.example"]


class Posting(NamedTuple):
    """A store that hands its e-mails to this mailbox, and its folder."""

    store: PracticeStore
    box: Mailbox
    folder: Path


@pytest.fixture(scope="module")
def posting_process(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Posting]:
    folder = tmp_path_factory.mktemp("mail")
    with mail_server() as box, start_practice_store(folder, options=["--smtp", box.address]) as store:
        yield Posting(store, box, folder)


@pytest.fixture
def posting(posting_process: Posting) -> Posting:
    posting_process.store.reset()
    posting_process.box.empty()
    return posting_process


def test_it_is_handed_to_the_mail_server(posting: Posting) -> None:
    number = asked(posting.store)
    email = _waited(posting.store, "SENT")
    assert (email["attempts"], email["error"]) == (1, None)
    ((recipients, message),) = posting.box.letters
    assert recipients == ["ada@shop.example", "bo@shop.example"]
    assert message == (posting.folder / "outbox" / f"{number}.eml").read_bytes()
    assert email["link"] in _read(message).get_content()


def test_what_a_mail_server_cannot_take_now_is_sent_later(posting: Posting) -> None:
    posting.store.control("POST", "/pace", {"factor": 1000})
    posting.box.refusals += ["451 busy", "421 later"]
    asked(posting.store)
    assert _waited(posting.store, "SENT")["attempts"] == 3
    assert len(posting.box.letters) == 1


def test_what_it_refuses_for_good_is_given_up(posting: Posting) -> None:
    posting.box.refusals.append("550 not from you")
    asked(posting.store)
    email = _waited(posting.store, "GIVEN_UP")
    assert (email["attempts"], email["error"]) == (1, "550 not from you")
    assert posting.box.letters == []


def test_one_refused_recipient_does_not_keep_it_from_the_others(posting: Posting) -> None:
    store, box = posting.store, posting.box
    box.refused_recipients.add("bo@shop.example")
    asked(store)
    assert _waited(store, "SENT")["error"] == "bo@shop.example: 550 nobody here"
    box.refused_recipients.add("ada@shop.example")
    asked(store)
    wait_for(lambda: [one["state"] for one in _emails(store)] == ["GIVEN_UP", "SENT"])
    assert [recipients for recipients, _ in box.letters] == [["ada@shop.example"]]


def test_a_mail_waits_for_a_server_that_is_away_and_for_a_store_that_was_killed(tmp_path: Path) -> None:
    with free_port() as port:
        options = ["--smtp", f"127.0.0.1:{port}"]
        with start_practice_store(tmp_path, options=options) as store:
            store.control("POST", "/pace", {"factor": 10})
            asked(store)
            wait_for(lambda: _emails(store) and _emails(store)[0]["attempts"] == 1)
            assert _emails(store)[0]["error"].startswith("ConnectionRefusedError")
            store.kill()
        with mail_server(port) as box, start_practice_store(tmp_path, options=options) as store:
            _waited(store, "SENT")
    assert len(box.letters) == 1


@pytest.mark.parametrize(
    ("text", "server"),
    [
        ("localhost:1025", ("localhost", 1025)),
        ("[::1]:25", ("::1", 25)),
        ("mail.example:2525", ("mail.example", 2525)),
    ],
)
def test_a_mail_server_is_a_host_and_a_port(text: str, server: tuple[str, int]) -> None:
    assert MailServer.read(text) == server


@pytest.mark.parametrize("text", ["localhost", ":25", "mail.example:", "mail.example:0", "mail.example:x"])
def test_anything_else_is_none(text: str) -> None:
    with pytest.raises(NoMailServer, match="must be HOST:PORT"):
        MailServer.read(text)
