"""The connection options of every command that talks to a store."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from typer import Option

from svcconsole.api.connection import AT_ONCE, Connection
from svcconsole.api.errors import NotTrusted, RefusedHere
from svcconsole.api.network import Network
from svcconsole.api.token import Token
from svcconsole.cli.option_group import option_group
from svcconsole.cli.store_options import StoreOptions
from svcconsole.preferences import PreferencesError, network
from svcconsole.profiles import SAFE_LEVELS, Profile, Profiles, ProfilesError
from svcconsole.secrets import KeyringTrouble, read_credential
from svcconsole.store_identity import identity_of_profile, of_same_address
from svcconsole.store_tokens import read_store_token
from svcconsole.words.message import listed, mark, message

TOKEN_CREDENTIAL = "svcconsole-token"  # noqa: S105 - the name of a file
"""What systemd hands a service as this credential is its store's token."""


@dataclass(frozen=True, slots=True)
class ConnectionOptions(StoreOptions):
    """Which store a command talks to, and how: as in StoreOptions."""

    token_env: Annotated[
        str | None, Option("--token-env", help=mark("The environment variable that holds the token."))
    ] = None
    ca_file: Annotated[
        Path | None,
        Option("--ca-file", exists=True, dir_okay=False, help=mark("A certificate file to trust as well.")),
    ] = None
    yes: Annotated[
        bool, Option("--yes", help=mark("Send without asking where the store's profile asks before writing."))
    ] = False
    confirm: Annotated[
        str | None,
        Option(
            "--confirm",
            metavar="NAME",
            help=mark("The store's name, where its profile wants it typed before writing."),
        ),
    ] = None


with_connection_options = option_group("options", ConnectionOptions)
"""Gives a command an option for each field of ConnectionOptions, in place of its keyword `options`."""


def connection_for(options: ConnectionOptions) -> Connection:
    """The connection of a command's options; raises RefusedHere where they do not name one store."""
    if (options.profile is None) == (options.base_url is None):
        raise RefusedHere(
            message("No store is named.")
            if options.profile is None
            else message("Both a profile and a base URL are given."),
            advice=message("Use --profile NAME, or --base-url URL together with --token-env VAR."),
        )
    if options.ca_file is not None:
        _check(options.ca_file)
    known = profile_for(options)
    return Connection(
        base_url=options.base_url or (known.base_url if known else ""),
        token=_token(options, known),
        prefix=options.prefix or (known.prefix if known else "svc"),
        app_id=app_id_for(options, known),
        ca_file=options.ca_file,
        name=known.name if known else "",
        read_only=known is not None and known.is_read_only,
        network=_network(),
        requests_a_second=known.requests_a_second if known else 0,
        at_once=known.at_once if known else AT_ONCE,
    )


def profile_for(options: StoreOptions) -> Profile | None:
    """The profile a command names, or the one of the address it names; None where there is none.

    Of several profiles of one store the most careful counts. Raises RefusedHere where the address is that of
    several stores, and where the profiles cannot be read: one of them might say read-only.
    """
    if options.profile is not None:
        return _profile(options.profile)
    if options.base_url is None:
        return None
    found = of_same_address(_profiles().profiles, options.base_url, options.prefix, options.app_id)
    if len({identity_of_profile(profile) for profile in found}) > 1:
        raise RefusedHere(
            message("Several stores have this address: {names}.", names=listed([one.name for one in found])),
            advice=message("Name one with --profile NAME, or by its --app-id."),
        )
    return max(found, key=lambda profile: SAFE_LEVELS.index(profile.safe_level), default=None)


def app_id_for(options: StoreOptions, known: Profile | None) -> str | None:
    """The app id of a command's store: as its options say, else as its profile does."""
    return options.app_id or (known.app_id if known else None)


def _network() -> Network:
    try:
        return network()
    except PreferencesError as error:
        raise RefusedHere(error.sentence, advice=error.advice) from error


def _check(ca_file: Path) -> None:
    """Refuse a certificate file that cannot be used before anything is on its way."""
    from svcconsole.api.tls_and_proxy import tls_context

    try:
        tls_context(ca_file)
    except NotTrusted as error:
        raise RefusedHere(error.sentence, advice=error.advice) from error


def _profiles() -> Profiles:
    try:
        return Profiles.load()
    except ProfilesError as error:
        raise RefusedHere(error.sentence, advice=error.advice) from error


def _profile(name: str) -> Profile:
    profiles = _profiles()
    if found := profiles.find(name):
        return found
    names = [profile.name for profile in profiles.profiles]
    raise RefusedHere(
        message("There is no profile named {name}.", name=repr(name)),
        advice=message("There are: {names}.", names=listed(names))
        if names
        else message("Add the store in the window, or use --base-url."),
    )


def _token(options: ConnectionOptions, known: Profile | None) -> Token:
    """The token of the variable that is named, of the service's credential, or of the keyring."""
    if options.token_env is not None:
        return _token_from(options.token_env)
    handed = read_credential(TOKEN_CREDENTIAL)
    return Token(handed) if handed else _kept_token(known)


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
        token = read_store_token(profile, _profiles().token_note(profile))
    except KeyringTrouble as error:
        raise RefusedHere(
            error.sentence,
            advice=message("Put the token into an environment variable and name it: --token-env VAR."),
        ) from error
    if token is None:
        raise RefusedHere(
            message("No token is saved for {name}.", name=profile.name),
            advice=message("Enter it in the store's profile in the window, or use --token-env VAR."),
        )
    return token
