"""Implements `svcconsole schedule`: makes, lists and changes the schedules of a store's workspace."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from datetime import datetime
from typing import Any

from svcconsole.api.errors import RefusedHere
from svcconsole.cli.connection import ConnectionOptions, profile_for
from svcconsole.cli.exit_codes import Exit
from svcconsole.cli.output import say, say_all, write_line
from svcconsole.cli.schedule_options import ChangeOptions, WhenOptions, changed_rule, rule_of
from svcconsole.cli.workspace_choice import chosen_folder
from svcconsole.cli.workspace_folder import as_refusals
from svcconsole.cli.write_permission import check_may_write
from svcconsole.services.schedules.job_settings import (
    DigestSettings,
    ImportSettings,
    JobSettings,
    ReportSettings,
    RunSettings,
    settings_of,
)
from svcconsole.services.schedules.new_schedules import add_schedule, change_schedule, new_schedule
from svcconsole.services.schedules.schedule_words import firing_words, next_words, when_words
from svcconsole.words.message import Message, mark, message, number
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.team.clock_rule import ClockRule, next_times
from svcconsole.workspace.team.schedule_records import Bounds, Firing, Schedule

JSON_TIMES = 3


def add_run(options: ConnectionOptions, settings: RunSettings, when: WhenOptions) -> Exit:
    """Let a planned run start at its time; what its store refuses is no reason to stop it."""
    return _add(options, settings, when)


def add_import(
    options: ConnectionOptions, settings: ImportSettings, when: WhenOptions, bounds: Bounds
) -> Exit:
    """Let the newest file of a folder be imported again and again."""
    return _add(options, settings, when, bounds)


def add_report(options: ConnectionOptions, settings: ReportSettings, when: WhenOptions) -> Exit:
    """Let a report be asked for again and again."""
    return _add(options, settings, when)


def add_digest(options: ConnectionOptions, settings: DigestSettings, when: WhenOptions) -> Exit:
    """Let what became of the messages be told again and again."""
    return _add(options, settings, when)


def list_all(options: ConnectionOptions, *, as_json: bool) -> Exit:
    """Print every schedule with its last and its next time, and what waits for a person."""
    with _opened(options) as workspace:
        now, found = workspace.schedules.moment(), workspace.schedules.list()
        for schedule in found:
            if as_json:
                write_line(json.dumps(_as_json(schedule, now), ensure_ascii=False))
                continue
            say(message("{name} ({id})", name=schedule.name, id=schedule.id), err=False)
            for words in (when_words(schedule.rule), next_words(schedule, now), _last(schedule)):
                if words:
                    say(message("  {words}", words=words), err=False)
        if found:
            _say_where_no_worker(workspace)
    return Exit.ACCEPTED


def show(options: ConnectionOptions, word: str, *, as_json: bool) -> Exit:
    """Print one schedule with its bounds and what became of its last times."""
    with _opened(options) as workspace:
        schedule, now = workspace.schedules.find(word), workspace.schedules.moment()
        firings = workspace.schedules.firings(schedule.id)
        who = workspace.operators.name_of(schedule.made_by)
        if as_json:
            told = {**_as_json(schedule, now), "firings": [asdict(each) for each in firings]}
            write_line(json.dumps(told, ensure_ascii=False))
            return Exit.ACCEPTED
        say(message("{name} ({id})", name=schedule.name, id=schedule.id), err=False)
        made = message("Made by {who}, {day}.", who=who, day=schedule.made_at[:10])
        for words in (when_words(schedule.rule), next_words(schedule, now), made):
            say(message("  {words}", words=words), err=False)
        for firing in firings:
            say(message("  {words}", words=firing_words(firing)), err=False)
    return Exit.ACCEPTED


def change(options: ConnectionOptions, word: str, given: ChangeOptions, when: WhenOptions) -> Exit:
    """Put what is named in the place of what was; the rule counts from now on."""
    with _opened(options) as workspace:
        before = workspace.schedules.find(word)
        settings, rule = given.changed(settings_of(before)), changed_rule(when, before.rule)
        new = new_schedule(workspace, settings, rule, given.bounds(before.bounds), when.name or before.name)
        check_may_write(options)
        return _kept(workspace, change_schedule(workspace, before, new), mark("“{name}” is changed."))


def pause(options: ConnectionOptions, word: str) -> Exit:
    with _opened(options) as workspace:
        schedule = workspace.schedules.find(word)
        workspace.schedules.pause(schedule.id, workspace.operator, workspace.schedules.moment())
        say(message("“{name}” is paused.", name=schedule.name))
    return Exit.ACCEPTED


def resume(options: ConnectionOptions, word: str) -> Exit:
    with _opened(options, writes=True) as workspace:
        now = workspace.schedules.moment()
        schedule = workspace.schedules.resume(workspace.schedules.find(word).id, now)
        say_all(message("“{name}” goes on.", name=schedule.name), next_words(schedule, now))
        _say_where_no_worker(workspace)
    return Exit.ACCEPTED


def remove(options: ConnectionOptions, word: str) -> Exit:
    with _opened(options) as workspace:
        schedule = workspace.schedules.find(word)
        workspace.schedules.remove(schedule.id)
        say(message("“{name}” is removed; its runs stay.", name=schedule.name))
    return Exit.ACCEPTED


def run_now(options: ConnectionOptions, word: str) -> Exit:
    """Have a worker carry a schedule out as soon as it looks."""
    with _opened(options, writes=True) as workspace:
        schedule = workspace.schedules.find(word)
        workspace.schedules.ask(schedule.id, workspace.operator, workspace.schedules.moment())
        if _has_worker(workspace):
            say(message("A worker carries out “{name}” now.", name=schedule.name))
        else:
            say(message("No worker is running. Start one: svcconsole worker --once."))
    return Exit.ACCEPTED


def answer(options: ConnectionOptions, word: str, *, go: bool) -> Exit:
    """Answer the newest time of a schedule that waits for a person."""
    with _opened(options, writes=go) as workspace:
        schedule = workspace.schedules.find(word)
        waiting = [each for each in workspace.schedules.waiting() if each.schedule_id == schedule.id]
        if not waiting:
            raise RefusedHere(message("Nothing of “{name}” waits for a person.", name=schedule.name))
        workspace.schedules.answer(waiting[0].id, workspace.operator, workspace.schedules.moment(), go=go)
        say(message("A worker goes on with it.") if go else message("It is left out."))
        if go:
            _say_where_no_worker(workspace)
    return Exit.ACCEPTED


def list_workers(options: ConnectionOptions, *, as_json: bool) -> Exit:
    """Print the workers that have not ended."""
    with _opened(options) as workspace:
        for worker in workspace.workers.list():
            if as_json:
                write_line(json.dumps(asdict(worker), ensure_ascii=False))
                continue
            heard = number(worker.silent, 0)
            said = message(
                "{name} on {host}, heard {seconds} s ago.", name=worker.name, host=worker.host, seconds=heard
            )
            say_all(said, worker.does)
    return Exit.ACCEPTED


@contextmanager
def _opened(options: ConnectionOptions, *, writes: bool = False) -> Iterator[Workspace]:
    """The workspace of the named store; asked about first, as the safe level says, where it will be written
    to. Raises RefusedHere."""
    folder = chosen_folder(options)
    if writes:
        check_may_write(options)
    with as_refusals(), Workspace.open(folder) as workspace:
        yield workspace


def _rule(options: ConnectionOptions, when: WhenOptions) -> ClockRule:
    profile = profile_for(options)
    return rule_of(when, profile.time_zone if profile is not None else None)


def _add(
    options: ConnectionOptions, settings: JobSettings, when: WhenOptions, bounds: Bounds | None = None
) -> Exit:
    """Check, ask as the safe level says, and keep it."""
    rule = _rule(options, when)
    with _opened(options) as workspace:
        new = new_schedule(workspace, settings, rule, bounds, when.name)
        check_may_write(options)
        return _kept(workspace, add_schedule(workspace, new), mark("“{name}” is scheduled."))


def _kept(workspace: Workspace, schedule: Schedule, words: str) -> Exit:
    now = workspace.schedules.moment()
    say_all(message(words, name=schedule.name), next_words(schedule, now))
    write_line(json.dumps(_as_json(schedule, now), ensure_ascii=False))
    _say_where_no_worker(workspace)
    return Exit.ACCEPTED


def _has_worker(workspace: Workspace) -> bool:
    return any(not worker.gone for worker in workspace.workers.list())


def _say_where_no_worker(workspace: Workspace) -> None:
    """Without one, nothing of a schedule is ever carried out."""
    if not _has_worker(workspace):
        say(message("No worker is running: start one with svcconsole worker."))


def _last(schedule: Schedule) -> Message | None:
    return None if schedule.last is None else firing_words(schedule.last)


def _as_json(schedule: Schedule, now: datetime) -> dict[str, Any]:
    times = () if schedule.paused else next_times(schedule.rule, now, JSON_TIMES)
    last: Firing | None = schedule.last
    return {
        **asdict(schedule),
        "last": None if last is None else asdict(last),
        "next": [each.at.isoformat() for each in times],
    }
