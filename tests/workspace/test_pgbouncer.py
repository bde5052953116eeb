"""Behind a real PgBouncer that lends connections by the transaction: it is recognised, nothing is lost."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from svcconsole.workspace.database import Workspace
from svcconsole.workspace.engines.engine import ChannelKind
from svcconsole.workspace.engines.postgresql_check import DIRECT, State
from tests.support import pgbouncer
from tests.workspace.test_events import Hearing
from tests.workspace.test_postgresql_check import steps

pytestmark = [
    pytest.mark.deep,
    pytest.mark.skipif(
        pgbouncer.installed() is None,
        reason="PgBouncer is not installed here (apt-get install pgbouncer): the pool of the tests stands in",
    ),
]


@pytest.fixture
def pooled(new_database: Callable[[], str]) -> Iterator[str]:
    with pgbouncer.started(new_database()) as address:
        yield address


def test_it_is_recognised_by_what_it_does(pooled: str) -> None:
    told = steps(pooled)[DIRECT]
    assert told.state is State.LOOK
    assert told.sentence.startswith("Pooled, not direct: what others do would appear after 5 seconds")


def test_one_that_lends_for_a_whole_session_is_direct(new_database: Callable[[], str]) -> None:
    with pgbouncer.started(new_database(), mode="session") as address:
        assert steps(address)[DIRECT].state is State.GOOD


def test_one_that_has_lent_all_it_has_is_recognised_and_not_waited_for(
    new_database: Callable[[], str],
) -> None:
    with pgbouncer.started(new_database(), mode="session", lent=3) as address:
        assert steps(address)[DIRECT].state is State.LOOK


def test_what_others_do_is_looked_for(tmp_path: Path, pooled: str) -> None:
    with (
        Workspace.open(tmp_path / "till" / "store", pooled) as mine,
        Workspace.open(tmp_path / "office" / "store", pooled) as theirs,
        closing(Hearing(theirs)) as hearing,
    ):
        assert hearing.state.kind is ChannelKind.POOLED
        for number in range(30):  # more often than a statement is sent anew
            mine.presets.save(f"season {number}", "Call back", {})
        hearing.until("preset", "season 29")
