"""Coroutine tests: each runs on a fresh loop, the window's own where a test asks for Qt."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

UNTIL_SECONDS = 20.0


async def until(condition: Callable[[], Any | Awaitable[Any]], *, seconds: float = UNTIL_SECONDS) -> Any:
    """Wait until `condition()` or what it awaits is true and return it; fail after `seconds`.

    For coroutines; a plain test waits with `qtbot`.
    """
    loop = asyncio.get_running_loop()
    deadline = loop.time() + seconds
    while True:
        value = condition()
        if inspect.isawaitable(value):
            value = await value
        if value:
            return value
        if loop.time() > deadline:
            pytest.fail(f"not true within {seconds} s: {inspect.getsource(condition).strip()}")
        await asyncio.sleep(0.01)


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    names = inspect.signature(pyfuncitem.obj).parameters
    arguments = {name: pyfuncitem.funcargs[name] for name in names if name in pyfuncitem.funcargs}
    factory: Any = pyfuncitem.funcargs.get("loop_factory")
    with asyncio.Runner(loop_factory=factory) as runner:
        runner.run(pyfuncitem.obj(**arguments))
    return True
