"""The practice store under a long load: what it keeps in memory does not grow with what it was sent."""

from __future__ import annotations

import json
from collections.abc import Iterator

import psutil
import pytest

from tests.support.generate import customer, product
from tests.support.load import posted
from tests.support.practice import start_practice_store

IN_FLIGHT = 16
UPSERTS = 100_000
WARM = 20_000
"""After so many upserts all caches are full."""

GROWTH = 12 * 2**20


def upserts(path: str, numbers: range) -> Iterator[bytes]:
    for number in numbers:
        body = customer(number) if path.startswith("customers") else {"products": [product(number)]}
        yield json.dumps(body).encode()


@pytest.mark.deep
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("path", ["customers/createOrUpdate", "products/createOrUpdate"])
async def test_memory_is_flat_over_100000_upserts(path: str) -> None:
    with start_practice_store() as store:
        process = psutil.Process(store.pid)
        resident = []
        for start, end in ((0, WARM), (WARM, UPSERTS)):
            senders = [upserts(path, range(start + one, end, IN_FLIGHT)) for one in range(IN_FLIGHT)]
            assert await posted(store.port, store.token, path, senders) == end - start
            resident.append(process.memory_info().rss)
        assert resident[1] - resident[0] < GROWTH, [f"{size / 2**20:.1f} MiB" for size in resident]
        assert store.counts()[path.partition("/")[0]] == UPSERTS
