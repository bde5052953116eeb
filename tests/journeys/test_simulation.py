"""A simulated shop from a seed: nobody twice, nothing lost, the totals add up, the words match what happened.

A failure prints its seed; `SIMULATED_SEED=17 pytest tests/journeys/test_simulation.py` replays it.
"""

from __future__ import annotations

import os
import shutil
from collections import Counter
from collections.abc import Callable, Iterable, Iterator

import pytest

from svcconsole.api.errors import Outcome
from svcconsole.api.fault_table import RULES
from svcconsole.api.faults import Fault
from tests.support.simulation.bugs import BUGS
from tests.support.simulation.network import STAGINGS, SimulatedStore
from tests.support.simulation.world import World, template

SEEDS = 100
DEEP_SEEDS = range(SEEDS, SEEDS + 10_000, 1_000)
"""The first seed of each thousand that the deep tests run."""
MOST_FOR_A_BUG, MOST_IN_THE_GATE = 1_000, 3
FULL_OF_FAULTS = 21
SEED = os.environ.get("SIMULATED_SEED")
Simulate = Callable[[int], World]


@pytest.fixture(scope="module")
def simulate(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Simulate]:
    """Runs the world of a seed."""
    folder = tmp_path_factory.mktemp("simulated")
    (folder / "practice").mkdir()
    store, empty = SimulatedStore(folder / "practice"), template(folder / "template")

    def simulate(seed: int) -> World:
        place = folder / "world"
        place.mkdir()
        world = World(seed, place, store, empty)
        try:
            world.run()
        except AssertionError as error:
            raise AssertionError(f"SIMULATED_SEED={seed} replays it: {error}") from error
        finally:
            shutil.rmtree(place)
        return world

    yield simulate
    store.close()


@pytest.mark.parametrize("seed", range(SEEDS) if SEED is None else [int(SEED)])
def test_a_simulated_shop_keeps_every_promise(simulate: Simulate, seed: int) -> None:
    simulate(seed)


@pytest.mark.deep
@pytest.mark.timeout(4 * 3600)
@pytest.mark.parametrize("first", DEEP_SEEDS)
def test_a_thousand_simulated_shops_keep_every_promise(simulate: Simulate, first: int) -> None:
    met: Counter[str] = Counter()
    for seed in range(first, first + DEEP_SEEDS.step):
        world = simulate(seed)
        met.update(world.disk.met)
        met.update({f"network: {fault}": count for fault, count in world.network.met.items()})
    for fault, count in sorted(met.items()):
        print(f"{fault:40} {count:8,}")
    assert {fault for fault in Fault if not met[f"network: {fault}"]} == set()


def test_every_fault_of_the_table_is_staged_as_the_table_understands_it() -> None:
    """What the table calls not carried out is never carried out, else nothing could be promised."""
    assert sorted(staging.fault for staging in STAGINGS) == sorted(RULES)
    for staging in STAGINGS:
        chance = staging.carries_out if staging.once_only is None else staging.once_only
        doubtful = RULES[staging.fault].once.outcome is Outcome.UNKNOWN
        assert doubtful or not chance, staging.fault


@pytest.mark.parametrize("name", BUGS)
def test_a_bug_is_found(simulate: Simulate, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Else nobody could say that the seeds look at it. Begun at the first that is known to."""
    bug = BUGS[name]
    bug.switch(monkeypatch)
    assert found_at(simulate, range(bug.first, bug.first + MOST_IN_THE_GATE)) is not None


@pytest.mark.deep
def test_each_bug_is_found_within_a_thousand_seeds(simulate: Simulate) -> None:
    needed: dict[str, int | None] = {}
    for name, bug in BUGS.items():
        with pytest.MonkeyPatch.context() as patch:
            bug.switch(patch)
            at = found_at(simulate, range(MOST_FOR_A_BUG))
        needed[name] = None if at is None else at + 1
        print(f"{name:45} {needed[name]} seeds")
    assert None not in needed.values()


def found_at(simulate: Simulate, seeds: Iterable[int]) -> int | None:
    """The first seed of these in which a promise is broken."""
    for seed in seeds:
        try:
            simulate(seed)
        except AssertionError:
            return seed
    return None


def test_a_seed_replays(simulate: Simulate) -> None:
    first, second = (simulate(FULL_OF_FAULTS) for _ in range(2))
    assert (first.clock.now, first.disk.met, first.network.met) == (
        second.clock.now, second.disk.met, second.network.met,
    )  # fmt: skip
    assert first.disk.met
