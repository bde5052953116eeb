"""Seeded simulations of a team that sends while everything fails: nobody twice, nothing lost, whatever the
order.

A failure prints its seed; `SIMULATED_SEED=17 pytest tests/workspace/test_team_simulation.py` replays it.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.team_simulation import Simulation, simulated_database

SEEDS, DEEP_SEEDS = 20, 1000
SEED = os.environ.get("SIMULATED_SEED")


def simulate(seed: int, folder: Path, make: Callable[[], str], *, naive: bool = False) -> None:
    with simulated_database(make) as address:
        try:
            Simulation(seed, folder / str(seed), address, naive=naive).run()
        except AssertionError as error:
            raise AssertionError(f"SIMULATED_SEED={seed} replays it: {error}") from error


@pytest.mark.parametrize("seed", range(SEEDS) if SEED is None else [int(SEED)])
def test_a_simulated_team_sends_nothing_twice(
    tmp_path: Path, new_database: Callable[[], str], seed: int
) -> None:
    simulate(seed, tmp_path, new_database)


@pytest.mark.deep
def test_a_thousand_simulated_teams_send_nothing_twice(
    tmp_path: Path, new_database: Callable[[], str]
) -> None:
    for seed in range(SEEDS, SEEDS + DEEP_SEEDS):
        simulate(seed, tmp_path, new_database)


def test_a_driver_that_simply_tries_again_is_found_out(
    tmp_path: Path, new_database: Callable[[], str]
) -> None:
    """Else nobody could say that the others were looked at."""
    found = []
    for seed in range(SEEDS):
        try:
            simulate(seed, tmp_path, new_database, naive=True)
        except AssertionError as error:
            found.append(str(error))
        if found:
            break
    assert "sent more than once" in found[0]


def test_a_seed_replays(tmp_path: Path, new_database: Callable[[], str]) -> None:
    received = []
    for round_ in ("one", "two"):
        with simulated_database(new_database) as address:
            simulation = Simulation(3, tmp_path / round_, address)
            simulation.run()
            received.append((simulation.now, sorted(simulation.store.received.values())))
    assert received[0] == received[1]
