"""Finds recipients who were sent a message from here within 24 hours (rule W8)."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence

from svcconsole.services.campaigns.carried_workspace import CarriedWorkspace
from svcconsole.services.campaigns.frequency_cap import frequency_cap
from svcconsole.services.campaigns.suppression import suppressed
from svcconsole.services.campaigns.terms import CampaignTerms
from svcconsole.services.imports.decisions import Damaged, Decisions
from svcconsole.services.messaging import messages
from svcconsole.services.messaging.templates import composed
from svcconsole.services.sends.recent_requests import keys_of, number_key, recent_requests
from svcconsole.tables.checking.problems import KINDS as PROBLEMS
from svcconsole.tables.checking.rules import Rules
from svcconsole.tables.records.customer_grouping import region_of
from svcconsole.tables.records.recipients import (
    Earlier,
    KeptElsewhere,
    Past,
    content_hash,
    lately,
    offer_words,
)
from svcconsole.words.message import mark, message
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.errors import WorkspaceError
from svcconsole.workspace.runs.recipients import Left, Waiting, is_indexed, left_lately, sent_to, waiting_for
from svcconsole.workspace.runs.records import RunInfo
from svcconsole.workspace.runs.row_outcomes import bodies_of

PAGE = 500
SUPPRESSED_SINCE = mark("{number} was put on the suppression list; this row is not sent.")
SINCE_PLANNED = mark("{number} was sent {what} from here at {at} (UTC); this row is not sent.")
REQUESTED_SINCE = mark("The same was sent from here at {at} (UTC); this row is not sent.")
ENOUGH = PROBLEMS["recipient_capped"].sentence
KINDS = ("templates", "messages", composed.KIND, messages.KIND)


class SentLately:
    """By the recipient's number what left, or may have left, within 24 hours: nothing of it is in memory but
    for the numbers asked about, and what was sent by itself. Goes to helper processes, which read the
    workspace themselves."""

    def __init__(self, workspace: Workspace, left: Left, others: Mapping[str, Sequence[Earlier]]) -> None:
        self._workspace = CarriedWorkspace(workspace)
        self._left = left
        self._others = others
        self._asked: dict[str, Sequence[Earlier]] = {}

    def __eq__(self, other: object) -> bool:
        """Whether nothing was sent in between, of what counts for this one."""
        if not isinstance(other, SentLately):
            return NotImplemented
        return self._said() == other._said()

    def __hash__(self) -> int:
        return hash(self._workspace.folder)

    def __getstate__(self) -> dict[str, object]:
        return {**self.__dict__, "_asked": {}}

    def read_ahead(self, numbers: Collection[str]) -> None:
        """Ask about these numbers; what was asked before is not kept."""
        found = {number: [*self._others.get(number, ())] for number in numbers}
        run_ids = [run_id for run_id, *_ in self._left.runs]
        with self._workspace.opened() as workspace:
            for sent in sent_to(workspace, run_ids, sorted(numbers)):
                found[sent.number].append(Earlier(sent.at, sent.content))
        self._asked = {
            number: sorted(each, key=lambda one: one.at, reverse=True) for number, each in found.items()
        }

    def get(self, number: str, nothing: Sequence[Earlier] = (), /) -> Sequence[Earlier]:
        if number not in self._asked:
            self.read_ahead([number])
        return self._asked[number] or nothing

    def _said(self) -> tuple[object, ...]:
        return self._workspace.folder, self._left, self._others


def recent_sends(workspace: Workspace, region: str | None, *, but: str = "") -> Past:
    """By the recipient's number what left, or may have left, within 24 hours; not what the run `but` sent.

    Numbers without a country code are read as those of `region`.
    """
    left = left_lately(workspace, KINDS, but=but)
    others: dict[str, list[Earlier]] = defaultdict(list)
    for sent in sorted(left.others, key=lambda one: one.at, reverse=True):
        body = json.loads(sent.body)
        number = number_key(str(body.get("contactIdentifier", "")), region)
        others[number].append(Earlier(sent.at, content_hash(body)))
    return SentLately(workspace, left, dict(others)) if left.runs else dict(others)


def leave_out_recent(workspace: Workspace, info: RunInfo, fence: int) -> None:
    """Leave out of a run whoever was put on the suppression list since it was planned, had enough offers and,
    as its rule says, whoever was sent something: another run may have gone meanwhile. The caller is the
    runner, so that nothing is sent beside this look."""
    rules = _rules_of(workspace, info)
    if info.kind not in KINDS:
        workspace.ledger.leave_out(info.id, fence, _sent_meanwhile(workspace, info, rules))
        return
    past, listed = recent_sends(workspace, region_of(rules), but=info.id), suppressed(workspace)
    cap = frequency_cap(workspace, CampaignTerms.of_text(info.terms), region_of(rules))
    if not past and not listed and cap is None:
        return
    going: Counter[str] = Counter()
    for page in _messages_of(workspace, info.id):
        if isinstance(past, KeptElsewhere):
            past.read_ahead({one.number for one in page})
        if cap is not None:
            cap.read_ahead({one.number for one in page})
        kept: dict[int, str] = {}
        for one in page:
            if one.number in listed:
                kept[one.seq] = message(SUPPRESSED_SINCE, number=one.number)
            elif hit := lately(past.get(one.number, ()), one.content, rules):
                at, what = hit
                kept[one.seq] = message(SINCE_PLANNED, number=one.number, what=what, at=at)
            elif cap is not None and cap.is_offer(one.template):
                # Two rows of one number stand side by side.
                if cap.had(one.number) + going[one.number] >= cap.messages:
                    offers, days = offer_words(cap)
                    kept[one.seq] = message(ENOUGH, number=one.number, offers=offers, days=days)
                else:
                    going[one.number] += 1
        going = Counter({page[-1].number: going[page[-1].number]}) if page else going
        if kept:
            workspace.ledger.leave_out(info.id, fence, kept)


def _messages_of(workspace: Workspace, run_id: str) -> Iterator[Sequence[Waiting]]:
    """What a run may have to send still, some at a time."""
    if is_indexed(workspace, run_id):
        yield from waiting_for(workspace, run_id)
        return
    after = -1
    while page := bodies_of(workspace, run_id, after=after, limit=PAGE):
        after = page[-1][0]
        read = ((seq, json.loads(frozen)) for seq, frozen in page)
        yield [
            Waiting(seq, str(body["contactIdentifier"]), content_hash(body))
            for seq, body in read
            if body  # somebody asked to be removed from it
        ]


def _sent_meanwhile(workspace: Workspace, info: RunInfo, rules: Rules) -> dict[int, str]:
    """The tickets or flows of a run that were sent by something else since it was planned, and whoever a flow
    may not reach any more: number in the run and why."""
    region, listed = region_of(rules), suppressed(workspace)
    past = recent_requests(workspace, info.kind, region, but=info.id)
    made = rules.decision("request_lately")
    again = made is not None and made.choice == "send"
    kept: dict[int, str] = {}
    after = -1
    while ((past and not again) or listed) and (
        page := bodies_of(workspace, info.id, after=after, limit=PAGE)
    ):
        after = page[-1][0]
        for seq, frozen in page:
            number = json.loads(frozen).get("phoneNumber")
            earlier = [one for key in keys_of(info.kind, frozen, region) for one in past.get(key, ())]
            if number in listed:
                kept[seq] = message(SUPPRESSED_SINCE, number=number)
            elif earlier and not again:
                at = max(one.at for one in earlier)[:16].replace("T", " ")
                kept[seq] = message(REQUESTED_SINCE, at=at)
    return kept


def _rules_of(workspace: Workspace, info: RunInfo) -> Rules:
    """How the import of a run was decided; without it as nothing was."""
    if info.import_id is None:
        return Rules()
    try:
        return Decisions.from_json(workspace.imports.get(info.import_id).settings).rules
    except (WorkspaceError, Damaged):
        return Rules()
