"""The options that name a store; alone where nothing is sent to it, so that no token is needed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from typer import Option

from svcconsole.cli.option_group import option_group
from svcconsole.words.message import mark


@dataclass(frozen=True, slots=True)
class StoreOptions:
    """Which store a command is about: each field is an option, its type says the name and the help."""

    profile: Annotated[str | None, Option("--profile", help=mark("The store's profile, by name."))] = None
    base_url: Annotated[
        str | None, Option("--base-url", help=mark("The store's address, instead of a profile."))
    ] = None
    prefix: Annotated[
        str | None, Option("--prefix", help=mark("The API prefix; svc unless the profile says."))
    ] = None
    app_id: Annotated[
        str | None, Option("--app-id", help=mark("The store's application id, where one is asked."))
    ] = None


with_store_options = option_group("store", StoreOptions)
"""Gives a command an option for each field of StoreOptions, in place of its keyword `store`."""
