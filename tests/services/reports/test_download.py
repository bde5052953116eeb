"""A part's file to the disk: gone on with where it broke off, proved to be whole, never past the guard."""

from __future__ import annotations

import gzip
import hashlib
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from svcconsole.api import downloads
from svcconsole.api.downloads import Downloader, Length
from svcconsole.api.errors import ApiError, NotReached, RefusedHere
from svcconsole.services.reports.download import RENEWALS, TRIES, DownloadedPart, LinkExpired, PartDownload
from svcconsole.services.reports.scan import looks_whole
from tests.api.wire_stages import Names
from tests.support.fault_server import FaultServer, Peer, answer, fault_server
from tests.support.virtual_time import loop_factory

__all__ = ["loop_factory"]

WHOLE = b"id,text\n" + b"".join(b"%d,row number %d\n" % (row, row) for row in range(3000))
ETAG = f'"{hashlib.md5(WHOLE).hexdigest()}"'
RANGE = re.compile(rb"\r\nrange: *bytes=(\d+)-\r\n", re.IGNORECASE)
Play = Callable[[Peer, int], Awaitable[None]]


def names_in(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir()]


def head(status: int, *lines: str) -> bytes:
    return "".join(f"{line}\r\n" for line in (f"HTTP/1.1 {status} X", *lines, "")).encode()


def whole(start: int = 0, keep: int | None = None, etag: str = ETAG) -> bytes:
    """The file from a byte on; `keep` bytes of it where it is cut."""
    body = WHOLE[start:]
    told = [f"Content-Length: {len(body)}", f"ETag: {etag}", "Content-Type: text/csv"]
    if start:
        told.append(f"Content-Range: bytes {start}-{len(WHOLE) - 1}/{len(WHOLE)}")
    return head(206 if start else 200, *told) + body[:keep]


def chunked(keep: int | None = None) -> bytes:
    body = f"{len(WHOLE):x}\r\n".encode() + WHOLE + b"\r\n0\r\n\r\n"
    return head(200, "Transfer-Encoding: chunked") + body[:keep]


def unmarked(keep: int | None = None) -> bytes:
    return head(200, "Connection: close", "Content-Type: text/csv") + WHOLE[:keep]


@dataclass
class Store:
    """Plays its replies one after the other, the last for ever; a reply may depend on where to begin."""

    replies: list[bytes | Callable[[int], bytes]]
    renewed: int = 0
    starts: list[int] = field(default_factory=list)

    async def script(self, peer: Peer) -> None:
        received = await peer.request()
        found = RANGE.search(received.head)
        start = int(found[1]) if found else 0
        self.starts.append(start)
        reply = self.replies.pop(0) if len(self.replies) > 1 else self.replies[0]
        await peer.send(reply if isinstance(reply, bytes) else reply(start))
        peer.close()


@asynccontextmanager
async def store_of(*replies: bytes | Callable[[int], bytes]) -> AsyncIterator[tuple[Store, FaultServer]]:
    store = Store(list(replies))
    async with fault_server(store.script) as server:
        yield store, server


async def fetched(
    store: Store, server: FaultServer, path: Path, *, url: str = "", allow_loopback: bool = True
) -> list[DownloadedPart]:
    async def link() -> str:
        store.renewed += 1
        return f"{server.base_url}/renewed/{store.renewed}"

    async with Downloader(resolver=Names({"shop.example": "127.0.0.1"})) as downloader:
        download = PartDownload(downloader, link, path, looks_whole, allow_loopback=allow_loopback)
        return [told async for told in download.fetch(url or f"{server.base_url}/part.csv")]


async def test_a_file_comes_whole_and_its_length_is_proved(tmp_path: Path) -> None:
    path = tmp_path / "part.csv"
    async with store_of(whole()) as (store, server):
        told = await fetched(store, server, path)
    assert path.read_bytes() == WHOLE
    assert told[-1] == DownloadedPart(len(WHOLE), len(WHOLE), Length.DECLARED)
    assert names_in(tmp_path) == [path.name]
    lines = server.requests[0].head.lower().split(b"\r\n")
    assert not {b"authorization", b"cookie"} & {line.split(b":")[0] for line in lines}


@pytest.mark.parametrize("cut", [1, 700, len(WHOLE) - 1])
async def test_what_was_cut_goes_on_where_it_broke_off(tmp_path: Path, cut: int) -> None:
    async with store_of(whole(keep=cut), whole) as (store, server):
        told = await fetched(store, server, tmp_path / "part.csv")
    assert store.starts == [0, cut]
    assert (tmp_path / "part.csv").read_bytes() == WHOLE
    assert any(one.trouble is not None for one in told)


async def test_another_file_under_the_same_link_is_fetched_from_its_beginning(tmp_path: Path) -> None:
    """If-Range: a server whose file has changed sends all of it."""
    async with store_of(whole(keep=700, etag='"before"'), whole()) as (store, server):
        await fetched(store, server, tmp_path / "part.csv")
    assert b"if-range" in server.requests[1].head.lower()
    assert (tmp_path / "part.csv").read_bytes() == WHOLE


async def test_a_part_of_the_file_that_was_not_asked_for_is_not_taken(tmp_path: Path) -> None:
    async with store_of(whole(keep=700), whole(start=9), whole) as (store, server):
        await fetched(store, server, tmp_path / "part.csv")
    assert (tmp_path / "part.csv").read_bytes() == WHOLE
    assert store.starts == [0, 700, 700]


async def test_a_file_in_pieces_is_whole_with_its_last_mark_and_not_before(tmp_path: Path) -> None:
    async with store_of(chunked(keep=-5), chunked()) as (store, server):
        told = await fetched(store, server, tmp_path / "part.csv")
    assert len(store.starts) == 2
    assert told[-1].length is Length.CHUNKED
    assert (tmp_path / "part.csv").read_bytes() == WHOLE


async def test_a_file_whose_end_nothing_marks_must_end_after_a_whole_row(tmp_path: Path) -> None:
    async with store_of(unmarked(keep=1000), unmarked()) as (store, server):
        told = await fetched(store, server, tmp_path / "part.csv")
    assert told[-1].length is Length.NOT_PROVABLE
    assert (tmp_path / "part.csv").read_bytes() == WHOLE


@pytest.mark.parametrize("status", [401, 403, 404, 410])
async def test_a_link_that_has_expired_is_renewed(tmp_path: Path, status: int) -> None:
    async with store_of(answer({}, status), answer({}, status), whole()) as (store, server):
        await fetched(store, server, tmp_path / "part.csv")
    assert store.renewed == 2
    assert server.requests[2].head.startswith(b"GET /renewed/2 ")
    assert (tmp_path / "part.csv").read_bytes() == WHOLE


async def test_a_link_that_expires_in_the_middle_goes_on_under_the_new_one(tmp_path: Path) -> None:
    async with store_of(whole(keep=900), answer({}, 410), whole) as (store, server):
        await fetched(store, server, tmp_path / "part.csv")
    assert store.starts == [0, 900, 900]
    assert (tmp_path / "part.csv").read_bytes() == WHOLE


async def test_a_link_is_renewed_three_times_at_most(tmp_path: Path) -> None:
    async with store_of(answer({}, 410)) as (store, server):
        with pytest.raises(LinkExpired):
            await fetched(store, server, tmp_path / "part.csv")
    assert store.renewed == RENEWALS == 3
    assert not (tmp_path / "part.csv").exists()


PAGE = answer(b"<!doctype html><title>Sign in</title>", headers={"Content-Type": "text/html"})


@pytest.mark.parametrize("reply", [answer({}, 503), PAGE, answer(b""), head(200) + b"id,te"])
async def test_what_never_comes_ends_in_a_sentence_and_leaves_the_file_that_was_there(
    tmp_path: Path, reply: bytes
) -> None:
    path = tmp_path / "part.csv"
    path.write_bytes(b"the old one")
    async with store_of(reply) as (store, server):
        with pytest.raises(ApiError) as caught:
            await fetched(store, server, path)
    assert len(store.starts) in {TRIES, TRIES + 1}
    assert caught.value.sentence.endswith(".")
    assert path.read_bytes() == b"the old one"


async def test_a_web_page_in_between_is_no_part_of_the_file(tmp_path: Path) -> None:
    async with store_of(whole(keep=900), PAGE, whole) as (store, server):
        await fetched(store, server, tmp_path / "part.csv")
    assert (tmp_path / "part.csv").read_bytes() == WHOLE


@pytest.mark.parametrize(
    "url",
    [
        "http://shop.example/part.csv",
        "https://shop.example/part.csv",
        "https://10.0.0.9/part.csv",
        "file:///etc/hosts",
    ],
)
async def test_a_link_into_the_local_network_is_not_followed(tmp_path: Path, url: str) -> None:
    async with store_of(whole()) as (store, server):
        with pytest.raises(RefusedHere):
            await fetched(store, server, tmp_path / "part.csv", url=url, allow_loopback=False)
        assert server.connections == 0


async def test_this_computer_is_fetched_from_only_where_the_store_is_here(tmp_path: Path) -> None:
    async with store_of(whole()) as (store, server):
        with pytest.raises(RefusedHere):
            await fetched(store, server, tmp_path / "part.csv", allow_loopback=False)
        assert server.connections == 0


@pytest.mark.parametrize("to", ["http://10.0.0.9/x", "https://192.168.1.1/x", "file:///etc/hosts"])
async def test_a_redirect_is_checked_like_a_first_address(tmp_path: Path, to: str) -> None:
    async with store_of(answer(b"", 302, {"Location": to})) as (store, server):
        with pytest.raises(RefusedHere):
            await fetched(store, server, tmp_path / "part.csv")


async def test_a_redirect_to_the_file_is_followed(tmp_path: Path) -> None:
    async with store_of(answer(b"", 302, {"Location": "/there.csv"}), whole()) as (store, server):
        await fetched(store, server, tmp_path / "part.csv")
    assert server.requests[1].head.startswith(b"GET /there.csv ")
    assert (tmp_path / "part.csv").read_bytes() == WHOLE


async def test_a_store_that_cannot_be_asked_for_a_new_link_ends_it(tmp_path: Path) -> None:
    async def link() -> str:
        raise NotReached("The store was not reached.")

    async with store_of(answer({}, 410)) as (_, server), Downloader() as downloader:
        download = PartDownload(downloader, link, tmp_path / "p.csv", looks_whole, allow_loopback=True)
        with pytest.raises(NotReached, match="The store was not reached"):
            async for _told in download.fetch(f"{server.base_url}/p.csv"):
                pass


async def test_a_compressed_file_is_unpacked_and_its_own_end_proves_it(tmp_path: Path) -> None:
    packed = gzip.compress(WHOLE)
    told = head(200, "Content-Encoding: gzip", f"Content-Length: {len(packed)}", f"ETag: {ETAG}")
    cut = head(200, "Content-Encoding: gzip", "Content-Length: 700") + packed[:700]
    async with store_of(cut, told + packed) as (store, server):
        seen = await fetched(store, server, tmp_path / "part.csv")
    assert store.starts == [0, 0], "a part of a compressed file cannot be gone on with"
    assert seen[-1].length is Length.COMPRESSED
    assert (tmp_path / "part.csv").read_bytes() == WHOLE


def compressed(packed: bytes) -> bytes:
    return head(200, "Content-Encoding: gzip", f"Content-Length: {len(packed)}") + packed


@pytest.mark.parametrize("cut", [1, 700, len(WHOLE) - 20])
async def test_every_member_of_a_compressed_file_is_read(tmp_path: Path, cut: int) -> None:
    members = b"".join(gzip.compress(piece) for piece in (WHOLE[:cut], b"", WHOLE[cut:]))
    async with store_of(compressed(members)) as (store, server):
        seen = await fetched(store, server, tmp_path / "part.csv")
    assert seen[-1].length is Length.COMPRESSED
    assert (tmp_path / "part.csv").read_bytes() == WHOLE


async def test_a_member_that_is_cut_is_not_taken_for_the_end(tmp_path: Path) -> None:
    members = gzip.compress(WHOLE[:700]) + gzip.compress(WHOLE[700:])
    async with store_of(compressed(members[:-30]), compressed(members)) as (store, server):
        seen = await fetched(store, server, tmp_path / "part.csv")
    assert any("is not complete" in str(one.trouble) for one in seen)
    assert (tmp_path / "part.csv").read_bytes() == WHOLE


@pytest.mark.parametrize("rest", [b"\0", b"id,text\n", b"\x1f" * 20])
async def test_bytes_after_the_end_of_a_compressed_file_are_refused(tmp_path: Path, rest: bytes) -> None:
    async with store_of(compressed(gzip.compress(WHOLE) + rest)) as (store, server):
        with pytest.raises(ApiError, match=r"follows its compressed body|compression is damaged"):
            await fetched(store, server, tmp_path / "part.csv")
    assert not (tmp_path / "part.csv").exists()


async def test_a_fresh_link_may_lead_to_the_table_after_all(tmp_path: Path) -> None:
    page = answer({"error": "not ready"}, headers={"Content-Type": "application/json"})
    async with store_of(page, whole()) as (store, server):
        await fetched(store, server, tmp_path / "part.csv")
    assert store.renewed == 1
    assert (tmp_path / "part.csv").read_bytes() == WHOLE


@pytest.mark.parametrize("cap", ["WIRE_CAP", "DECODED_CAP"])
async def test_a_file_without_end_is_not_kept(
    tmp_path: Path, cap: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(downloads, cap, 10_000)
    async with store_of(whole()) as (store, server):
        with pytest.raises(RefusedHere, match="larger than 2 GB"):
            await fetched(store, server, tmp_path / "part.csv")
    assert store.starts == [0]
