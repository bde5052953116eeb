"""Asks whether a command may write to its store, by the safe level of the store's profile."""

from __future__ import annotations

import sys

import typer

from svcconsole.api.errors import RefusedHere
from svcconsole.cli.connection import ConnectionOptions, profile_for
from svcconsole.cli.output import told
from svcconsole.profiles import Profile
from svcconsole.services.first_tasks.passes import refusal as not_practised
from svcconsole.words.message import Message, message


def check_may_write(options: ConnectionOptions) -> None:
    """Return where the store may be written to; raises RefusedHere where it may not, or nobody agreed."""
    profile = profile_for(options)
    if profile is None or profile.practice:
        return
    if (asked := not_practised(profile.name, profile.must_practise)) is not None:
        raise RefusedHere(asked[0], advice=asked[1])
    if profile.safe_level == "open":
        return
    if profile.is_read_only:
        raise RefusedHere(
            message("{store} is set to read-only. Nothing was sent.", store=profile.name),
            advice=message("Another safe level can be chosen in the store's connection, in the window."),
        )
    if options.confirm is not None:
        _check_name(profile, options.confirm)
    elif profile.safe_level == "name":
        _check_name(profile, _typed(profile, message("Type {store} to go on:", store=profile.name), _BY_NAME))
    elif not options.yes:
        answer = _typed(profile, message("Go on? Type yes:"), _BY_YES)
        if answer.casefold() not in ("y", "yes"):
            raise RefusedHere(message("Nothing was sent."))


_BY_NAME = message("Add --confirm with the store's name.")
_BY_YES = message("Add --yes, or --confirm with the store's name.")


def _check_name(profile: Profile, typed: str) -> None:
    if typed != profile.name:
        raise RefusedHere(
            message("{typed} is not the name of the store, {store}.", typed=repr(typed), store=profile.name),
            advice=message("Nothing was sent."),
        )


def _typed(profile: Profile, question: Message, otherwise: Message) -> str:
    """What a person at the terminal answers; refused, with what to add, where nobody is there to ask."""
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        raise RefusedHere(
            message("The profile of {store} asks before anything is written.", store=profile.name),
            advice=otherwise,
        )
    said = message("This changes the live store {store}.", store=profile.name)
    typer.echo(f"{told(said)} {told(question)} ", err=True, nl=False)
    return sys.stdin.readline().strip()
