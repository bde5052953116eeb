"""The pages of the help in plain words: their files, what they are also found by, and the parts of the window
they are about."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from PySide6.QtWidgets import QWidget

from svcconsole.gui.panels.help.page_file import page_file

GUI: Final = "svcconsole.gui."


@dataclass(frozen=True, slots=True)
class Topic:
    """One page: the file without its ending, the modules below svcconsole.gui whose widgets it is about, and
    words it is found by besides its own."""

    name: str
    about: tuple[str, ...] = ()
    also: str = ""

    def lines(self) -> tuple[str, ...]:
        """The page's lines that say something."""
        return _lines(page_file(f"{self.name}.md"))

    def title(self) -> str:
        """Its first heading."""
        return self.lines()[0].removeprefix("# ")

    def find(self, searched: str) -> str | None:
        """The first line with every word of what is searched; None where the page has not all of them."""
        words = searched.casefold().split()
        whole = f"{' '.join(self.lines())} {self.also}".casefold()
        if not all(word in whole for word in words):
            return None
        said = (line.removeprefix("# ") for line in self.lines())
        return next((line for line in said if all(word in line.casefold() for word in words)), self.title())


TOPICS: Final = (
    Topic("first-steps", (), "begin keys shortcuts palette"),
    Topic("today", ("panels.today", "panels.first_tasks", "panels.calls"), "start waiting tasks inspector"),
    Topic(
        "stores", ("panels.profiles", "shell"), "profile token connection safe level administrator windows"
    ),
    Topic("practice", ("panels.practice",), "sandbox try faults scenarios"),
    Topic("catalog", ("tabs.catalog", "panels.catalog"), "product price stock variant photo"),
    Topic(
        "customers",
        ("tabs.customers", "panels.person", "panels.people", "panels.compare"),
        "person people phone e-mail",
    ),
    Topic(
        "messaging",
        ("tabs.messaging", "panels.delivery", "panels.registries"),
        "message template campaign flow delivery WhatsApp",
    ),
    Topic("helpdesk", ("tabs.helpdesk",), "ticket agent"),
    Topic("reports", ("tabs.reports", "panels.viewer"), "export download chart"),
    Topic("user-properties", ("tabs.user_properties",), "tags consent properties"),
    Topic(
        "imports", ("panels.importer", "panels.rehearsal", "panels.take_back"), "file spreadsheet CSV undo"
    ),
    Topic("decisions", ("panels.decisions",), "unknown doubt twice"),
    Topic(
        "runs",
        ("panels.runs", "panels.activity", "panels.schedules", "panels.approvals", "panels.record_changes"),
        "pause log",
    ),
    Topic("team", ("panels.settings.team",), "colleague database share PostgreSQL role"),
    Topic("settings", ("panels.settings",), "proxy firewall theme dark font certificate"),
)
FIRST: Final = TOPICS[0]
BY_NAME: Final = {topic.name: topic for topic in TOPICS}


@cache
def _lines(file: Path) -> tuple[str, ...]:
    text = file.read_text(encoding="utf-8")
    return tuple(line.strip() for line in text.splitlines() if line.strip())


def topic_of(widget: QWidget | None) -> Topic:
    """The page about a part of the window: that of the nearest thing around it that one is about."""
    while widget is not None:
        for kind in type(widget).__mro__:
            found = _about(kind.__module__.removeprefix(GUI), TOPICS)
            if found is not None:
                return found
        widget = widget.parentWidget()
    return FIRST


def _about(module: str, topics: Iterable[Topic]) -> Topic | None:
    """The page with the longest beginning of a module's name."""
    fitting = [
        (len(about), topic)
        for topic in topics
        for about in topic.about
        if module == about or module.startswith(f"{about}.")
    ]
    return max(fitting, key=lambda pair: pair[0])[1] if fitting else None
