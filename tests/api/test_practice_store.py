"""Whether a practice store answers at an address: only this computer is asked, without a token."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from svcconsole.api.practice_store import NobodyThere, name_of_data, practice_store_at
from tests.support.fault_server import Peer, answer, fault_server
from tests.support.practice import PracticeStore, start_practice_store


def test_a_practice_store_is_named_by_its_data_folder(tmp_path: Path) -> None:
    with start_practice_store(tmp_path / "data") as store:
        assert practice_store_at(store.base_url) == name_of_data(tmp_path / "data")
        assert practice_store_at(f"http://localhost:{store.port}") == name_of_data(tmp_path / "data")
        store.stop()
        with pytest.raises(NobodyThere):
            practice_store_at(store.base_url)


def test_the_question_is_in_no_log_of_what_the_store_received(practice_store: PracticeStore) -> None:
    assert practice_store_at(practice_store.base_url) is not None
    assert practice_store.control("GET", "/requests")["data"]["requests"] == []


@pytest.mark.parametrize(
    "body", [b"", b"{}", b"[1]", b'{"practiceStore": "../../x"}', b'{"practiceStore": 7}', b"[" * 900]
)
async def test_what_is_no_practice_store_has_no_name(body: bytes) -> None:
    async def play(peer: Peer) -> None:
        await peer.request()
        await peer.send(answer(body))

    async with fault_server(play) as server:
        assert await asyncio.to_thread(practice_store_at, server.base_url) is None


def test_no_other_computer_is_asked() -> None:
    assert practice_store_at("https://shop.invalid") is None
