"""The fields of a connection that say when a second person has to agree, and whose signature counts."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtWidgets import QLineEdit, QWidget

from svcconsole.gui.design.words import tr

BETWEEN = ";"
"""Stands between two people."""


def approval_rows() -> tuple[tuple[str, QWidget, str, str, bool], ...]:
    """Name, editor, label, help, and whether something has to be filled in."""
    return (
        (
            "approve_above",
            QLineEdit(),
            tr("A second person above"),
            tr("People that one campaign reaches; 0: nobody is asked."),
            False,
        ),
        (
            "approvers",
            QLineEdit(),
            tr("Whose signature counts"),
            tr(
                "Where nobody shares the workspace: a name and the key that their Settings show, more people "
                "after a semicolon."
            ),
            False,
        ),
    )


def approvers_text(approvers: Mapping[str, str]) -> str:
    """As it is typed: `Yusuf ABCD-…; Sofie EFGH-…`."""
    return f"{BETWEEN} ".join(f"{name} {code}" for name, code in approvers.items())


def approvers_in(text: str) -> dict[str, str]:
    """The code of each one's key, by name; a code that is none is told when it is checked."""
    typed = (each.strip().rpartition(" ") for each in text.split(BETWEEN) if each.strip())
    return {name.strip(" :"): code for name, _, code in typed}
