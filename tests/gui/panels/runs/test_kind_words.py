"""Each kind of record is spoken of by its name, on the button that starts a run and where one is decided."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication

from svcconsole.gui.panels.importer.check.check_control import REPLACED
from svcconsole.gui.panels.importer.check.check_text import run_consequence, run_verb
from svcconsole.gui.panels.runs.decide_unknown import SEND_AGAIN, DecideUnknown
from svcconsole.gui.panels.runs.kind_words import kind_words
from svcconsole.gui.runtime.profile_summary import ProfileSummary
from svcconsole.services.imports.views import CheckSummary
from svcconsole.tables.mapping.kinds import IMPORTS

LIVE = ProfileSummary("wickloom", "Wickloom Europe")
READY = CheckSummary(
    rows=5,
    products=3,
    ready=4,
    to_put_right=1,
    left_out=0,
    worth_a_look=0,
    ready_products=3,
    can_undo=False,
    seconds=0.1,
    kinds=(),
)


@pytest.mark.parametrize(
    ("kind", "verb", "asked"),
    [
        ("products", "Import 3 products into Wickloom Europe", "Did these 3 products arrive?"),
        ("catalogs", "Import 3 catalogs into Wickloom Europe", "Did these 3 catalogs arrive?"),
        ("tickets", "Create 3 tickets in Wickloom Europe", "Were these 3 tickets created?"),
        ("flows", "Start 3 flows from Wickloom Europe", "Did these 3 flows begin?"),
        ("customers", "Import 3 customers into Wickloom Europe", "Did these 3 customers arrive?"),
        ("user_properties", "Import 3 entries into Wickloom Europe", "Did these 3 entries arrive?"),
        (
            "templates",
            "Send 3 template messages by Wickloom Europe",
            "Did these 3 template messages go out?",
        ),
        ("messages", "Send 3 messages by Wickloom Europe", "Did these 3 messages go out?"),
    ],
)
def test_a_kind_has_its_own_words(qapp: QApplication, kind: str, verb: str, asked: str) -> None:
    said = kind_words(kind)
    assert run_verb(LIVE, READY, said) == verb
    assert run_consequence(READY, said).startswith("4 rows are sent.")
    if kind in REPLACED:
        assert "what the file does not name stays as it is" in run_consequence(READY, said)
        assert "are replaced as a whole" in run_consequence(READY, said, empties=True)
    decide = DecideUnknown()
    decide.ask(3, kind, under_way=False)
    assert decide.question.text() == asked
    assert decide.choices[SEND_AGAIN].text.text() == said.same
    assert ("no way to look them up" in decide.known.text()) == (kind not in ("products", "catalogs"))
    decide.deleteLater()


def test_every_kind_that_is_imported_has_words_of_its_own() -> None:
    titles = {kind_words(kind).title for kind in IMPORTS}
    assert len(titles) == len(IMPORTS)
