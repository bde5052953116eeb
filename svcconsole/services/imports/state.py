"""The state of an import (file, decisions, corrections); every change is saved before it shows."""

from __future__ import annotations

import json
from collections.abc import Container, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import Any

from svcconsole.services.imports import corrections, reading_questions, saved_mappings, saved_readings
from svcconsole.services.imports.corrections import Step
from svcconsole.services.imports.decisions import Damaged, Decisions
from svcconsole.services.imports.mapping_drift import Drift
from svcconsole.services.imports.saved_readings import FileLayout, SavedAnswers
from svcconsole.services.imports.sheet import Sheet, read_source
from svcconsole.services.imports.views import (
    Defaults,
    ImportRefused,
    Overview,
    PreviewRow,
    Recognised,
    Remembered,
    SavedReading,
)
from svcconsole.tables import presets
from svcconsole.tables.checking.rules import Rules, rules_for
from svcconsole.tables.mapping.content import ROWS
from svcconsole.tables.mapping.mapping import Mapping
from svcconsole.tables.presets import Recognition
from svcconsole.tables.reading.dialect import Detection, Dialect, detect
from svcconsole.tables.reading.layout import ends_in
from svcconsole.tables.reading.questions import NO_ANSWERS, Question
from svcconsole.tables.reading.tables_in_file import FoundTable, tables_in
from svcconsole.tables.records.customer_grouping import region_of
from svcconsole.words.message import message
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.drafts.imports import SourceFile

PREVIEW_ROWS = 50


class ImportState:
    """Made by `begin` or `take_up`. Each change is one transaction: a crash leaves it whole or not there."""

    def __init__(
        self,
        workspace: Workspace,
        kind: str,
        source: SourceFile,
        decided: Decisions,
        *,
        defaults: Defaults,
        remembering: bool,
        detection: Detection | None = None,
        import_id: str = "",
        steps: Sequence[Step] = (),
    ) -> None:
        self.kind = kind
        self.source = source
        self.decided = decided
        self.id = import_id
        self.steps = list(steps)
        self._about_file = detection.questions if detection else ()
        self._parts = detection.parts if detection else ()
        self._packed = detection.packed if detection else ""
        self._tables: tuple[FoundTable, ...] = ()
        self._tables_of = ("", "")
        self._read_rows()
        self._workspace = workspace
        self._defaults = defaults
        self._remembering = remembering
        self._recognition = self._recognised(decided.preset)

    @classmethod
    def begin(
        cls,
        workspace: Workspace,
        kind: str,
        path: Path,
        defaults: Defaults,
        *,
        remembering: bool,
        saved_answers: bool = True,
    ) -> ImportState:
        """A new import of this file. An older one in which nothing was decided yet makes room for it.

        `remembering` maps it as a file with this header was mapped before, and keeps what is decided now.
        `saved_answers` gives the answers about its reading that were kept for files of its layout.
        """
        source, detection = read_source(path), detect(path)
        begun = Decisions(
            detection.dialect, detection.evidence, mapping=Mapping(kind), rules=_rules_of(defaults)
        )
        state = cls(
            workspace, kind, source, begun, defaults=defaults, remembering=remembering, detection=detection
        )
        state._decide(state._found())
        state.id = workspace.imports.create(kind, source, state.decided.as_json())
        if saved_answers:
            state.answer_as_saved(asked=False)
        settings = json.loads(json.dumps(state.decided.as_json()))
        for info in workspace.imports.list():
            untouched = info.settings == settings and info.id != state.id
            if info.path == source.path and untouched and not workspace.imports.steps(info.id):
                workspace.imports.drop(info.id)
        return state

    @classmethod
    def resume(
        cls, workspace: Workspace, import_id: str, defaults: Defaults, *, remembering: bool
    ) -> ImportState:
        """An import as it was left; ImportRefused when its file has changed since."""
        info = workspace.imports.get(import_id)
        source = read_source(Path(info.path))
        if source.fingerprint != info.source.fingerprint:
            raise ImportRefused(
                message("{file_name} has changed since this import began.", file_name=info.file_name),
                message(
                    "Open the file again as a new import; what was put right in the old one stays with it."
                ),
            )
        try:
            decided = Decisions.from_json(info.settings)
        except Damaged:
            raise ImportRefused(
                message("What was decided for {file_name} is damaged.", file_name=info.file_name),
                message("Open the file again as a new import."),
            ) from None
        return cls(
            workspace,
            info.kind,
            source,
            decided,
            defaults=defaults,
            remembering=remembering,
            detection=detect(Path(info.path), part=decided.dialect.part, table=decided.dialect.table),
            import_id=import_id,
            steps=workspace.imports.steps(import_id),
        )

    def _read_rows(self) -> None:
        """Read the file, repair its rows as answered, and do the steps again."""
        self.sheet = Sheet(Path(self.source.path), self.decided.dialect)
        self._find_tables()
        self._groups = reading_questions.row_groups(self.sheet, self.decided.dialect.delimiter)
        self.left_out: set[int] = set()
        for number, cells in reading_questions.repaired(self._groups, self.decided.answers):
            if cells is None:
                self.left_out.add(number)
            else:
                self.left_out.discard(number)
                self.sheet.repair(number, cells)
        for step in self.steps:
            for row, column, text in corrections.changed_cells(step):
                self.sheet.type_over(row, column, text)
            rows, out = corrections.left_out(step)
            (self.left_out.update if out else self.left_out.difference_update)(rows)

    def _find_tables(self) -> None:
        """Keep where the table ended that was read, and find those below it."""
        dialect, ended, path = self.decided.dialect, self.sheet.ended, Path(self.source.path)
        if ended and ended != dialect.last:
            dialect = replace(dialect, last=ended, looked=0)
            self.decided = replace(
                self.decided, dialect=dialect, evidence=(*self.decided.evidence, ends_in(ended))
            )
        place = (dialect.encoding, dialect.part)
        if self._tables_of != place:
            self._tables_of, self._tables = place, ()
        if not self._tables and (dialect.last or dialect.table > 1):
            first = dialect if dialect.table == 1 else detect(path, place[0], part=place[1]).dialect
            self._tables = tables_in(path, first)

    # How the file is read

    def questions(self) -> tuple[Question, ...]:
        """What has to be answered before anything of the file is used, with the answers so far."""
        return reading_questions.questions(self._about_file, self._groups, self.decided.answers)

    def answer(self, key: str, choice: str, rows: Sequence[int] = (), cells: Sequence[str] = ()) -> None:
        """Answer a question about the reading for all it is about, or for some of its rows; an empty choice
        asks again. Steps that touch these rows belong to the old reading and go with it."""
        question = reading_questions.find(self.questions(), key)
        group = next((group for group in self._groups if group.question.key == key), None)
        concerned = group.rows if group is not None else {}
        answers = reading_questions.answered(
            self.decided.answers, question, choice, among=concerned, numbers=rows, cells=cells
        )
        if choice and (element := reading_questions.READ_ANEW.get(question.code)):
            self.read_anew(**{element: choice})
            return
        anew = any(_touches(step, concerned) for step in self.steps)
        with self._whole_or_not():
            self.decided = replace(self.decided, answers=answers)
            if anew:
                self.steps = []
            self._read_rows()
            self._save(self.decided, anew=anew)

    # Answers that are kept

    @cached_property
    def _layout(self) -> FileLayout:
        return saved_readings.layout_of(Path(self.source.path))

    def keep_answer(self, key: str, choice: str) -> None:
        """Keep the answer to a question for the next file of this layout; an empty one is kept no longer."""
        saved_readings.save_answer(
            self._workspace, self.kind, self._layout, (key, choice), self.source.file_name
        )
        saved = saved_readings.load_answers(self._workspace, self.kind, self._layout)
        self._save(replace(self.decided, reading=saved.at if choice and saved is not None else ""))

    def answer_as_saved(self, *, asked: bool = True) -> None:
        """Answer what waits as it was kept for files of this layout, for those of another one only where
        somebody `asked` for it."""
        if not any(question.waiting for question in self.questions()):
            return
        saved = saved_readings.load_answers(self._workspace, self.kind, self._layout)
        if saved is None or (saved.drift and not asked):
            return
        while (found := self._to_answer(saved)) is not None:
            self.answer(*found)
            self._save(replace(self.decided, reading=saved.at))

    def _to_answer(self, saved: SavedAnswers) -> tuple[str, str] | None:
        """The first question that waits and was answered then, with its answer."""
        for question in self.questions():
            choice = question.choice(saved.choices.get(question.key, ""))
            if question.waiting and choice is not None and not choice.asks_cells:
                return question.key, choice.key
        return None

    def saved_reading(self) -> SavedReading | None:
        """The answers kept for files of this layout, as far as they answer what this one asks."""
        asked = self.questions()
        saved = saved_readings.load_answers(self._workspace, self.kind, self._layout) if asked else None
        if saved is None:
            return None
        answers = tuple(
            (question.title, choice.label)
            for question in asked
            if (choice := question.choice(saved.choices.get(question.key, ""))) is not None
        )
        in_use = self.decided.reading == saved.at
        return SavedReading(saved.at, saved.file_name, in_use, answers, saved.drift) if answers else None

    def forget_saved_reading(self) -> None:
        """Forget the answers kept for this layout, and ask again what this file was answered by them."""
        saved = saved_readings.load_answers(self._workspace, self.kind, self._layout)
        if saved is not None and self.decided.reading == saved.at:
            for question in self.questions():
                if question.answer and question.answer == saved.choices.get(question.key):
                    self.answer(question.key, "")
        self._save(replace(self.decided, reading=""))
        saved_readings.forget_answers(self._workspace, self.kind, self._layout)

    def overview(self) -> Overview:
        """The file as it was opened, with its first rows, and the plans in which it was run before."""
        found, sheet = self._recognition, self.sheet
        runs = self._workspace.runs.with_fingerprint(self.source.fingerprint)
        earlier = [info for info in runs if info.kind == self.kind]
        return Overview(
            import_id=self.id,
            file_name=self.source.file_name,
            path=self.source.path,
            size=self.source.size,
            rows=len(sheet.rows),
            dialect=self.decided.dialect,
            evidence=self.decided.evidence,
            recognition=Recognised(
                found.preset,
                found.title,
                found.known,
                found.total,
                found.evidence,
                found.unknown,
                found.by_cells,
            ),
            header=sheet.header,
            preview=tuple(PreviewRow(row.number, row.cells) for row in sheet.rows[:PREVIEW_ROWS]),
            repairs=tuple(sheet.repairs.kept),
            repair_counts=dict(sheet.repairs.counts),
            earlier=tuple(dict.fromkeys(info.code for info in earlier if info.started_at is not None)),
            parts=self._parts,
            packed=self._packed,
            tables=self._tables if len(self._tables) > 1 else (),
        )

    @property
    def columns_left_out(self) -> dict[str, str]:
        """The columns the recognised format leaves out, and why."""
        return dict(self._recognition.left_out)

    # Decisions about the whole file

    def read_anew(self, **changes: Any) -> None:
        """Read the file under another dialect; another encoding decides the rest of it again.

        What was put right by row and cell belongs to the old reading and goes with it.
        """
        with self._whole_or_not():
            self._change_dialect(changes)
            self.steps = []
            self._read_rows()
            self._save(self._found(), anew=True)

    @contextmanager
    def _whole_or_not(self) -> Iterator[None]:
        """Put everything back where the file cannot be read so, or where that cannot be saved."""
        before = vars(self).copy()
        try:
            yield
        except BaseException:
            vars(self).update(before)
            raise

    def _change_dialect(self, changes: dict[str, Any]) -> None:
        path, before = Path(self.source.path), self.decided
        if set(changes) == {"encoding"}:
            detection = detect(
                path, changes["encoding"], part=before.dialect.part, table=before.dialect.table
            )
            dialect, evidence = detection.dialect, detection.evidence
            kept = (asked for asked in self._about_file if asked.code == reading_questions.ENCODING)
            self._about_file = (*kept, *detection.questions)
        elif set(changes) == {"table"}:
            detection = detect(
                path, before.dialect.encoding, part=before.dialect.part, table=changes["table"]
            )
            dialect, evidence = detection.dialect, (*before.evidence[:1], *detection.evidence[1:])
            kept = (asked for asked in self._about_file if asked.code != reading_questions.HEADER)
            self._about_file = (*kept, *detection.questions)
        elif set(changes) == {"part"}:
            detection = detect(path, part=changes["part"])
            dialect, evidence = detection.dialect, detection.evidence
            self._about_file = detection.questions
            before = replace(before, answers=NO_ANSWERS)
        else:
            dialect, evidence = _changed(before.dialect, changes), before.evidence
        elements = reading_questions.READ_ANEW
        alike = replace(dialect, encoding=before.dialect.encoding) == before.dialect
        answers = before.answers if alike else NO_ANSWERS
        for question in self._about_file:
            made = before.answers.choices.get(question.key, "")
            answers = answers.with_choice(question.key, changes.get(elements[question.code]) or made)
        self.decided = replace(before, dialect=dialect, evidence=evidence, answers=answers)

    def recognise(self, preset: str | None) -> None:
        """Match the columns as this export format has them; None finds it by the header."""
        self._save(self._matched(preset))

    def decide(self, **changes: Any) -> None:
        """Keep decisions: `mapping=`, `rules=`."""
        self._save(replace(self.decided, **changes))

    def by_itself(self) -> None:
        """Map and answer as without anything remembered."""
        self._save(self._automatic())

    def as_remembered(self) -> None:
        """Map and answer as for the last file with this header; ImportRefused when there was none."""
        recalled = self._recalled()
        if recalled is None:
            raise ImportRefused(
                message(
                    "No mapping is remembered for a file with the columns of {file}.",
                    file=self.source.file_name,
                ),
                message("One is once such a file was imported in the window of this profile."),
            )
        self._save(recalled)

    def remembered(self) -> Remembered | None:
        """The mapping of the last file with this header, else of the one most like it."""
        found = saved_mappings.load_saved(self._workspace, self.kind, self.sheet.header)
        if found is None:
            return None
        saved, changes = found
        in_use = self.decided.recalled == saved.at
        return Remembered(saved.at, saved.file_name, in_use=in_use, drift=changes.sentences())

    def remember(self) -> None:
        """Keep what is decided for the next file with this header, if this import remembers."""
        if self._remembering:
            saved_mappings.save_mapping(
                self._workspace,
                self.kind,
                self.sheet.header,
                made=self.decided,
                automatic=self._automatic(),
                name=self.source.file_name,
            )

    def _found(self) -> Decisions:
        """What is decided without a person: as for the last file with this header, else by itself."""
        return (self._recalled(asked=False) if self._remembering else None) or self._matched(None)

    def _recalled(self, *, asked: bool = True) -> Decisions | None:
        """What was decided for such a file; for one with other columns only where somebody `asked` for it."""
        header = self.sheet.header
        found = saved_mappings.load_saved(self._workspace, self.kind, header)
        if found is None or (found[1] != Drift() and not asked):
            return None
        return saved_mappings.apply_saved(found[0], self._automatic(), header, found[1])

    def _automatic(self) -> Decisions:
        return replace(self._matched(None), rules=_rules_of(self._defaults))

    def _matched(self, preset: str | None) -> Decisions:
        found = self._recognised(preset)
        return replace(self.decided, preset=found.preset, mapping=found.mapping, recalled="")

    def _recognised(self, preset: str | None) -> Recognition:
        header, region = self.sheet.header, region_of(self.decided.rules)
        rows = [row.cells for row in islice(self.sheet.rows, ROWS)]
        if preset:
            return presets.apply(preset, header, self.kind, rows, region)
        return presets.recognise(header, self.kind, rows, region)

    def _save(self, decided: Decisions, *, anew: bool = False) -> None:
        self._workspace.imports.save_settings(self.id, decided.as_json(), len(self.sheet.rows), anew=anew)
        self._decide(decided, anew=anew)

    def _decide(self, decided: Decisions, *, anew: bool = False) -> None:
        if anew or decided.preset != self.decided.preset:
            self._recognition = self._recognised(decided.preset)
        self.decided = decided

    # Steps of putting right

    def add(self, step: Step) -> None:
        """Keep a step with the rule it answers."""
        decided = replace(self.decided, rules=self._rules_after(step))
        self._workspace.imports.add_step(self.id, step, decided.as_json())
        self.steps.append(step)
        self.decided = decided

    def take_back(self) -> Step:
        """Forget the last step and what it answered; returns it."""
        step = self.steps[-1]
        decided = replace(self.decided, rules=self._rules_after(step, back=True))
        self._workspace.imports.drop_last_step(self.id, decided.as_json())
        self.decided = decided
        return self.steps.pop()

    def _rules_after(self, step: Step, *, back: bool = False) -> Rules:
        rules, answered = self.decided.rules, corrections.decided(step, back=back)
        if answered is None:
            return rules
        rule, made = answered
        return rules.ask(rule) if made is None else rules.decide(rule, made.choice, made.value)


def _touches(step: Step, rows: Container[int]) -> bool:
    """Whether a step corrects or leaves out any of the rows."""
    changed = (row for row, _, _ in corrections.changed_cells(step))
    return any(row in rows for row in (*changed, *corrections.left_out(step)[0]))


def _changed(dialect: Dialect, changes: dict[str, Any]) -> Dialect:
    """The dialect with some elements overridden; what was told of the layout from others goes with them."""
    if changes.keys() & {"delimiter", "quote", "escape", "header", "skip"}:
        dialect = replace(dialect, width=0, header_rows=1, names="", skip_space=False)
    return replace(dialect, **changes)


def _rules_of(defaults: Defaults) -> Rules:
    return rules_for(
        storefront_url=defaults.storefront_url, currency=defaults.currency, region=defaults.region
    )
