"""The worker process: hosts one object, reports, can be cancelled, and neither outlives nor survives its
parent badly."""

from __future__ import annotations

import asyncio
import errno
import multiprocessing
import os
import subprocess
import sys
import threading
from multiprocessing.context import SpawnProcess
from pathlib import Path
from unittest.mock import Mock

import pytest

from svcconsole.services.workers.worker_host import WorkerNotBegun
from svcconsole.services.workers.worker_process import WorkCancelled, WorkerGone, WorkerProcess
from tests.services.workers.hosted import Refusal
from tests.support.coroutines import until
from tests.support.processes import is_alive

FACTORY = "tests.services.workers.hosted:Counter"


async def test_calls_reach_one_object_in_order() -> None:
    async with WorkerProcess(FACTORY, 10) as worker:
        assert await asyncio.gather(*(worker.call("add", 1) for _ in range(5))) == [11, 12, 13, 14, 15]
        assert await worker.call("pid") != multiprocessing.current_process().pid


async def test_progress_arrives_before_the_result_and_not_by_the_thousand() -> None:
    seen: list[int] = []
    async with WorkerProcess(FACTORY) as worker:
        assert await worker.call("count", 100_000, progress=seen.append) == 100_000
    assert (seen[0], seen[-1]) == (0, 99_999)
    assert seen == sorted(set(seen))
    assert len(seen) < 1_000


async def test_errors_come_back_as_themselves_with_the_traceback() -> None:
    async with WorkerProcess(FACTORY) as worker:
        with pytest.raises(Refusal) as caught:
            await worker.call("refuse")
        assert caught.value.sentence == "The file is empty."
        assert "in refuse" in caught.value.__notes__[0]
        with pytest.raises(RuntimeError, match="Awkward: awkward"):
            await worker.call("awkward")
        assert await worker.call("add", 1) == 1


@pytest.mark.parametrize("refused", [SpawnProcess, threading.Thread])
async def test_where_the_system_begins_nothing_it_is_told_and_the_next_call_may_find_that_it_does(
    monkeypatch: pytest.MonkeyPatch, refused: type[SpawnProcess | threading.Thread]
) -> None:
    error: Exception = BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))
    if refused is threading.Thread:
        error = RuntimeError("can't start new thread")
    async with WorkerProcess(FACTORY, 10) as worker:
        await worker.close()
        with monkeypatch.context() as full:
            full.setattr(refused, "start", Mock(side_effect=error))
            with pytest.raises(WorkerNotBegun, match="starts no more programs"):
                await worker.call("add", 1)
        assert await worker.call("add", 1) == 11


async def test_cancel_stops_the_work_and_the_next_call_goes_on() -> None:
    begun: list[str] = []
    async with WorkerProcess(FACTORY) as worker:
        call = asyncio.ensure_future(worker.call("work_until_cancelled", progress=begun.append))
        await until(lambda: begun)
        worker.cancel()
        with pytest.raises(WorkCancelled):
            await call
        assert await worker.call("add", 2) == 2


async def test_cancelling_the_waiting_task_cancels_the_work() -> None:
    begun: list[str] = []
    async with WorkerProcess(FACTORY) as worker:
        call = asyncio.ensure_future(worker.call("work_until_cancelled", progress=begun.append))
        await until(lambda: begun)
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call
        assert await worker.call("add", 3) == 3


async def test_a_dead_worker_is_a_sentence_and_starts_again() -> None:
    async with WorkerProcess(FACTORY, 5) as worker:
        with pytest.raises(WorkerGone, match=r"stopped unexpectedly.*exit code 7"):
            await worker.call("die")
        assert await worker.call("add", 1) == 6


async def test_closing_leaves_no_process_and_no_thread() -> None:
    worker = WorkerProcess(FACTORY)
    threads = set(threading.enumerate())
    pid = await worker.call("pid")
    await worker.close()
    assert set(threading.enumerate()) == threads
    assert not is_alive(pid)


async def test_closing_ends_work_that_does_not_listen() -> None:
    worker = WorkerProcess("time:struct_time", (0,) * 9)
    await worker.start()
    await worker.close()
    worker = WorkerProcess(FACTORY)
    begun: list[str] = []
    call = asyncio.ensure_future(worker.call("work_until_cancelled", progress=begun.append))
    await until(lambda: begun)
    await worker.close()
    with pytest.raises((WorkerGone, WorkCancelled)):
        await call


async def test_it_dies_with_its_parent(tmp_path: Path) -> None:
    script = tmp_path / "parent.py"
    script.write_text(
        "import asyncio, sys\n"
        "from svcconsole.services.workers.worker_process import WorkerProcess\n"
        "async def main():\n"
        f"    worker = WorkerProcess({FACTORY!r})\n"
        "    print(await worker.call('pid'), flush=True)\n"
        "    await asyncio.sleep(60)\n"
        "if __name__ == '__main__':\n"
        "    asyncio.run(main())\n"
    )
    root = str(Path(__file__).parents[3])
    parent = await asyncio.create_subprocess_exec(
        sys.executable, script, stdout=asyncio.subprocess.PIPE, env={**os.environ, "PYTHONPATH": root}
    )
    assert parent.stdout is not None
    child = int(await parent.stdout.readline())
    assert is_alive(child)
    parent.kill()
    await parent.wait()
    await until(lambda: not is_alive(child))


@pytest.mark.parametrize(
    ("module", "left_out"),
    [
        ("imports.session", {"aiohttp", "truststore"}),
        ("imports.building", {"aiohttp", "sqlalchemy", "asyncio"}),
    ],
)
def test_a_process_that_checks_files_loads_nothing_it_does_not_use(module: str, left_out: set[str]) -> None:
    """Each is paid for in memory once a process, beside the window."""
    code = f"import sys, svcconsole.services.{module}; print(*{{name.split('.')[0] for name in sys.modules}})"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert not left_out & set(loaded.split())
