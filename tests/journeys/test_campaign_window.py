"""A campaign through the window while the store misbehaves: nobody twice, everybody accounted for."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

from PySide6.QtWidgets import QApplication

from tests.gui.tabs.messaging.campaign.conftest import OpenCampaigns, open_campaigns, open_tab
from tests.gui.tabs.messaging.campaign.hands import looking, result, start_now, write_list
from tests.support.campaign import ENDS, misbehave, number_of, received
from tests.support.coroutines import until
from tests.support.practice import PracticeStore

__all__ = ["open_campaigns", "open_tab"]

COUNT = 120


async def test_a_campaign_over_a_store_that_breaks_off_sends_nobody_twice_and_loses_nobody(
    window_loop: QApplication, practice_store: PracticeStore, open_campaigns: OpenCampaigns, tmp_path: Path
) -> None:
    misbehave(practice_store, seed=7, share=0.12)
    rows = [(number_of(place), f"N{place}", "Pune") for place in range(COUNT)]
    path = write_list(tmp_path / "list.csv", *rows, rows[0])
    async with open_campaigns() as tab:
        page = await looking(tab, path)
        page.look.start.click()
        await start_now(page)
        await until(lambda: page.run_panel is not None and page.run_panel.run_id)
        panel = page.run_panel
        assert panel is not None

        def gone_on() -> bool:
            """Whether it ended; a run that holds is resumed, as a person would."""
            live = panel.live()
            if live is not None and live.state == "paused":
                panel.view.resume.click()
            return live is not None and live.state == "finished"

        await until(gone_on, seconds=60)
        run_id = await result(page)
        totals = await tab.console.db(lambda space: space.runs.totals(run_id))
        got = received(practice_store)
        assert set(got.values()) == {1}, "nobody got two"
        assert totals.needs_decision > 0, "some were broken off without an answer"
        assert (totals.rows, totals.not_sent, totals.refused) == (COUNT + 1, 1, 0)
        assert totals.sent + totals.needs_decision == COUNT
        assert totals.sent <= len(got) <= COUNT
        files = {Path(file.path).stem: Path(file.path) for file in panel.view.files.files}
        found = {end: _numbers(files[end]) if end in files else [] for end in ENDS}
        assert Counter(number for numbers in found.values() for number in numbers) == Counter(
            row[0] for row in (*rows, rows[0])
        ), "everyone in one file, once"
        assert set(found["sent"]) <= got.keys() <= {*found["sent"], *found["needs_decision"]}
        assert {one.phone for one in await tab.console.db(lambda space: space.deliveries.all())} >= set(
            found["sent"]
        )


def _numbers(path: Path) -> list[str]:
    with path.open(encoding="utf-8-sig", newline="") as file:
        return [row["Phone"].lstrip("'") for row in csv.DictReader(file)]
