"""Proofs of what a real practice store was sent: of the run or the person alone, and no byte changed."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from svcconsole.services.deliveries.proof_pack import NotWhole, check_pack, write_pack
from svcconsole.services.deliveries.webhook_events import read_event, settle_events
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.forget import subject_of
from svcconsole.workspace.team.signatures import SigningKey
from tests.sandbox.webhooks.receiver import receiver
from tests.services.runs.test_campaign_runs import carried_out, planned
from tests.support.campaign import number_of, recipients
from tests.support.command import CommandLine
from tests.support.practice import PracticeStore
from tests.workspace.planning import plan


def entries(pack: Path, kind: str) -> list[dict[str, Any]]:
    read = [json.loads(line) for line in pack.read_bytes().split(b"\n")[1:-2]]
    return [entry for entry in read if entry["entry"] == kind]


def stands(pack: Path, content: bytes) -> bool:
    pack.write_bytes(content)
    try:
        check_pack(pack)
    except NotWhole:
        return False
    return True


@pytest.mark.usefixtures("either_engine")
async def test_a_proof_holds_what_was_sent_and_what_came_back_and_of_a_person_nobody_else(
    practice_store: PracticeStore, tmp_path: Path
) -> None:
    practice_store.control("POST", "/pace", {"factor": 1000})
    run_id = planned(tmp_path / "space", recipients(tmp_path / "list.csv", 3))
    with Workspace.open(tmp_path / "space") as space, receiver() as told:
        practice_store.control("POST", "/webhooks", {"url": told.url, "secret": "a secret"})
        await carried_out(space, run_id, practice_store)
        told.events(6)
        for arrived in told.arrived[:6]:
            assert space.webhooks.keep(read_event(arrived.body))
        settle_events(space, "Meera")
        whole, one = tmp_path / "run.proof", tmp_path / "person.proof"
        key = SigningKey.new()
        written = write_pack(space, run_id, whole, key, "Meera")
        assert check_pack(whole) == written
        assert written.signed is not None and written.signed.key == key.code and written.signed.stands
        head = space.log.head()
        assert head is not None and written.head["log"]["sha256"] == head.sha256
        assert whole.stat().st_mode & 0o077 == 0
        theirs = write_pack(space, subject_of(space, number_of(1)), one)
        assert theirs.counts["message"] == theirs.counts["request"] == theirs.counts["delivery"] == 1
        info = space.runs.get(run_id)
    practice_store.reset()
    (plan,) = entries(whole, "plan")
    assert (plan["id"], plan["sha256"]) == (run_id, info.sha256)
    sent = entries(whole, "message")
    assert [one["record_id"] for one in sent] == [number_of(place) for place in range(3)]
    requests = {request["sha256"]: request for request in entries(whole, "request")}
    assert len(requests) == 3 and {request["status"] for request in requests.values()} == {200}
    followed = {each["phone"]: each["id"] for each in entries(whole, "delivery")}
    assert sorted(followed) == [number_of(place) for place in range(3)]
    callbacks = entries(whole, "callback")
    assert len(callbacks) == 6 and {each["message_id"] for each in callbacks} <= set(followed.values())
    assert all(json.loads(each["body"])["messageId"] == each["message_id"] for each in callbacks)
    text = one.read_text()
    assert number_of(1) in text and number_of(0) not in text and number_of(2) not in text


async def test_no_byte_of_a_proof_can_be_another_and_a_new_proof_is_not_the_old_one(
    practice_store: PracticeStore, tmp_path: Path
) -> None:
    command = CommandLine(tmp_path)
    names = ("--base-url", practice_store.base_url)
    list_of = recipients(tmp_path / "list.csv", 1)
    settings = ("--set", "contactIdentifier={Phone}", "--set", "payload.templateId=welcome")
    body = ("--set", "payload.components.body.0={First name}")
    sent = await command.run("import", "templates", str(list_of), *settings, *body, store=practice_store)
    assert sent.code == 0, sent.stderr
    pack = tmp_path / "run.proof"
    made = await command.run("proof", str(pack), "--run", "last", *names)
    assert made.code == 0, made.stderr
    stranger = await command.run("proof", str(tmp_path / "none"), "--person", "+919845099999", *names)
    assert (stranger.code, (tmp_path / "none").exists()) == (2, False)
    good, kept = pack.read_bytes(), made.json["sha256"]
    whole = await command.run("verify", str(pack), "--sha256", kept)
    assert (whole.code, whole.json["message"]) == (0, 1), whole.stderr

    changed = tmp_path / "changed.proof"
    flipped = bytearray(good)
    for place in range(len(good)):
        flipped[place] ^= 1 << place % 8
        assert not stands(changed, bytes(flipped)), place
        flipped[place] = good[place]
    for place in range(len(good) - 80, len(good)):
        flipped[place] ^= 0x20
        assert not stands(changed, bytes(flipped)), "the hash itself, in capitals"
        flipped[place] = good[place]
    lines = good.splitlines(keepends=True)
    for other in (b"", good[:-1], good + b"\n", b"".join(lines[:-1]), b"".join([*lines[:2], *lines[3:]])):
        assert not stands(changed, other)
    assert stands(changed, good)

    rest = b"".join(lines[:-1]).replace(b'"status": 200', b'"status": 400')
    assert stands(changed, rest + b'{"sha256": "%s"}\n' % hashlib.sha256(rest).hexdigest().encode())
    forged = await command.run("verify", str(changed), "--sha256", kept)
    assert (forged.code, "another proof" in forged.stderr) == (6, True), "only the hash kept apart tells"


def test_of_a_signed_proof_no_byte_of_the_signature_can_be_another(tmp_path: Path) -> None:
    pack = tmp_path / "run.proof"
    with Workspace.open(tmp_path / "space") as space:
        write_pack(space, plan(space, 1), pack, SigningKey.new(), "Meera")
    good = pack.read_bytes()
    assert stands(pack, good)
    flipped = bytearray(good)
    for place in range(good.rindex(b"\n", 0, -1) + 1, len(good)):
        flipped[place] ^= 1 << place % 7
        assert not stands(pack, bytes(flipped)), place
        flipped[place] = good[place]
    end = json.loads(good.splitlines()[-1])
    for name, value in (("what", "plan"), ("name", "Sofie"), ("key", SigningKey.new().code)):
        forged = {**end, "signed": {**end["signed"], name: value}}
        lines = [*good.splitlines()[:-1], json.dumps(forged, ensure_ascii=False).encode()]
        assert not stands(pack, b"\n".join(lines) + b"\n"), name


@pytest.mark.parametrize("content", [b"", b"\0" * 9, b"[]\n[]\n", b'{"sha256": "x"}\n', b"[" * 100_000])
def test_what_is_no_proof_is_told_as_one_that_does_not_stand(tmp_path: Path, content: bytes) -> None:
    assert not stands(tmp_path / "odd", content)
