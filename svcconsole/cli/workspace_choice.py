"""The workspace folder of the store that a command names."""

from __future__ import annotations

from pathlib import Path

from svcconsole.api.errors import RefusedHere
from svcconsole.cli.connection import app_id_for, profile_for
from svcconsole.cli.store_options import StoreOptions
from svcconsole.cli.workspace_folder import folder_at
from svcconsole.words.message import message


def chosen_folder(store: StoreOptions) -> Path:
    """The workspace folder of the named store; raises RefusedHere where none, or no single one, is named."""
    if (store.profile is None) == (store.base_url is None):
        raise RefusedHere(
            message("No store is named.")
            if store.profile is None
            else message("Both a profile and a base URL are given."),
            advice=message("Use --profile NAME, or --base-url URL."),
        )
    known = profile_for(store)
    return folder_at(
        store.base_url or (known.base_url if known else ""),
        store.prefix or (known.prefix if known else "svc"),
        app_id_for(store, known),
    )
