"""Schedules and each time they were due: added and changed by people, claimed by exactly one worker."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Iterable
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Connection, delete, func, insert, select, update

from svcconsole.words.message import message
from svcconsole.workspace.clock import written
from svcconsole.workspace.database_clock import database_moment
from svcconsole.workspace.errors import FenceLost, WorkspaceError
from svcconsole.workspace.known.event_kinds import EventKind
from svcconsole.workspace.known.events import Events
from svcconsole.workspace.runs.fence import TAKEN_OVER
from svcconsole.workspace.schema import firings, schedules, workers
from svcconsole.workspace.session import Session
from svcconsole.workspace.team.audit_entries import Action
from svcconsole.workspace.team.audit_log import add_entry
from svcconsole.workspace.team.clock_rule import ClockRule, Every, checked, next_times, occasions
from svcconsole.workspace.team.schedule_records import (
    UNDER_WAY,
    WAITING,
    Due,
    Ending,
    Firing,
    FiringState,
    NewSchedule,
    Schedule,
)
from svcconsole.workspace.team.schedule_rows import (
    firing_of,
    firing_values,
    new_values,
    rule_values,
    schedule_of,
)
from svcconsole.workspace.team.shown_name import shown_name

LATE = timedelta(minutes=15)
"""What is claimed later than this after it was due fell due while nothing ran: a person is asked."""
KEPT = timedelta(days=366)
"""So long what became of a time is kept."""
BY_HAND = "by hand "
STILL_GOING = message("The one before was still under way.")
NOTHING_RAN = message("Nothing was running when it was due.")
NOBODY_TOOK_IT = message("No worker went on with it in time.")
ASK = message("Run it now, or leave it out.")


class Schedules:
    """The schedules of a workspace. Unknown ids raise WorkspaceError."""

    def __init__(self, access: Session) -> None:
        self._access = access

    def add(self, new: NewSchedule, by: str, moment: datetime) -> Schedule:
        """Keep a schedule from now on; raises WorkspaceError where its time never comes."""
        rule = _coming(new.rule, moment)
        identity = secrets.token_hex(6)
        with self._access.writing() as connection:
            _refuse_taken_name(connection, new.name)
            connection.execute(
                insert(schedules).values(
                    id=identity, made_by=by, made_at=written(moment), looked_until=written(moment),
                    **new_values(new), **rule_values(rule),
                )
            )  # fmt: skip
            _log(connection, Action.SCHEDULED, _one(connection, identity))
        return self.get(identity)

    def list(self) -> tuple[Schedule, ...]:
        """All of them by name, each with its newest firing."""
        with self._access.reading() as connection:
            return _schedules(connection)

    def get(self, identity: str) -> Schedule:
        with self._access.reading() as connection:
            return _one(connection, identity)

    def find(self, word: str) -> Schedule:
        """The schedule of this id or name; case does not count in names."""
        for schedule in self.list():
            if word == schedule.id or word.casefold() == schedule.name.casefold():
                return schedule
        raise _unknown(word)

    def change(
        self, identity: str, new: NewSchedule, by: str, moment: datetime, seen: tuple[str, str] = ("", "")
    ) -> Schedule:
        """Put another rule in its place, approved by whoever changes it; it counts from now on. `seen` is by
        whom and when the one was made that was looked at: raises WorkspaceError where it is not that one."""
        rule = _coming(new.rule, moment)
        with self._access.writing() as connection:
            before = _one(connection, identity)
            _refuse_other(connection, before, seen)
            _refuse_taken_name(connection, new.name, but=identity)
            if before.rule.zone != rule.zone:
                _keep_apart(connection, before)
            self._put(
                connection, identity, made_by=by, made_at=written(moment), looked_until=written(moment),
                **new_values(new), **rule_values(rule),
            )  # fmt: skip
            _log(connection, Action.SCHEDULE_CHANGED, _one(connection, identity))
        return self.get(identity)

    def pause(self, identity: str, by: str, moment: datetime) -> Schedule:
        """Nothing of it falls due until it is resumed; what is under way goes on."""
        with self._access.writing() as connection:
            if not _one(connection, identity).paused:
                self._put(connection, identity, paused_by=by, paused_at=written(moment))
                _log(connection, Action.SCHEDULE_CHANGED, _one(connection, identity), paused=True)
        return self.get(identity)

    def resume(self, identity: str, moment: datetime) -> Schedule:
        """Go on from now: what fell due meanwhile was not missed."""
        with self._access.writing() as connection:
            if _one(connection, identity).paused:
                self._put(connection, identity, paused_by=None, paused_at=None, looked_until=written(moment))
                _log(connection, Action.SCHEDULE_CHANGED, _one(connection, identity), paused=False)
        return self.get(identity)

    def remove(self, identity: str) -> None:
        """Forget a schedule with its firings; the runs it made stay. Raises WorkspaceError while one of them
        is under way."""
        with self._access.writing() as connection:
            schedule = _one(connection, identity)
            if _has(connection, firings.c.schedule_id == identity, firings.c.state == FiringState.RUNNING):
                raise WorkspaceError(
                    message("“{name}” is being carried out.", name=schedule.name),
                    message("Pause or stop its run first."),
                )
            connection.execute(delete(schedules).where(schedules.c.id == identity))
            _log(connection, Action.UNSCHEDULED, schedule)

    # Firings for people

    def firings(self, identity: str, limit: int = 14) -> tuple[Firing, ...]:
        """What became of a schedule's last times, the newest first."""
        return self._firings(firings.c.schedule_id == identity, limit=limit)

    def firing(self, number: int) -> Firing:
        with self._access.reading() as connection:
            return _firing_of(connection, number)

    def between(self, since: datetime, until: datetime) -> tuple[Firing, ...]:
        """What was due in a span of time, over all schedules, the newest first."""
        return self._firings(firings.c.due_at >= written(since), firings.c.due_at < written(until))

    def waiting(self) -> tuple[Firing, ...]:
        """What was missed, or left for a person, and nobody has answered."""
        return self._firings(firings.c.state.in_(WAITING))

    def of_run(self, run_id: str) -> Firing | None:
        """The firing that made a run."""
        return next(iter(self._firings(firings.c.run_id == run_id, limit=1)), None)

    def ask(self, identity: str, by: str, moment: datetime) -> Firing:
        """Have a schedule carried out now, by the next worker that looks."""
        with self._access.writing() as connection:
            schedule = _one(connection, identity)
            its = firings.c.schedule_id == identity
            if _has(connection, its, firings.c.state == FiringState.ASKED):
                raise WorkspaceError(
                    message("“{name}” waits for a worker already.", name=schedule.name),
                    message("It is carried out as soon as one is running."),
                )
            if _has(connection, its, firings.c.state.in_(UNDER_WAY)):
                raise WorkspaceError(
                    message("“{name}” is under way already.", name=schedule.name),
                    message("Wait until it has ended."),
                )
            number = _insert(
                connection,
                schedule_id=identity,
                occasion=f"{BY_HAND}{secrets.token_hex(4)}",
                due_at=written(moment),
                state=FiringState.ASKED,
                claimed_at=written(moment),
                by=by,
            )
            _log(connection, Action.SCHEDULE_CHANGED, schedule, asked="now")
            return _firing_of(connection, number)

    def answer(self, number: int, by: str, moment: datetime, *, go: bool) -> Firing:
        """Have what waits for a person carried out after all, or leave it out. Raises WorkspaceError where
        somebody has answered already."""
        with self._access.writing() as connection:
            before = _firing_of(connection, number)
            if before.state not in WAITING:
                raise WorkspaceError(
                    message("This was answered already, by {by}.", by=shown_name(connection, before.by))
                    if before.by
                    else message("This waits for nobody any more."),
                    message("The list shows what became of it."),
                )
            values: dict[str, Any] = {"state": FiringState.SKIPPED, "ended_at": written(moment)}
            if go:
                # What was missed, or broken off, has still to keep its bounds.
                allowed = before.allowed or bool(before.bound)
                values = {"state": FiringState.ASKED, "allowed": allowed, "claimed_at": written(moment)}
            connection.execute(update(firings).where(firings.c.id == number).values(by=by, **values))
            schedule = _one(connection, before.schedule_id)
            _log(connection, Action.SCHEDULE_CHANGED, schedule, occasion=before.occasion, go=go)
            return _firing_of(connection, number)

    # Firings for workers

    def moment(self) -> datetime:
        """Now, by the database's clock, which every moment given here is of: a worker whose own is wrong
        claims nothing too early, and what a console whose own is wrong asks for is not late at once."""
        with self._access.reading() as connection:
            return database_moment(connection)

    def due(self, moment: datetime) -> tuple[Due, ...]:
        """What is to be done at `moment`: what people asked for, then what the clock says, at most one time
        of each schedule. Times that are late by more than LATE come together, as one to be claimed."""
        asked = self._firings(firings.c.state == FiringState.ASKED)
        known = {schedule.id: schedule for schedule in self.list()}
        found = [Due(known[each.schedule_id], firing=each) for each in reversed(asked)]
        for schedule in known.values():
            if schedule.paused:
                continue
            times = list(occasions(schedule.rule, datetime.fromisoformat(schedule.looked_until), moment))
            late = [each for each in times if moment - each.at > LATE]
            if late:
                found.append(Due(schedule, occasion=late[-1], missed=len(late)))
            elif times:
                found.append(Due(schedule, occasion=times[0]))
        return tuple(found)

    def next_due(self, moment: datetime) -> datetime | None:
        """When the clock says that something is due next; None where nothing will be."""
        coming = [next_times(schedule.rule, moment) for schedule in self.list() if not schedule.paused]
        return min((times[0].at for times in coming if times), default=None)

    def claim(self, due: Due, worker: str, moment: datetime) -> Firing | None:
        """Take one firing, for this worker alone; None where another has it, or where it waits for a person
        because it fell due while nothing ran. Raises FenceLost where others took this worker for gone."""
        with self._access.writing() as connection:
            ended = select(workers.c.id).where(workers.c.id == worker, workers.c.ended_at.is_not(None))
            if connection.execute(ended).first() is not None:
                raise FenceLost(*TAKEN_OVER)
            Events.note(connection, EventKind.SCHEDULE, due.schedule.id)
            if due.firing is not None:
                return _claim_asked(connection, due.firing, worker, moment)
            return _claim_occasion(connection, due, worker, moment)

    def note(self, firing: Firing, **values: Any) -> Firing:
        """Keep what is known of a firing that is under way: `run_id`, `figures`. Raises FenceLost where
        another worker has taken it over."""
        with self._access.writing() as connection:
            _hold(connection, firing, firing_values(values))
            return _firing_of(connection, firing.id)

    def end(self, firing: Firing, ending: Ending, moment: datetime) -> Firing:
        """Note how a firing ended. Raises FenceLost as `note` does."""
        values = asdict(ending)
        if ending.run_id is None:
            del values["run_id"]
        with self._access.writing() as connection:
            _hold(connection, firing, firing_values({**values, "ended_at": written(moment)}))
            return _firing_of(connection, firing.id)

    def let_go(self, firing: Firing, moment: datetime) -> None:
        """Let others take one firing that is under way. Raises FenceLost as `note` does."""
        with self._access.writing() as connection:
            _hold(connection, firing, {"state": FiringState.ASKED, "claimed_at": written(moment)})

    def give_back(self, names: Iterable[str], since: datetime, but: Collection[int] = ()) -> int:
        """Let others take what the workers of these ids had under way until `since`, except the firings of
        these numbers; how many it was."""
        theirs = (
            firings.c.worker.in_(list(names)),
            firings.c.state == FiringState.RUNNING,
            firings.c.id.not_in(list(but)),
        )
        values = {"state": FiringState.ASKED, "claimed_at": written(since)}
        with self._access.writing() as connection:
            count = connection.execute(update(firings).where(*theirs).values(**values)).rowcount
            if count:
                Events.note(connection, EventKind.SCHEDULE)
            return count

    def give_back_abandoned(self) -> int:
        """Let others take what is under way with workers that have ended, or are not known any more; how
        many they were."""
        living = select(workers.c.id).where(workers.c.ended_at.is_(None))
        query = (
            select(firings.c.worker, workers.c.ended_at, func.min(firings.c.claimed_at).label("claimed_at"))
            .outerjoin(workers, workers.c.id == firings.c.worker)
            .where(firings.c.state == FiringState.RUNNING, firings.c.worker.not_in(living))
            .group_by(firings.c.worker, workers.c.ended_at)
        )
        with self._access.reading() as connection:
            found = connection.execute(query).all()
        for row in found:
            ended = row.ended_at or datetime.fromisoformat(row.claimed_at).timestamp()
            self.give_back([row.worker], datetime.fromtimestamp(ended, UTC))
        return len(found)

    def _firings(self, *which: ColumnElement[bool], limit: int | None = None) -> tuple[Firing, ...]:
        query = select(firings).where(*which).order_by(firings.c.due_at.desc(), firings.c.id.desc())
        with self._access.reading() as connection:
            return tuple(map(firing_of, connection.execute(query.limit(limit))))

    @staticmethod
    def _put(connection: Connection, identity: str, **values: Any) -> None:
        connection.execute(update(schedules).where(schedules.c.id == identity).values(**values))


def _claim_asked(connection: Connection, asked: Firing, worker: str, moment: datetime) -> Firing | None:
    values: dict[str, Any] = {"state": FiringState.RUNNING, "worker": worker, "claimed_at": written(moment)}
    late = moment - datetime.fromisoformat(asked.claimed_at or asked.due_at) > LATE
    if late:
        values = {"state": FiringState.LEFT, "sentence": NOBODY_TOOK_IT, "advice": ASK, "by": ""}
    this = firings.c.id == asked.id, firings.c.state == FiringState.ASKED
    taken = connection.execute(update(firings).where(*this).values(**values))
    return _firing_of(connection, asked.id) if taken.rowcount and not late else None


def _claim_occasion(connection: Connection, due: Due, worker: str, moment: datetime) -> Firing | None:
    occasion = due.occasion
    now = _schedules(connection, schedules.c.id == due.schedule.id)
    # Somebody may have claimed, changed, paused or removed it since it was looked at.
    if occasion is None or not now or now[0].looked_until != due.schedule.looked_until or now[0].paused:
        return None
    connection.execute(
        update(schedules)
        .where(schedules.c.id == due.schedule.id)
        .values(looked_until=written(max(occasion.at, datetime.fromisoformat(now[0].looked_until))))
    )
    its = firings.c.schedule_id == due.schedule.id
    if _has(connection, its, firings.c.occasion == occasion.local):
        return None
    old = its, firings.c.due_at < written(moment - KEPT), firings.c.state.not_in((*WAITING, *UNDER_WAY))
    connection.execute(delete(firings).where(*old))
    its_values: dict[str, Any] = {
        "schedule_id": due.schedule.id, "occasion": occasion.local, "due_at": written(occasion.at),
    }  # fmt: skip
    if due.missed:
        _miss(connection, due.missed, its_values)
        return None
    if _has(connection, its, firings.c.state.in_(UNDER_WAY)):
        ended = {"sentence": STILL_GOING, "ended_at": written(moment)}
        _insert(connection, state=FiringState.SKIPPED, **ended, **its_values)
        return None
    number = _insert(
        connection, state=FiringState.RUNNING, worker=worker, claimed_at=written(moment), **its_values
    )
    return _firing_of(connection, number)


def _miss(connection: Connection, count: int, values: dict[str, Any]) -> None:
    """Ask a person about times that passed while nothing ran, once for all those of a schedule."""
    waiting = connection.execute(
        select(firings.c.id, firings.c.missed).where(
            firings.c.schedule_id == values["schedule_id"], firings.c.state == FiringState.MISSED
        )
    ).one_or_none()
    if waiting is None:
        said = {"sentence": NOTHING_RAN, "advice": ASK}
        _insert(connection, state=FiringState.MISSED, missed=count, **said, **values)
    else:
        again = update(firings).where(firings.c.id == waiting.id)
        connection.execute(again.values(missed=waiting.missed + count, **values))


def _hold(connection: Connection, firing: Firing, values: dict[str, Any]) -> None:
    """Change a firing that is this worker's."""
    Events.note(connection, EventKind.SCHEDULE, firing.schedule_id)
    own = firings.c.id == firing.id, firings.c.worker == firing.worker, firings.c.state == FiringState.RUNNING
    if not connection.execute(update(firings).where(*own).values(**values)).rowcount:
        raise FenceLost(
            message("Another worker has taken over what was being carried out here."),
            message("It goes on there."),
        )


def _log(connection: Connection, action: Action, schedule: Schedule, **more: object) -> None:
    """Note for everybody, and in the log of what was done, what somebody did with a schedule."""
    Events.note(connection, EventKind.SCHEDULE, schedule.id)
    rule = {name: value for name, value in asdict(schedule.rule).items() if value}
    details = {
        "schedule": schedule.id, "job": schedule.job, "rule": rule, "bounds": asdict(schedule.bounds), **more,
    }  # fmt: skip
    add_entry(connection, action, schedule.name, details=details)


def _insert(connection: Connection, **values: Any) -> int:
    added = connection.execute(insert(firings).values(**values).returning(firings.c.id))
    return int(added.scalar_one())


def _has(connection: Connection, *which: ColumnElement[bool]) -> bool:
    return connection.execute(select(firings.c.id).where(*which).limit(1)).first() is not None


def _coming(rule: ClockRule, moment: datetime) -> ClockRule:
    if not next_times(checked(rule), moment):
        raise WorkspaceError(
            message("That time is over.") if rule.every is Every.ONCE else message("That time never comes."),
            message("Name one that is still to come."),
        )
    return rule


def _refuse_other(connection: Connection, now: Schedule, seen: tuple[str, str]) -> None:
    if seen[1] and (now.made_by, now.made_at) != seen:
        who = shown_name(connection, now.made_by)
        raise WorkspaceError(
            message("{who} has changed “{name}” meanwhile.", who=who, name=now.name),
            message("Nothing was changed. Look at it anew, then change it."),
        )


def _keep_apart(connection: Connection, schedule: Schedule) -> None:
    """By the clocks of another zone what they show once more is another time than the one that was."""
    local = firings.c.schedule_id == schedule.id, firings.c.occasion.not_like("% %")
    named = firings.c.occasion + f" {schedule.rule.zone}"
    connection.execute(update(firings).where(*local).values(occasion=named))


def _refuse_taken_name(connection: Connection, name: str, but: str = "") -> None:
    same = select(schedules.c.id).where(schedules.c.name == name, schedules.c.id != but)
    if connection.execute(same).first() is not None:
        raise WorkspaceError(
            message("There is a schedule named “{name}” already.", name=name),
            message("Give this one another name."),
        )


def _schedules(connection: Connection, *which: ColumnElement[bool]) -> tuple[Schedule, ...]:
    found = connection.execute(select(schedules).where(*which).order_by(func.lower(schedules.c.name))).all()
    newest = select(func.max(firings.c.id)).group_by(firings.c.schedule_id)
    rows = connection.execute(select(firings).where(firings.c.id.in_(newest)))
    last = {row.schedule_id: firing_of(row) for row in rows}
    return tuple(schedule_of(row, last.get(row.id)) for row in found)


def _one(connection: Connection, identity: str) -> Schedule:
    found = _schedules(connection, schedules.c.id == identity)
    if not found:
        raise _unknown(identity)
    return found[0]


def _unknown(word: str) -> WorkspaceError:
    return WorkspaceError(
        message("There is no schedule {word} in this workspace.", word=word),
        message("The list of schedules shows their names and ids."),
    )


def _firing_of(connection: Connection, number: int) -> Firing:
    row = connection.execute(select(firings).where(firings.c.id == number)).one_or_none()
    if row is None:
        raise WorkspaceError(
            message("That time of a schedule is not kept any more."),
            message("The list of schedules shows the newest."),
        )
    return firing_of(row)
