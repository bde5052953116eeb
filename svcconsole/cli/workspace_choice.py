"""The options that name a store where nothing is sent to it, so that no token is needed."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from typer import Option

from svcconsole.api.errors import RefusedHere
from svcconsole.cli.connection import ConnectionOptions, profile_for
from svcconsole.cli.workspace_folder import folder_at
from svcconsole.words.message import mark, message

ProfileName = Annotated[str | None, Option("--profile", help=mark("The store's profile, by name."))]
BaseUrl = Annotated[str | None, Option("--base-url", help=mark("The store's address, instead of a profile."))]
Prefix = Annotated[str | None, Option("--prefix", help=mark("The API prefix; svc unless the profile says."))]
AppId = Annotated[
    str | None, Option("--app-id", help=mark("The store's application id, where one is asked."))
]


def chosen_folder(profile: str | None, base_url: str | None, prefix: str | None, app_id: str | None) -> Path:
    """The workspace folder of the named store; raises RefusedHere where none, or no single one, is named."""
    if (profile is None) == (base_url is None):
        raise RefusedHere(
            message("No store is named.")
            if profile is None
            else message("Both a profile and a base URL are given."),
            advice=message("Use --profile NAME, or --base-url URL."),
        )
    known = profile_for(ConnectionOptions(profile=profile, base_url=base_url, prefix=prefix, app_id=app_id))
    return folder_at(
        base_url or (known.base_url if known else ""),
        prefix or (known.prefix if known else "svc"),
        app_id or (known.app_id if known else None),
    )
