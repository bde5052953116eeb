"""What the people of a shared workspace are called: the name behind each account of its database.

One map for the program: an account is made of the name of whoever has it, in each store in the same way.
"""

from __future__ import annotations

from collections.abc import Mapping

from svcconsole.gui.design.text import visible

_names: dict[str, str] = {}


def learn_names(names: Mapping[str, str]) -> None:
    """Know what whoever has these accounts is called."""
    _names.update(names)


def called(account: str) -> str:
    """The name of whoever has this account; the account itself where nobody is known by it."""
    return visible(_names.get(account, account))
