"""Implements `svcconsole campaign approve` and `key`: a second person and exactly one plan."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

from svcconsole.api.errors import RefusedHere
from svcconsole.cli.connection import profile_for
from svcconsole.cli.exit_codes import Exit
from svcconsole.cli.named_run import campaign_named
from svcconsole.cli.new_file import writing_file
from svcconsole.cli.output import say, write_line
from svcconsole.cli.store_options import StoreOptions
from svcconsole.cli.workspace_choice import chosen_folder
from svcconsole.reading_file import reading_file
from svcconsole.services.approvals.approval_file import HOW, read_approval, sign_plan, write_approval
from svcconsole.services.approvals.file_look import PeopleOfPlan
from svcconsole.services.approvals.signing_key import make_key, own_key
from svcconsole.services.campaigns.plan_file import PlanFile, read_plan
from svcconsole.services.campaigns.terms import CampaignTerms
from svcconsole.services.campaigns.terms_words import terms_words
from svcconsole.words.message import listed, message, number, plural
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.team.account_name import account_name
from svcconsole.workspace.team.approvals import Answer

GROUP = 8
"""A hash is told in groups of so many signs."""


def approve_file(path: Path, agreed: str | None, name: str, *, as_json: bool) -> Exit:
    """Tell what a plan's file says; where its code is given, sign it into a file beside it."""
    looked = PeopleOfPlan()
    plan = _read(path, looked)
    if as_json:
        told = {
            "plan": plan.code,
            "sha256": plan.plan_sha256,
            "people": plan.people,
            "made_by": plan.planned_by,
        }
        write_line(json.dumps(told | {"countries": looked.countries}, ensure_ascii=False))
    else:
        _tell(plan, looked)
    if agreed is None:
        say(message("Nothing was signed. To approve exactly this plan, add: --agree {code}", code=plan.code))
        return Exit.ACCEPTED
    if agreed.strip().upper() not in (plan.code, plan.plan_sha256.upper()):
        raise RefusedHere(
            message("This is plan {code}, not {agreed}.", code=plan.code, agreed=agreed),
            advice=message("Nothing was signed."),
        )
    signed = sign_plan(plan, name or account_name())
    written = path.with_name(f"{path.stem}.approved.json")
    with writing_file(written):
        write_approval(written, plan, signed)
    write_line(
        json.dumps({"plan": plan.code, "approval": str(written), "key": signed.key}, ensure_ascii=False)
    )
    say(message("Plan {code} is approved in {path}. Send that file back.", code=plan.code, path=written))
    return Exit.ACCEPTED


def take_signed(store: StoreOptions, word: str, path: Path) -> Exit:
    """Take in the approval of a run's plan that somebody else signed."""
    profile = profile_for(store)
    with Workspace.open(chosen_folder(store)) as workspace:
        info = campaign_named(workspace, word)
        if profile is not None:
            workspace.approvals.hold_to(profile.approve_above, profile.approvers)
        with reading_file(path, RefusedHere):
            signed = read_approval(path)
        key = own_key()
        found = workspace.approvals.take_signed(info.id, signed, key.code if key is not None else "")
        write_line(json.dumps(asdict(found), ensure_ascii=False))
        say(
            message(
                "{name} approved plan {code} for {people} people.",
                name=found.answered_by,
                code=found.code,
                people=number(found.people),
            )
        )
        say(HOW)
    return Exit.ACCEPTED


def approve_run(store: StoreOptions, word: str, agreed: str | None) -> Exit:
    """Approve a run of a shared workspace in one's own name."""
    with Workspace.open(chosen_folder(store)) as workspace:
        info = campaign_named(workspace, word)
        if agreed is None:
            asked = workspace.approvals.of_run(info.id)
            people = number(asked.people if asked is not None else info.products)
            say(message("Plan {code}: {people} people.", code=info.code, people=people))
            for words in terms_words(CampaignTerms.of_text(info.terms)):
                say(words)
            say(message("Nothing was approved. To approve it, add: --agree {code}", code=info.code))
            return Exit.ACCEPTED
        if agreed.strip().upper() not in (info.code, (info.sha256 or "").upper()):
            raise RefusedHere(
                message("This is plan {code}, not {agreed}.", code=info.code, agreed=agreed),
                advice=message("Nothing was approved."),
            )
        found = workspace.approvals.answer(info.id, Answer.APPROVED, seen=info.sha256 or "")
        write_line(json.dumps(asdict(found), ensure_ascii=False))
        say(
            message(
                "Plan {code} may be sent to {people} people.", code=found.code, people=number(found.people)
            )
        )
    return Exit.ACCEPTED


def show_key() -> None:
    """Print the code of this person's key, made where there is none."""
    write_line(make_key().code)
    say(message("Whoever lets you approve lists this code in the store’s connection, with your name."))


def _read(path: Path, looked: PeopleOfPlan) -> PlanFile:
    with reading_file(path, RefusedHere):
        return read_plan(path, looked)


def _tell(plan: PlanFile, looked: PeopleOfPlan) -> None:
    say(
        plural(
            "Plan {code} of {name}, {day}, from {file}: {n} person gets it.",
            "Plan {code} of {name}, {day}, from {file}: {n} people get it.",
            plan.people,
            code=plan.code,
            name=plan.planned_by,
            day=plan.planned_at[:10],
            file=plan.file_name,
        ),
        err=False,
    )
    if plan.left_out:
        say(plural("{n} row is left out.", "{n} rows are left out.", plan.left_out), err=False)
    counted = [
        message("{country} {people}", country=code or message("no country"), people=number(people))
        for code, people in looked.countries.most_common()
    ]
    say(message("By country: {countries}.", countries=listed(counted)), err=False)
    for words in terms_words(plan.terms):
        say(words, err=False)
    for text in looked.texts(plan.terms.split):
        say(
            message("The first message of text {name}, to {to}:", name=text.name, to=text.to)
            if text.name
            else message("The first message, to {to}:", to=text.to),
            err=False,
        )
        write_line(text.wire)
    sha256 = plan.plan_sha256
    groups = " ".join(sha256[at : at + GROUP] for at in range(0, len(sha256), GROUP))
    say(message("Its hash is {hash}.", hash=groups), err=False)
