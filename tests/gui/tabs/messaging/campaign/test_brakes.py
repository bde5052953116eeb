"""The first people of a campaign and the rules that pause it, as fields: what is shown is what is kept."""

from __future__ import annotations

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from svcconsole.gui.tabs.messaging.campaign.when.brakes import Brakes
from svcconsole.services.campaigns.terms import FirstWaveTerms, Limits, StopRules
from tests.support.qt import show


def test_what_is_chosen_is_kept_and_shown_again(qtbot: QtBot) -> None:
    brakes = show(qtbot, Brakes(), 340, 400)
    brakes.set_people(2_480)
    assert brakes.first_wave() is None and brakes.stop_rules(StopRules()) == StopRules()
    for rule, number in (
        (brakes.first, "40"), (brakes.failed, "15"), (brakes.doubts, "8"), (brakes.slow, "4"),
        (brakes.pace, "2"),
    ):  # fmt: skip
        assert not rule.field.isEnabled()
        qtbot.mouseClick(rule.on, Qt.MouseButton.LeftButton)
        rule.field.selectAll()
        qtbot.keyClicks(rule.field, number)
    wave, stop = brakes.first_wave(), brakes.stop_rules(StopRules())
    limits = brakes.limits(Limits(number="main"))
    assert wave == FirstWaveTerms(people=40, most=49)
    assert stop == StopRules(failed_share=0.15, in_doubt=8, slower_by=4.0)
    assert limits == Limits(number="main", messages_per_second=2.0)
    again = show(qtbot, Brakes(), 340, 400)
    again.set_people(2_480)
    again.show_terms(wave, stop, limits)
    assert (again.first_wave(), again.stop_rules(StopRules()), again.limits(Limits(number="main"))) == (
        wave, stop, limits,
    )  # fmt: skip


def test_with_too_few_people_it_says_how_many_it_takes(qtbot: QtBot) -> None:
    brakes = show(qtbot, Brakes(), 340, 400)
    brakes.set_people(12)
    assert not brakes.first.isEnabled() and brakes.first_wave() is None
    assert "12 people" in brakes.first_note.text() and "more than 23" in brakes.first_note.text()
    brakes.set_people(5_000)
    assert brakes.first.isEnabled() and brakes.first.field.text() == "50"
