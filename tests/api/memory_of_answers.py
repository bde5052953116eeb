"""Reads four large answers at once and prints how many MB this process took at most: `python -m … SHAPE`."""

from __future__ import annotations

import asyncio
import gzip
import sys

from svcconsole.api.client import Client
from svcconsole.api.connection import Connection
from svcconsole.api.operations import LIST_PRODUCTS, MB
from svcconsole.api.replies import MOST_OBJECTS, MOST_VALUES
from svcconsole.api.token import Token
from tests.support.fault_server import answer, answers, fault_server
from tests.support.peak_memory import peak_memory

FULL = LIST_PRODUCTS.cap - 1000
THIRTY = 30 * MB


def products(unit: str, count: int) -> str:
    return '{"data":{"products":[' + unit * count + "{}]}}"


def variants(unit: str, count: int) -> str:
    return '{"data":{"products":[{"combinations":[' + unit * count + "{}]}]}}"


SHAPES = {
    "thirty megabytes": lambda: products('{"id":"p","name":"' + "x" * 80 + '"},', THIRTY // 100),
    "lists": lambda: products("[],", FULL // 3),
    "numbers": lambda: variants("1,", FULL // 2),
    "records": lambda: products("{},", MOST_OBJECTS - 10),
    "numbers for records": lambda: variants("1,", MOST_VALUES - 10),
    "one text": lambda: products('{"id":"' + "x" * (FULL - 100) + '"},', 1),
}
"""The answer of the trial, and what grows most for each byte, up to what is read and beyond."""


async def peak(shape: str) -> int:
    packed = answer(gzip.compress(SHAPES[shape]().encode(), 1), headers={"Content-Encoding": "gzip"})
    async with fault_server(answers(packed)) as server:
        connection = Connection(server.base_url, Token("canary-c2VjcmV0OnRva2Vu"))
        async with Client(connection) as client:
            calls = [client.send(LIST_PRODUCTS, b"{}", retry=False) for _ in range(4)]
            held = await asyncio.gather(*calls)
    assert len(held) == 4
    return peak_memory() // MB


if __name__ == "__main__":
    print(asyncio.run(peak(sys.argv[1])))
