"""A campaign from file to plan: an import of messages that knows the templates."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import cached_property
from typing import Any

from svcconsole.services.campaigns import message_template_fields
from svcconsole.services.campaigns.audience import audience_of, recipient
from svcconsole.services.campaigns.daily_limit import DailyLimit
from svcconsole.services.campaigns.first_people import first_people
from svcconsole.services.campaigns.forecast import HoursView, People, hours_of, people_of, start_of
from svcconsole.services.campaigns.frequency_cap import cap_refusals, frequency_cap
from svcconsole.services.campaigns.held_plan import HeldPlan
from svcconsole.services.campaigns.likely_wrong.links import Opened
from svcconsole.services.campaigns.likely_wrong.suspicions import Ground, LikelyWrong
from svcconsole.services.campaigns.likely_wrong.wall import Wall
from svcconsole.services.campaigns.limits_now import LimitsNow, limit_use
from svcconsole.services.campaigns.looks import Look
from svcconsole.services.campaigns.message_template_fields import (
    CHOSEN,
    TEMPLATES_KIND,
    Library,
    LibraryFit,
    MessageFields,
    fields_of_message,
    of_template,
)
from svcconsole.services.campaigns.sample_message import sample_body
from svcconsole.services.campaigns.split import HELD_OUT, Assignment, Texts, split_refusals
from svcconsole.services.campaigns.terms import NOT_TOLD_APART, Arm, CampaignTerms, Lane, Split
from svcconsole.services.campaigns.views import Audience, Recipient, Sending
from svcconsole.services.imports.check import Check, Going
from svcconsole.services.imports.freezing import FrozenPlan
from svcconsole.services.imports.opened_file import Asked, Heard, ignore_progress, never_cancelled
from svcconsole.services.imports.session import ImportSession
from svcconsole.services.imports.views import (
    CheckedRow,
    CheckSummary,
    ImportRefused,
    MappingView,
    Planned,
    RowFilter,
    RowsPage,
)
from svcconsole.services.messaging.templates.files import library_of
from svcconsole.tables.mapping.fields import TargetField
from svcconsole.tables.mapping.mapping import Fixed, Reading, Source
from svcconsole.tables.mapping.targets import TARGETS
from svcconsole.tables.records.customer_grouping import region_of
from svcconsole.tables.records.recipients import Known
from svcconsole.words.message import listed, message
from svcconsole.workspace.runs.records import NewRun, PlanItem

ALWAYS = ("contactIdentifier", "phoneCountry")
SENDER = "businessPhoneNumber"
RARE = (SENDER, "callbackData")


LOCAL_DIGITS = 9
"""By so many digits at its end a number is known, with or without its country before them."""


class CampaignSession(ImportSession):
    """One campaign, made to live in a worker process; `kind` is "templates" or "messages".

    `strict`: a template that the library does not hold is refused, too: nobody could see what it says.
    """

    def __init__(self, folder: str, *, strict: bool = True, **opening: Any) -> None:
        super().__init__(folder, **opening)
        self._strict = strict
        self._wall: Wall | None = None
        self._limits = LimitsNow()
        self._counted: tuple[tuple[Check, bytes, str, Split], People] | None = None

    @cached_property
    def library(self) -> Library:
        """The templates written down in this workspace, by id."""
        return library_of(self._workspace.templates.all())

    # What is sent

    def read_library(self) -> Sending:
        """Take in what was changed in the library meanwhile."""
        self.__dict__.pop("library", None)
        return self.sending()

    def choose(self, what: str) -> Sending:
        """Send this template, or a message of this type; columns of a field's own name fill it."""
        mapping, header = self._state.decided.mapping, self._state.sheet.header
        if self._chosen() != what:
            self._map(message_template_fields.chosen(mapping, what, self.library, header))
        return self.sending()

    def sending(self) -> Sending:
        """What is sent, and why nothing of it can be."""
        source = self._state.decided.mapping.sources.get(CHOSEN[self._state.kind])
        by_column = source is not None and not isinstance(source, Fixed)
        body: dict[str, Any] = {}
        if self._chosen() or by_column:
            sheet = self._state.sheet
            body = sample_body(self._state.decided.mapping, sheet.header, sheet.rows, self._shape())
        return Sending(self._state.kind, self._chosen(), by_column, self.refusals(), body)

    def refusals(self) -> tuple[str, ...]:
        """Why the mapping makes no message, whatever the rows say, beside what nothing fills."""
        what, shape = self._chosen(), self._shape()
        if self._state.kind != TEMPLATES_KIND or not what:
            return shape.refusals if shape is not None else ()
        if shape is None:
            unknown = message(
                "The template “{what}” is not in the library, so nobody can see what it says.", what=what
            )
            return (unknown,) if self._strict else ()
        return message_template_fields.mapping_misfits(self._state.decided.mapping, shape)

    def missing(self) -> tuple[str, ...]:
        """The labels of what the message needs and nothing fills."""
        fields = self.mapping_view().fields
        return tuple(field.label for field in fields if field.required and field.level == "error")

    def unfilled(self) -> tuple[str, ...]:
        """The paths that the template or the type asks for and nothing fills."""
        shape, mapping = self._shape(), self._state.decided.mapping
        filled = mapping.sources.keys() | mapping.fills.keys()
        fields = shape.fields if shape is not None else ()
        return tuple(spec.path for spec in fields if spec.required and spec.path not in filled)

    # What it is held to

    @property
    def terms(self) -> CampaignTerms:
        """What the campaign is held to beside its messages; its lanes come with the plan."""
        return CampaignTerms.of_text(self._state.decided.terms)

    def set_terms(self, terms: CampaignTerms) -> None:
        """Hold it to these, kept with its import."""
        before = self.terms
        self._state.decide(terms=terms.model_copy(update={"lanes": ()}).as_text())
        self._wall = None
        if (_capped(before), before.consent_column) != (_capped(terms), terms.consent_column):
            self._forget()

    def other_texts(self) -> tuple[tuple[str, str], ...]:
        """The templates, by id and name, that can be filled as the chosen one is."""
        if self._state.kind != TEMPLATES_KIND or not self._chosen():
            return ()
        body = self.sending().body
        return tuple(
            (template.id, template.name)
            for template in self.library.values()
            if template.id != self._chosen()
            and not split_refusals(
                Split(arms=(Arm(name="", share=1, template=template.id),)),
                self._chosen(),
                body,
                self.library,
            )
        )

    def forecast(
        self,
        zone: str,
        days: int = 1,
        progress: Heard = ignore_progress,
        cancelled: Asked = never_cancelled,
    ) -> HoursView:
        """Who would get it in which hour as everything stands now, by the clock of `zone`."""
        people, terms, now = self._people(self._going(progress, cancelled)), self.terms, datetime.now(UTC)
        start = start_of(terms, now)
        limit = self._limits.look(self._workspace, self._senders(), terms.limits.number, start)
        if limit is None:
            return hours_of(people, terms, now, zone, days=days)
        written = self._written(limit, start) if limit.used(start) else {}
        use = limit_use(limit, start, sum(written.values()))
        return hours_of(replace(people, written=written), terms, now, zone, days=days, limit=use)

    def _written(self, limit: DailyLimit, start: datetime) -> Mapping[Lane, int]:
        """Of the people of each lane, how many were written to in the 24 hours before the start."""
        check = self._checked()
        looks = (look for look in self._getting(check) if limit.counts(look.number, start))
        return people_of(looks, check.is_sent, self._zone_named)

    def _getting(self, check: Check) -> Iterator[Look]:
        """What stands out in the rows that are sent to somebody: not in those that are held out."""
        arm_of = self._assignment().arm_of
        for look in check.results.looks():
            if check.is_sent(look.row) and arm_of(look.number) is not None:
                yield look

    def _assignment(self) -> Assignment:
        """Who gets which text of it, wherever it is planned."""
        return Assignment(self.terms.split, self._state.id, self._chosen_template())

    def _texts(self) -> Texts:
        """The same with what each text consists of."""
        assignment, own = self._assignment(), self._shape()
        shapes = (
            own if template == assignment.own else self._shape_of(template)
            for template in assignment.templates
        )
        return Texts(assignment, tuple(shapes))

    def _shape_of(self, template: str) -> MessageFields | None:
        found = self.library.get(template)
        return of_template(found) if found is not None else None

    def _senders(self) -> frozenset[str]:
        """The business numbers that the messages name; blank is the store's default one."""
        mapping, sheet = self._state.decided.mapping, self._state.sheet
        source, fill = mapping.sources.get(SENDER), mapping.fills.get(SENDER)
        if all(each is None or isinstance(each, Fixed) for each in (source, fill)):
            named = source or fill
            return frozenset((named.text if isinstance(named, Fixed) else "",))
        reading = Reading(mapping, sheet.header)
        return frozenset(reading.value(SENDER, row.cells) for row in sheet.rows)

    def _people(self, going: Going) -> People:
        """Counted once for a check and a column of zones."""
        check, window = self._checked(going), self.terms.window
        column = window.zone_column if window is not None else ""
        stands = check, bytes(check.results.states), column, self.terms.split
        if self._counted is None or self._counted[0] != stands:
            outlook = audience_of(check, self._texts(), self.terms)
            lanes = people_of(self._getting(check), check.is_sent, self._zone_named)
            self._counted = stands, People(outlook.rows, lanes, outlook.held)
        return self._counted[1]

    def _zone_named(self, row: int) -> str:
        """What a row says of the zone of its person; blank where no column does."""
        window = self.terms.window
        if window is None or window.zone_column not in self._state.sheet.header:
            return ""
        return self._state.sheet.cell(row, window.zone_column)

    def _frozen(self, new: NewRun) -> tuple[NewRun, Iterable[PlanItem]]:
        made, items = super()._frozen(new)
        terms = self.terms
        if terms == CampaignTerms() or not isinstance(items, FrozenPlan):
            return made, items
        check, wave = self._checked(), terms.first_wave
        first = first_people(self._getting(check), wave.people) if wave is not None else ()
        held = HeldPlan(items, terms, first, self._zone_named, self._assignment())
        return replace(made, terms=held.terms.as_text(), free_until=held.free_until), held

    # The columns

    def set_source(self, path: str, source: Source | None) -> MappingView:
        field = TARGETS[self._state.kind].field(path).path
        mapping = self._state.decided.mapping.with_fill(field, None).with_source(field, source)
        self._map(message_template_fields.settled(mapping, self.library))
        return self.mapping_view()

    # The check, and the look at what goes out

    def check(self, progress: Heard = ignore_progress, cancelled: Asked = never_cancelled) -> CheckSummary:
        """As of every import; anew where somebody was sent something or suppressed since."""
        if self._check_made is not None and self._check_made.known != self._known():
            self._forget()
        return super().check(progress, cancelled)

    def rows_page(self, wanted: RowFilter, offset: int = 0, limit: int = 200) -> RowsPage:
        page = super().rows_page(wanted, offset, limit)
        return replace(page, rows=tuple(map(self._told_held_out, page.rows)))

    def rows(self, numbers: Sequence[int], code: str | None = None) -> list[CheckedRow]:
        return list(map(self._told_held_out, super().rows(numbers, code)))

    def _told_held_out(self, row: CheckedRow) -> CheckedRow:
        """A row with the reason why it is not sent, where its person is held out and nothing else is said."""
        check = self._checked()
        if row.sentence or not self.terms.split.held_out or not check.is_sent(row.number):
            return row
        if self._assignment().arm_of(_number_of(check, row.number)) is not None:
            return row
        return replace(row, sentence=message(HELD_OUT), level="info")

    def _summary(self, going: Going | None = None) -> CheckSummary:
        """Whoever is held out is not ready, but left out."""
        made = super()._summary(going)
        if not self.terms.split.held_out:
            return made
        out = self._held_out(self._checked())
        return replace(
            made,
            ready=made.ready - out,
            left_out=made.left_out + out,
            ready_products=made.ready_products - out,
        )

    def _held_out(self, check: Check) -> int:
        """How many rows that are ready go to nobody, only to compare with."""
        arm_of = self._assignment().arm_of
        numbers = check.results.numbers()
        return sum(check.is_sent(row) and arm_of(number) is None for row, number in numbers)

    def outlook(self, progress: Heard = ignore_progress, cancelled: Asked = never_cancelled) -> Audience:
        """What would go out as everything stands now."""
        return audience_of(self._checked(self._going(progress, cancelled)), self._texts(), self.terms)

    def recipient(self, row: int) -> Recipient:
        """One row as its recipient will get it."""
        return recipient(self._checked(), row, self._fields(), self._texts())

    # What is most likely wrong

    def likely_wrong(
        self, opened: Opened, progress: Heard = ignore_progress, cancelled: Asked = never_cancelled
    ) -> LikelyWrong:
        """The messages most likely wrong as everything stands now; `opened` as in `judge_links`."""
        going = self._going(progress, cancelled)
        self._wall = Wall(self._checked(going), self._texts(), self._fields(), self._folder, going)
        return self._wall.view(opened)

    def judge_links(self, opened: Opened) -> LikelyWrong:
        """The same, once links were opened: what is wrong with each, blank where it opens."""
        return self._wall.view(opened) if self._wall is not None else self.likely_wrong(opened)

    def put_right(
        self, ground: str, progress: Heard = ignore_progress, cancelled: Asked = never_cancelled
    ) -> CheckSummary:
        """Put right every message of the file with this ground, as far as it is known how; one step for
        undo."""
        going = self._going(progress, cancelled)
        return self._do(self._looked(going).repair_step(Ground(ground), going), going)

    def leave_out_with(
        self,
        ground: str,
        opened: Opened,
        progress: Heard = ignore_progress,
        cancelled: Asked = never_cancelled,
    ) -> CheckSummary:
        """Leave everybody out whose message has this ground; one step for undo."""
        going = self._going(progress, cancelled)
        return self.leave_out(self._looked(going).rows_with(Ground(ground), opened, going))

    def _looked(self, going: Going) -> Wall:
        if self._wall is None:
            self._wall = Wall(self._checked(going), self._texts(), self._fields(), self._folder, going)
        return self._wall

    def find(self, text: str, phones: Sequence[str], after: int) -> int | None:
        """The next row after this one, then from the first on, that holds every word of `text`, or one of
        these numbers of people whom it names; None where there is none."""
        words = text.casefold().split()
        numbers = [digits[-LOCAL_DIGITS:] for phone in phones if (digits := _digits(phone))]
        first: int | None = None
        for row in self._state.sheet.rows:
            if first is not None and row.number <= after:
                continue
            cells = "\n".join(row.cells)
            folded = cells.casefold()
            if all(word in folded for word in words) or any(each in _digits(cells) for each in numbers):
                if row.number > after:
                    return row.number
                first = row.number
        return first

    def request_of(self, row: int) -> bytes:
        """The bytes of a row's message without a reference of its own; ImportRefused where it is not sent."""
        check, assignment = self._checked(), self._assignment()
        arm = assignment.arm_of(_number_of(check, row))
        draft = check.draft_of(row) if check.is_sent(row) and arm is not None else None
        if arm is None or draft is None or draft.request is None:
            raise ImportRefused(message("Row {row} is not sent.", row=row), message("Choose another row."))
        if refused := self._split_refusals():
            raise ImportRefused(refused[0], message("Nothing was sent."))
        return assignment.with_template(draft.request.wire(), arm)

    def plan(self, warnings_seen: bool = False) -> Planned:
        """Freeze every ready message; ImportRefused while something nothing fills, or nothing can be sent."""
        missing, refused = self.missing(), self.refusals()
        if not self._chosen() and not self.sending().by_column:
            raise ImportRefused(
                message("Nothing is chosen to be sent."), message("Choose a template or a type of message.")
            )
        if missing:
            raise ImportRefused(
                message("Nothing fills {names}.", names=listed(missing)),
                message("Say under Message what fills it."),
            )
        terms = self.terms
        refused = refused or (
            *self._columns_gone(),
            *(() if terms.can_be_held_to else (NOT_TOLD_APART,)),
            *cap_refusals(terms.limits),
            *self._split_refusals(),
        )
        if refused:
            raise ImportRefused(refused[0], message("Nothing was sent."))
        return super().plan(warnings_seen)

    def _split_refusals(self) -> tuple[str, ...]:
        """Why its other texts cannot be sent."""
        return split_refusals(self.terms.split, self._chosen_template(), self.sending().body, self.library)

    def _columns_gone(self) -> tuple[str, ...]:
        """The columns that its terms name and the file does not have."""
        terms, header = self.terms, self._state.sheet.header
        named = (terms.window.zone_column if terms.window is not None else "", terms.consent_column)
        return tuple(
            message("The file has no column “{column}”.", column=column)
            for column in named
            if column and column not in header
        )

    def _chosen_template(self) -> str:
        """The template that everybody's message names; blank where rows name theirs, or it is none."""
        return self._chosen() if self._state.kind == TEMPLATES_KIND else ""

    def _chosen(self) -> str:
        mapping = self._state.decided.mapping
        path = CHOSEN[self._state.kind]
        source = mapping.sources.get(path) or mapping.fills.get(path)
        return source.text if isinstance(source, Fixed) else ""

    def _shape(self) -> MessageFields | None:
        return fields_of_message(self._state.decided.mapping, self.library)

    def _fields(self) -> tuple[TargetField, ...]:
        """What is asked for: the recipient, the parts of what is sent, what is rarely wanted, and whatever
        else is mapped."""
        target, mapping, shape = TARGETS[self._state.kind], self._state.decided.mapping, self._shape()
        parts = shape.fields if shape is not None else ()
        settled = set(shape.fixed) | {CHOSEN[self._state.kind]} if shape is not None else set()
        shown = [*(target.field(path) for path in ALWAYS), *parts]
        shown += [target.field(path) for path in RARE]
        if shape is None:
            settled = {CHOSEN[self._state.kind]} if self._chosen() else set()
        there = {spec.path for spec in shown} | settled
        filled = [*mapping.sources, *mapping.fills]
        return (*shown, *(target.field(path) for path in dict.fromkeys(filled) if path not in there))

    def _known(self) -> Known:
        """With the most offers for one person, and the library's word about rows that name their template."""
        known = super()._known()
        region = region_of(self._state.decided.rules)
        cap = frequency_cap(self._workspace, self.terms, region, self.library.values())
        known = replace(known, cap=cap, consent_column=self.terms.consent_column)
        by_row = self._state.kind == TEMPLATES_KIND and not self._chosen()
        return replace(known, misfits=LibraryFit(self.library, self._strict)) if by_row else known


def _capped(terms: CampaignTerms) -> tuple[object, ...]:
    """What of the terms decides who had enough offers."""
    limits, window = terms.limits, terms.window
    if limits.cap_messages is None:
        return ()
    return limits.cap_messages, limits.cap_days, window.starts_at if window is not None else ""


def _number_of(check: Check, row: int) -> str:
    """The number that a row goes to (E.164), blank for none."""
    _, phone = check.survey.recipient(check.sheet.row(row))
    return phone.e164 if phone is not None else ""


def _digits(text: str) -> str:
    return "".join(filter(str.isdecimal, text))
