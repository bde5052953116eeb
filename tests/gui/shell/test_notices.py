"""Notices: three endings, equal ones collapse, at most three cards, news leaves by itself."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import (
    QApplication,
    QLabel,
    QLineEdit,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from svcconsole.api.errors import NotReached
from svcconsole.gui.kit.containers.footer import Footer, FooterFrame
from svcconsole.gui.runtime.notices import Level, Link, Notices
from svcconsole.gui.shell import notice_stack
from svcconsole.gui.shell.notice_stack import NoticeStack
from tests.support.qt import Complaints, show


def words(widget: QWidget) -> list[str]:
    return [label.text() for label in widget.findChildren(QLabel) if label.text() and label.isVisible()]


def test_an_expected_error_shows_its_sentence_advice_and_the_servers_words(qtbot: QtBot) -> None:
    notices = Notices()
    page = show(qtbot, QWidget(), 900, 600)
    stack = NoticeStack(notices, page)
    notices.report(
        NotReached("The store was not reached.", advice="Look at the cable.", server_words=("<b>No</b>",))
    )
    assert words(stack) == ["The store was not reached.", "Look at the cable.", "“<b>No</b>”"]


def test_cancelled_is_silent(qapp: QApplication) -> None:
    notices = Notices()
    notices.report(asyncio.CancelledError())
    assert notices.open == ()


def test_a_bug_can_be_copied(qtbot: QtBot, complaints: Complaints) -> None:
    complaints.expect("log ERROR svcconsole.notices: bug")
    notices = Notices()
    stack = NoticeStack(notices, show(qtbot, QWidget(), 900, 600))
    notices.report(KeyError("nowhere"))
    stack.cards()[0].link_clicked.emit()
    assert "KeyError: 'nowhere'" in QApplication.clipboard().text()


def test_forty_equal_errors_are_one_card_with_a_counter(qtbot: QtBot) -> None:
    notices = Notices()
    stack = NoticeStack(notices, show(qtbot, QWidget(), 900, 600))
    for _ in range(40):
        notices.report(NotReached("The store was not reached."))
    assert len(stack.cards()) == 1
    assert "× 40" in words(stack)


def test_at_most_three_cards_and_a_count_of_the_others(qtbot: QtBot) -> None:
    notices = Notices()
    stack = NoticeStack(notices, show(qtbot, QWidget(), 900, 600))
    for number in range(5):
        notices.add(Level.ERROR, f"Trouble {number}.")
    assert len(stack.cards()) == 3
    assert words(stack)[0] == "2 more"
    stack.cards()[-1].closed.emit()
    assert [notice.sentence for notice in notices.open] == [f"Trouble {number}." for number in range(4)]


def test_news_leaves_by_itself_and_problems_stay(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notice_stack, "NEWS_MS", 20)
    notices = Notices()
    page = QWidget()
    field = QLineEdit(page)
    show(qtbot, page, 900, 600)
    stack = NoticeStack(notices, page)
    qtbot.waitUntil(lambda: field.hasFocus() is True)
    notices.add("success", "It is done.")
    notices.add("warning", "Worth a look.")
    qtbot.waitUntil(lambda: len(stack.cards()) == 1)
    assert [notice.sentence for notice in notices.open] == ["Worth a look."]


def test_news_that_was_covered_has_its_time_all_the_same(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notice_stack, "NEWS_MS", 20)
    notices = Notices()
    stack = NoticeStack(notices, show(qtbot, QWidget(), 900, 600))
    notices.add("success", "It is done.")
    for number in range(3):
        notices.add("warning", f"Worth a look {number}.")
    assert "It is done." not in words(stack)
    qtbot.waitUntil(lambda: len(notices.open) == 3)
    assert words(stack)[0] == "Worth a look 0."


def test_the_newest_stands_lowest_and_an_older_one_comes_back_above(qtbot: QtBot) -> None:
    notices = Notices()
    stack = NoticeStack(notices, show(qtbot, QWidget(), 900, 600))

    def from_the_top() -> list[list[str]]:
        return [words(card) for card in sorted(stack.cards(), key=lambda card: card.y())]

    told = [notices.add("warning", f"Worth a look {number}.") for number in range(4)]
    assert from_the_top() == [[f"Worth a look {number}."] for number in (1, 2, 3)]
    notices.close(told[-1])
    assert from_the_top() == [[f"Worth a look {number}."] for number in (0, 1, 2)]


def test_a_long_sentence_is_whole(qtbot: QtBot) -> None:
    notices = Notices()
    page = show(qtbot, QWidget(), 900, 600)
    stack = NoticeStack(notices, page)
    notices.add("warning", "A sentence that needs several lines of a card. " * 5, links=(Link("Do", print),))
    qtbot.waitUntil(lambda: stack.cards()[0].height() > 60)
    for label in stack.findChildren(QLabel):
        if label.wordWrap() and label.isVisible():
            assert label.height() >= label.heightForWidth(label.width())
    assert page.rect().contains(stack.geometry())


def footer() -> tuple[Footer, QPushButton]:
    foot, send = Footer(), QPushButton("Send")
    foot.add(send)
    return foot, send


def foot_of_a_column() -> tuple[FooterFrame, QPushButton]:
    foot, edit = FooterFrame("surface", "top"), QPushButton("Edit")
    QVBoxLayout(foot).addWidget(edit)
    return foot, edit


@pytest.mark.parametrize("make", [footer, foot_of_a_column])
def test_the_buttons_at_the_bottom_stay_free(
    qtbot: QtBot, make: Callable[[], tuple[FooterFrame, QPushButton]]
) -> None:
    notices = Notices()
    page = QWidget()
    places = QStackedWidget(page)
    form, plain = QWidget(), QWidget()
    foot, button = make()
    column = QVBoxLayout(form)
    column.addStretch(1)
    column.addWidget(foot)
    for each in (plain, form):
        places.addWidget(each)
    QVBoxLayout(page).addWidget(places)
    show(qtbot, page, 900, 600)
    stack = NoticeStack(notices, page)
    notices.add("warning", "Worth a look.")
    qtbot.waitUntil(lambda: stack.geometry().bottom() > page.height() - foot.height())
    places.setCurrentWidget(form)
    qtbot.waitUntil(lambda: stack.geometry().bottom() < foot.mapTo(page, QPoint()).y())
    assert page.childAt(button.mapTo(page, button.rect().center())) is button
    places.setCurrentWidget(plain)
    qtbot.waitUntil(lambda: stack.geometry().bottom() > page.height() - foot.height())
