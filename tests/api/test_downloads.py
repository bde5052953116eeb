"""The downloader: no credentials, no way into the local network, caps, and kinds by their first bytes."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Callable

import pytest

from svcconsole.api.downloads import PICTURES, Downloader, kind_of
from svcconsole.api.errors import ApiError, NotDownloaded, NotReached, RefusedHere
from svcconsole.api.exchange_progress import WireFailure
from svcconsole.api.transport import Inflate
from tests.api.test_url_guard import HERE, REFUSED
from tests.api.wire_stages import Names, after_request
from tests.support.fault_server import answer, answers, fault_server
from tests.support.virtual_time import loop_factory

__all__ = ["loop_factory"]

PNG = b"\x89PNG\r\n\x1a\n" + b"x" * 100
PNG_REPLY = answer(PNG, headers={"Content-Type": "text/plain"})
CSV = frozenset({"text/csv"})


async def fetched(url: str, *, most: int = 5_000_000, types: frozenset[str] = PICTURES) -> bytes:
    async with Downloader(resolver=Names()) as downloader:
        got = await downloader.fetch(url, max_bytes=most, types=types, allow_loopback=True)
    assert got.content_type in types
    return got.body


async def test_a_picture_of_this_computer_comes_without_any_credentials() -> None:
    async with fault_server(answers(PNG_REPLY)) as server:
        assert await fetched(f"{server.base_url}/media/mug.png") == PNG
    head = server.requests[0].head.lower()
    assert head.startswith(b"get /media/mug.png ")
    assert not {b"authorization", b"cookie", b"referer"} & {
        line.split(b":")[0] for line in head.split(b"\r\n")
    }


@pytest.mark.parametrize("url", [url for url in REFUSED if url not in HERE and "\n" not in url])
async def test_a_redirect_into_the_local_network_is_not_followed(url: str) -> None:
    """The first address is allowed to be this computer; where it points to is checked like any other."""
    location = url.encode("ascii", "backslashreplace").decode()
    reply = answer(b"", 302, {"Location": location})
    async with fault_server(answers(reply)) as server:
        with pytest.raises(ApiError) as caught:
            await fetched(f"{server.base_url}/a.png")
    assert not isinstance(caught.value, NotReached)  # that would be an attempt to connect
    assert all(b"\r\nauthorization" not in received.head.lower() for received in server.requests)


async def test_a_public_address_cannot_point_to_this_computer() -> None:
    async with fault_server(answers(PNG_REPLY)) as server:
        async with Downloader(resolver=Names({"shop.example": "127.0.0.1"})) as downloader:
            with pytest.raises(RefusedHere, match="leads into the local network"):
                await downloader.fetch(
                    f"https://shop.example:{server.port}/a.png",
                    max_bytes=1000,
                    types=PICTURES,
                    allow_loopback=True,
                )
        assert server.connections == 0


@pytest.mark.parametrize("address", ["10.0.0.8", "169.254.169.254", "100.64.1.1", "192.168.0.2"])
async def test_a_name_of_the_local_network_is_never_connected_to(address: str) -> None:
    async with Downloader(resolver=Names({"shop.example": address})) as downloader:
        with pytest.raises(RefusedHere):
            await downloader.fetch("https://shop.example/a.png", max_bytes=1000, types=PICTURES)


async def test_three_redirects_are_followed_and_a_fourth_is_not() -> None:
    onward = answer(b"", 307, {"Location": "/next.png"})
    async with fault_server(answers(onward, onward, onward, PNG_REPLY)) as server:
        assert await fetched(f"{server.base_url}/a.png") == PNG
    async with fault_server(answers(onward)) as server:
        with pytest.raises(NotDownloaded, match="from address to address"):
            await fetched(f"{server.base_url}/a.png")
    assert len(server.requests) == 4


@pytest.mark.parametrize(
    ("body", "says"),
    [
        (b"<!doctype html><title>x</title>", "text/html"),
        (b"\xef\xbb\xbf \n<html>", "text/html"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "octet-stream"),
        (b"II*\x00tiff", "octet-stream"),
        (b"", "octet-stream"),
    ],
)
async def test_only_the_four_kinds_of_picture_come_whatever_is_declared(body: bytes, says: str) -> None:
    reply = answer(body, headers={"Content-Type": "image/png"})
    async with fault_server(answers(reply)) as server:
        with pytest.raises(NotDownloaded, match=says):
            await fetched(f"{server.base_url}/a.png")


@pytest.mark.parametrize(
    ("start", "kind"),
    [
        (b"\x89PNG\r\n\x1a\n", "image/png"),
        (b"\xff\xd8\xff\xe0", "image/jpeg"),
        (b"GIF89a", "image/gif"),
        (b"RIFF\x00\x00\x00\x00WEBPVP8 ", "image/webp"),
    ],
)
def test_the_first_bytes_tell_the_kind(start: bytes, kind: str) -> None:
    assert kind_of(start, "text/html") == kind


async def test_a_table_is_taken_as_declared() -> None:
    reply = answer(b"a,b\n1,2\n", headers={"Content-Type": "text/csv; charset=utf-8"})
    async with fault_server(answers(reply)) as server:
        assert await fetched(f"{server.base_url}/report.csv", types=CSV) == b"a,b\n1,2\n"


async def test_more_than_the_cap_does_not_come_packed_or_not() -> None:
    bomb = answer(gzip.compress(b"\0" * 50_000_000), headers={"Content-Encoding": "gzip"})
    for reply in (answer(PNG + b"x" * 3_000_000), bomb):
        async with fault_server(answers(reply)) as server:
            with pytest.raises(NotDownloaded, match="larger than"):
                await fetched(f"{server.base_url}/a.png", most=2_000_000)


@pytest.mark.parametrize("split", [1, 2, 5])
def test_compressed_members_are_read_however_they_are_cut_in_pieces(split: int) -> None:
    packed = gzip.compress(b"id,phone\n1,+491701") + gzip.compress(b"234567\n")
    inflate = Inflate()
    plain = b"".join(inflate.decompress(packed[at : at + split], 1000) for at in range(0, len(packed), split))
    assert (plain, inflate.eof) == (b"id,phone\n1,+491701234567\n", True)


@pytest.mark.parametrize("pack", [gzip.compress, zlib.compress])
@pytest.mark.parametrize("apart", [True, False])
def test_nothing_may_follow_a_compressed_body(pack: Callable[[bytes], bytes], apart: bool) -> None:
    inflate, packed = Inflate(), pack(b"id\n1\n")
    with pytest.raises(WireFailure) as caught:
        for piece in (packed, b"tail") if apart else (packed + b"tail",):
            inflate.decompress(piece, 1000)
    assert caught.value.detail == "something follows its compressed body"


async def test_a_missing_picture_says_its_status() -> None:
    async with fault_server(answers(answer(b"", 404))) as server:
        with pytest.raises(NotDownloaded) as caught:
            await fetched(f"{server.base_url}/a.png")
    assert caught.value.status == 404


async def test_a_silent_or_broken_server_ends_in_a_sentence() -> None:
    async with fault_server(after_request(end="silence")) as server:
        with pytest.raises(NotReached, match="in time"):
            await fetched(f"{server.base_url}/a.png")
    async with fault_server(after_request(end="reset")) as server:
        with pytest.raises(NotReached):
            await fetched(f"{server.base_url}/a.png")
    with pytest.raises(NotReached, match="name is not known"):
        await fetched("https://nowhere.example/a.png")
