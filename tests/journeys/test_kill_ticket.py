"""A power cut at each named moment of sending a ticket: nothing lost, nothing twice, and doubt is asked."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from svcconsole.services.sends.sending import new_draft_token, new_reference
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.schema import ItemState
from tests.support.coroutines import until
from tests.support.dying import Mortals
from tests.support.practice import PracticeStore, start_practice_store
from tests.support.ticket_journey import DRAFT, NaiveJourney, TicketJourney, send_naively, send_ticket

KILLED = -9
BEFORE_THE_INTENT = (
    ("before the lock changes hands", 3),
    ("before checkpoint is committed", 2),
    ("after checkpoint is committed", 2),
    ("before UPDATE lease", 1),
    ("before lease is committed", 1),
    ("after lease is committed", 1),
    ("before INSERT runs", 1),
    ("before INSERT items", 1),
    ("before INSERT bodies", 1),
    ("before INSERT sends", 1),
    ("before INSERT attempts", 1),
    ("before send is committed", 1),
)
BEFORE_THE_BYTES = (
    ("after send is committed", 1),
    ("before the store is called", 1),
    ("before bytes leave", 1),
)
BEFORE_THE_RESULT = (
    ("after bytes left", 1),
    ("before bytes are read", 1),
    ("after bytes were read", 1),
    ("before an answer is looked at", 1),
    ("before UPDATE attempts", 1),
    ("before UPDATE sends", 3),
    ("before result is committed", 1),
)
AFTER_THE_RESULT = (
    ("after result is committed", 1),
    ("before the lock changes hands", 4),
    ("before DELETE drafts", 1),
    ("before end of the draft is committed", 1),
    ("after end of the draft is committed", 1),
)
MOMENTS = (*BEFORE_THE_INTENT, *BEFORE_THE_BYTES, *BEFORE_THE_RESULT, *AFTER_THE_RESULT)
IN_DOUBT = (*BEFORE_THE_BYTES, *BEFORE_THE_RESULT)
ARRIVED = (*BEFORE_THE_RESULT, *AFTER_THE_RESULT)


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[PracticeStore, Path]]:
    """A practice store whose tickets can be looked at in its own file."""
    data = tmp_path_factory.mktemp("store")
    with start_practice_store(data=data) as store:
        (file,) = data.rglob("practice.sqlite")
        yield store, file


def begun(kind: type[TicketJourney], folder: Path, kept: tuple[PracticeStore, Path]) -> TicketJourney:
    """A draft as the form keeps it, with its token and its reference."""
    store, file = kept
    with Workspace.open(folder) as workspace:
        workspace.drafts.save(DRAFT, {"channel": "WHATSAPP"})
    return kind(str(folder), store.base_url, store.token, str(file), new_reference(), new_draft_token())


def holds(journey: TicketJourney, count: int) -> bool:
    """Whether so many tickets of this journey are in the store."""
    return journey.in_store() == count


@pytest.mark.parametrize(
    "times", [1, pytest.param(20, marks=[pytest.mark.deep, pytest.mark.timeout(1800)])], ids=["once", "often"]
)
@pytest.mark.parametrize("moment", MOMENTS, ids=lambda moment: f"{moment[0]} ({moment[1]})")
async def test_a_kill_at_this_moment_loses_and_doubles_nothing(
    children: Mortals,
    kept: tuple[PracticeStore, Path],
    tmp_path: Path,
    moment: tuple[str, int],
    times: int,
) -> None:
    for turn in range(times):
        folder = tmp_path / str(turn)
        journey = begun(TicketJourney, folder, kept)
        assert children.live(journey, *moment) == KILLED, "the moment never came"
        arrived = int(moment in ARRIVED)
        await until(partial(holds, journey, arrived))
        with Workspace.open(folder) as workspace:
            assert workspace.decisions.count() == int(moment in IN_DOUBT)
            kept_draft = workspace.drafts.get(DRAFT) is not None
            found = workspace.sends.recent()
            assert len(found) == int(moment not in BEFORE_THE_INTENT)
            assert all(record.body == journey.request.wire() for record in found)
            assert kept_draft or [record.state for record in found] == [ItemState.ACKED], "it would be lost"
        assert journey.in_store() == arrived, "opening the workspace sent something"
        await send_ticket(journey, lambda _call: None)
        assert journey.in_store() == 1
        with Workspace.open(folder) as workspace:
            states = [record.state for record in workspace.sends.find(journey.reference)]
            assert states.count(ItemState.ACKED) == 1
            assert set(states) <= {ItemState.ACKED, ItemState.LEFT_OUT}
            assert workspace.drafts.get(DRAFT) is None
            assert workspace.decisions.count() == 0


@pytest.mark.parametrize("moment", [("after bytes left", 1), ("before an answer is looked at", 1)])
async def test_a_client_without_a_ledger_fails_this(
    children: Mortals, kept: tuple[PracticeStore, Path], tmp_path: Path, moment: tuple[str, int]
) -> None:
    journey = begun(NaiveJourney, tmp_path, kept)
    assert children.live(journey, *moment) == KILLED
    await until(partial(holds, journey, 1))
    await send_naively(journey, lambda _call: None)
    assert journey.in_store() == 2
