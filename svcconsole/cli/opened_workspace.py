"""Opens the workspace of the store that a command names, where nothing is sent to it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from svcconsole.cli.exit_codes import exit_on_error
from svcconsole.cli.store_options import StoreOptions
from svcconsole.cli.workspace_choice import chosen_folder
from svcconsole.cli.workspace_folder import as_refusals

if TYPE_CHECKING:
    from svcconsole.workspace.database import Workspace


@contextmanager
def opened_workspace(store: StoreOptions) -> Iterator[Workspace]:
    """The workspace; what it refuses is said and ends the command."""
    with exit_on_error(), as_refusals():
        folder = chosen_folder(store)
        from svcconsole.workspace.database import Workspace

        with Workspace.open(folder) as workspace:
            yield workspace
