"""Spike."""
import asyncio, time, sys, traceback
import pytest
from svcconsole.api import retry
from tests.journeys.mistakes.hands import hands_at_a_store
from tests.journeys.mistakes import wire, typed, files, connection
from tests.gui.tabs.catalog.conftest import fill
from tests.gui.tabs.catalog.shop import CATALOGS, shop_products

async def test_spike(window_loop, practice_store, own_folders, monkeypatch):
    monkeypatch.setattr(retry, "FIRST_WAIT", 0.01)
    practice_store.reset("empty")
    fill(practice_store, shop_products(), CATALOGS)
    async with hands_at_a_store(practice_store, own_folders) as hands:
        for row in connection.ROWS:
            t=time.time()
            print("\n##", row.words)
            try:
                await row.make(hands)
                said = await hands.see()
            except BaseException:
                traceback.print_exc(file=sys.stdout, limit=-4); print([t for t in hands.window.console.notices.tasks() if t not in hands.window.console.scope.tasks()]); await hands.tidy(); continue
            for s in said.sentences: print("  S", s)
            for s in said.quoted: print("  Q", s)
            print("  O", said.offers, "LOST", hands.lost(), round(time.time()-t,2))
            await hands.tidy()
