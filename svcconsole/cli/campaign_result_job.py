"""Implements `svcconsole campaign result`: what came of a campaign, its texts compared, a file of it all."""

from __future__ import annotations

from pathlib import Path

from svcconsole.cli.exit_codes import Exit
from svcconsole.cli.named_run import campaign_named
from svcconsole.cli.output import say
from svcconsole.cli.store_options import StoreOptions
from svcconsole.cli.unusable_file import refuse_there, refuse_unwritable
from svcconsole.cli.workspace_choice import chosen_folder
from svcconsole.services.campaigns.campaign_result import CampaignResult, Outcome, campaign_result
from svcconsole.services.campaigns.intervals import Difference
from svcconsole.services.campaigns.result_csv import write_result_csv
from svcconsole.services.deliveries.deliveries import KINDS
from svcconsole.words.message import Message, mark, message, number, plural
from svcconsole.workspace.database import Workspace

OUTCOME_WORDS = {
    Outcome.CLICKED: mark("“{name}”: {hits} of {people} opened a link, between {low} and {high} in 100."),
    Outcome.READ: mark("“{name}”: {hits} of {people} were read, between {low} and {high} in 100."),
    Outcome.FAILED: mark("“{name}”: {hits} of {people} failed, between {low} and {high} in 100."),
}


def result(store: StoreOptions, word: str, against: str | None, path: Path | None) -> Exit:
    """Print what came of a campaign as it is known now, and write every figure into a file."""
    if path is not None:
        refuse_there(path)
        refuse_unwritable(path)
    with Workspace.open(chosen_folder(store)) as workspace:
        info = campaign_named(workspace, word)
        other = None if against is None else campaign_named(workspace, against).id
        workspace.deliveries.merge(KINDS)
        found = campaign_result(workspace, info.id, against=other)
        if path is not None:
            workspace.saved_files.add(path)
    for line in _lines(found):
        say(line, err=False)
    if path is not None:
        figures = write_result_csv(path, found)
        say(plural("{n} figure is in {file}.", "{n} figures are in {file}.", figures, file=path))
    return Exit.ACCEPTED


def _lines(found: CampaignResult) -> list[Message]:
    reached = found.reached
    lines = [
        message(
            "People: {people}. Messages accepted: {accepted}, arrived: {delivered}, read: {read}, "
            "failed: {failed}.",
            people=reached.people,
            accepted=reached.accepted,
            delivered=reached.delivered,
            read=reached.read,
            failed=reached.failed,
        ),
        plural("{n} link was opened.", "{n} links were opened.", reached.clicked)
        if found.tells_clicks
        else message("Whether links were opened is not told by the service."),
    ]
    if found.still_open:
        lines.append(
            plural("{n} message may still arrive.", "{n} messages may still arrive.", found.still_open)
        )
    if (other := found.compared) is not None:
        lines.append(
            message(
                "Plan {code} before it, as long after its start: {delivered} of {people} arrived, {read} "
                "were read.",
                code=other.info.code,
                delivered=other.reached.delivered,
                people=other.reached.people,
                read=other.reached.read,
            )
        )
    return [*lines, *_texts(found)]


def _texts(found: CampaignResult) -> list[Message]:
    """The texts beside each other, by the most telling thing that is known of both."""
    if len(found.arms) < 2:
        return []
    outcome = found.outcomes()[0]
    lines = [
        message(
            OUTCOME_WORDS[outcome],
            name=each.arm.name,
            hits=share.hits,
            people=share.people,
            low=number(100 * share.low, 1),
            high=number(100 * share.high, 1),
        )
        for each, share in zip(found.arms, found.shares(outcome), strict=True)
    ]
    between = found.difference(outcome)
    return lines if between is None else [*lines, _difference(found, between)]


def _difference(found: CampaignResult, between: Difference) -> Message:
    names = [each.arm.name for each in found.arms]
    points = {"low": number(100 * between.low, 1), "high": number(100 * between.high, 1)}
    if between.is_settled:
        return message(
            "“{ahead}” is ahead of “{behind}”, by {low} to {high} points.",
            ahead=names[between.ahead],
            behind=names[between.behind],
            **points,
        )
    if between.people is None:
        return message("Not enough to tell yet: the texts do alike.")
    return plural(
        "Not enough to tell yet: the difference may be {low} to {high} points. About {n} person for each "
        "text would settle it.",
        "Not enough to tell yet: the difference may be {low} to {high} points. About {n} people for each "
        "text would settle it.",
        between.people,
        **points,
    )
