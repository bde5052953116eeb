"""The connection options of every command that talks to a store."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from svcconsole.api.connection import Connection
from svcconsole.api.errors import NotTrusted, RefusedHere
from svcconsole.api.token import Token
from svcconsole.profiles import Profile, Profiles, ProfilesError
from svcconsole.secrets import KeyringTrouble, read_token
from svcconsole.words.message import listed, mark, message

ProfileName = Annotated[str | None, typer.Option("--profile", help=mark("The store's profile, by name."))]
BaseUrl = Annotated[
    str | None, typer.Option("--base-url", help=mark("The store's address, instead of a profile."))
]
TokenEnv = Annotated[
    str | None, typer.Option("--token-env", help=mark("The environment variable that holds the token."))
]
Prefix = Annotated[
    str | None, typer.Option("--prefix", help=mark("The API prefix; svc unless the profile says."))
]
AppId = Annotated[
    str | None, typer.Option("--app-id", help=mark("The store's application id, where one is asked."))
]
CaFile = Annotated[
    Path | None,
    typer.Option("--ca-file", exists=True, dir_okay=False, help=mark("A certificate file to trust as well.")),
]


@dataclass(frozen=True, slots=True)
class To:
    """Which store a command talks to, as the options name it."""

    profile: str | None
    base_url: str | None
    token_env: str | None
    prefix: str | None
    app_id: str | None
    ca_file: Path | None


def connection_for(to: To) -> Connection:
    """The connection of a command's options; raises RefusedHere where they do not name one store."""
    if (to.profile is None) == (to.base_url is None):
        raise RefusedHere(
            message("No store is named.")
            if to.profile is None
            else message("Both a profile and a base URL are given."),
            advice=message("Use --profile NAME, or --base-url URL together with --token-env VAR."),
        )
    if to.ca_file is not None:
        _check(to.ca_file)
    known = _profile(to.profile) if to.profile is not None else None
    if known is None and to.token_env is None:
        raise RefusedHere(
            message("The token is missing."),
            advice=message("Name the variable that holds it: --token-env VAR."),
        )
    return Connection(
        base_url=known.base_url if known else to.base_url or "",
        token=_token_from(to.token_env) if to.token_env is not None else _kept_token(known),
        prefix=to.prefix or (known.prefix if known else "svc"),
        app_id=to.app_id or (known.app_id if known else None),
        ca_file=to.ca_file,
    )


def _check(ca_file: Path) -> None:
    """Refuse a certificate file that cannot be used before anything is on its way."""
    from svcconsole.api.tls_and_proxy import tls_context

    try:
        tls_context(ca_file)
    except NotTrusted as error:
        raise RefusedHere(error.sentence, advice=error.advice) from error


def _profile(name: str) -> Profile:
    try:
        profiles = Profiles.load()
    except ProfilesError as error:
        raise RefusedHere(error.sentence, advice=error.advice) from error
    if found := profiles.find(name):
        return found
    names = [profile.name for profile in profiles.profiles]
    raise RefusedHere(
        message("There is no profile named {name}.", name=repr(name)),
        advice=message("There are: {names}.", names=listed(names))
        if names
        else message("Add the store in the window, or use --base-url."),
    )


def _token_from(variable: str) -> Token:
    text = os.environ.get(variable, "")
    if not text.strip():
        raise RefusedHere(
            message("The environment variable {variable} is not set or empty.", variable=variable),
            advice=message("Put the store's token into it."),
        )
    return Token(text)


def _kept_token(profile: Profile | None) -> Token:
    if profile is None:
        raise RefusedHere(
            message("The token is missing."),
            advice=message("Name the variable that holds it: --token-env VAR."),
        )
    try:
        token = read_token(profile.id)
    except KeyringTrouble as error:
        raise RefusedHere(
            error.sentence,
            advice=message("Put the token into an environment variable and name it: --token-env VAR."),
        ) from error
    if token is None:
        raise RefusedHere(
            message("No token is kept for {name}.", name=profile.name),
            advice=message("Enter it in the store's profile in the window, or use --token-env VAR."),
        )
    return token
