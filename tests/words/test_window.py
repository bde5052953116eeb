"""The window's door: its texts, those of the layers below, and Qt's own, in the language in use."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale, Qt
from PySide6.QtWidgets import QApplication, QDialogButtonBox, QLabel

from svcconsole.gui.design.text import (
    ClampedLabel,
    ElidedLabel,
    PlainLabel,
    capital,
    isolate,
    set_tip,
    visible,
)
from svcconsole.gui.design.words import number_text, sentences, show, tr, tr_plural, use_language
from svcconsole.gui.kit.containers.empty_state import EmptyState
from svcconsole.gui.kit.containers.fields import Field
from svcconsole.gui.kit.containers.footer import Footer, FooterPart
from svcconsole.gui.kit.widgets.buttons import button, tool_button
from svcconsole.gui.kit.widgets.chips import FilterChip
from svcconsole.gui.kit.widgets.notice_card import NoticeCard
from svcconsole.gui.kit.widgets.pills import STATES, Pill, PillValue
from svcconsole.words import catalog
from svcconsole.words.catalog import ENGLISH, Language
from svcconsole.words.message import listed, message, number, plural
from tests.support.wordlist import wordlist


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("words") / "pseudo.mo"
    wordlist().write_pseudo(made)
    return made


@pytest.fixture
def pseudo(qapp: QApplication, file: Path) -> Iterator[Language]:
    language = catalog.load("en", file)
    use_language(qapp, language)
    yield language
    use_language(qapp, ENGLISH)


def test_texts_of_the_window(pseudo: Language) -> None:
    assert tr("Cancel") == "⟦Çàńçéĺ⟧"
    assert tr("was {old}", old="{61}") == "⟦ŵàš {61}⟧"
    assert tr_plural("1 change", "{n} changes", 1200) == f"⟦{number_text(number(1200))} çĥàńĝéš⟧"
    assert tr("") == ""
    assert tr("What no catalog has {x}") == "What no catalog has {x}"


def test_what_is_no_message_passes() -> None:
    assert show("Cancel") == "Cancel"
    assert visible("Cancel") == "Cancel"


def test_what_the_layers_below_say_is_said_where_it_enters_a_widget(pseudo: Language) -> None:
    said = message("Cancel")
    here = "⟦Çàńçéĺ⟧"
    assert [show(said), visible(said), capital(said)] == [here] * 3
    assert here in isolate(said)
    clamped = ClampedLabel(1)
    clamped.setText(said)
    assert [label.text() for label in (PlainLabel(said), ElidedLabel(said), clamped)] == [here] * 3
    assert [way.text() for way in (button(said), FilterChip(said))] == [here] * 2
    assert tool_button("close", said).accessibleName() == here
    empty = EmptyState("catalog", said, said)
    assert (empty.accessibleName(), empty.accessibleDescription()) == (here, here)
    field = Field(said, QLabel(), help=said)
    assert (field.label(), field.editor.accessibleName()) == (here, here)
    field.set_error(said)
    assert field.error() == here
    assert field.editor.accessibleDescription().endswith(f" {here}")
    footer = Footer()
    footer.set_message(FooterPart(said))
    assert footer.accessibleDescription() == footer.message() == here
    card = NoticeCard("info", said, advice=said)
    assert (card.accessibleName(), card.accessibleDescription()) == (here, here)
    pill = Pill()
    pill.set_value(PillValue(said))
    assert pill.accessibleName() == here
    label = QLabel()
    set_tip(label, said)
    assert label.toolTip() == here


def test_a_table_of_pills_is_made_before_the_language_is_known(pseudo: Language) -> None:
    pill = Pill()
    pill.set_value(STATES["accepted"])
    assert pill.accessibleName() == "⟦Àççéṗťéđ⟧"


def test_sentences_one_after_the_other(pseudo: Language) -> None:
    assert sentences(message("Cancel"), "", "The store's words.") == "⟦Çàńçéĺ⟧ The store's words."
    assert show(listed([message("Cancel"), "A"])) == "⟦Çàńçéĺ⟧, A"


@pytest.mark.parametrize(
    ("locale", "shown"),
    [
        ("en_US", ["1,234", "2025", "0.50"]),
        ("de_DE", ["1.234", "2025", "0,50"]),
        ("C", ["1,234", "2025", "0.50"]),
    ],
)
def test_numbers_are_written_as_the_person_is_used_to(
    qapp: QApplication, locale: str, shown: list[str]
) -> None:
    before = QLocale()
    QLocale.setDefault(QLocale(locale))
    try:
        numbers = (number(1234), number(2025, grouped=False), number(0.5, 2))
        assert [number_text(each) for each in numbers] == shown
        assert show(plural("{n} row", "{n} rows", 1234)) == f"{shown[0]} rows"
    finally:
        QLocale.setDefault(before)


def test_qt_speaks_the_language_too_and_windows_follow_its_direction(qapp: QApplication) -> None:
    def cancel() -> str:
        box = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        return box.buttons()[0].text()

    english = cancel()
    try:
        use_language(qapp, Language("es"))
        assert cancel() == "Cancelar"
        use_language(qapp, Language("ar"))
        assert qapp.layoutDirection() == Qt.LayoutDirection.RightToLeft
        assert cancel() not in {english, "Cancelar"}
    finally:
        use_language(qapp, ENGLISH)
    assert (cancel(), qapp.layoutDirection()) == (english, Qt.LayoutDirection.LeftToRight)
