"""Checks and plans the file of a schedule, in a worker process."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from svcconsole.services.imports.prepared import open_prepared
from svcconsole.services.imports.prepared_options import Prepared
from svcconsole.services.imports.session import ImportSession
from svcconsole.services.imports.views import CheckSummary, Defaults, ImportRefused, KindCount
from svcconsole.tables.checking.price_levels import RULES_OF_PRICES
from svcconsole.tables.mapping.targets import PRODUCTS
from svcconsole.words.message import lines, listed, message


@dataclass(frozen=True, slots=True)
class CheckedFile:
    """What a check found: rows, those to fix, those whose price is asked about; `asked` are the questions
    about the whole file that the schedule does not answer."""

    rows: int
    problems: int
    price_changes: int
    asked: tuple[str, ...]


class FileCheck:
    """One file of a schedule; synchronous, made to live in a worker process.

    Raises TableError and ImportRefused in words, WorkspaceError.
    """

    def __init__(self, folder: str, path: str, defaults: Defaults, given: Prepared) -> None:
        self._session: ImportSession = open_prepared(
            folder, path, defaults, given, answer=lambda session: _answer(session, given.reading)
        )

    def close(self) -> None:
        self._session.close()

    def earlier(self) -> str:
        """The plan code of the newest run of the very same file; blank where there is none."""
        return next(iter(self._session.overview().earlier), "")

    def keys(self) -> tuple[str, ...]:
        """The products whose prices are to be read before the check."""
        return tuple(self._session.record_keys()) if self._session.kind.name == PRODUCTS.kind else ()

    def take_prices(self, answers: list[bytes]) -> None:
        """The store's answers for some of them."""
        self._session.take_prices(answers)

    def use_prices(self) -> None:
        """All of them are here."""
        self._session.use_prices()

    def check(self) -> CheckedFile:
        """Check the whole file. Prices that are asked about are counted, then sent as they are: whether so
        many may be is the schedule's to say."""
        self._refuse_misfits()
        summary = self._session.check()
        prices = [kind for kind in _questions(summary) if kind.rule in RULES_OF_PRICES]
        for kind in prices:
            self._session.set_rule(kind.rule or "", "send", "")
        if prices:
            summary = self._session.check()
        asked = tuple(
            message("{headline}.", headline=self._session.kind_detail(kind.code).headline)
            for kind in _questions(summary)
        )
        return CheckedFile(summary.rows, summary.to_put_right, sum(kind.rows for kind in prices), asked)

    def names_catalogs(self) -> bool:
        return self._session.names_catalogs()

    def missing_catalogs(self, known: Sequence[str]) -> tuple[str, ...]:
        """The catalogs that are named and are not among these of the store."""
        self._session.set_catalogs(known)
        return self._session.missing_catalogs()

    def plan(self) -> str:
        """Freeze what is ready into a run; its id."""
        return self._session.plan(warnings_seen=True).run_id

    def _refuse_misfits(self) -> None:
        fields = self._session.mapping_view().fields
        required = [field.label for field in fields if field.required and field.level == "error"]
        missing, foreign = self._session.lacking()
        if names := (*missing, *foreign) or required:
            raise ImportRefused(
                message("Its columns do not fill what is needed: {names}.", names=listed(names)),
                message("Nothing was sent. Look at the file, or change how the schedule maps it."),
            )


def _questions(summary: CheckSummary) -> list[KindCount]:
    return [kind for kind in summary.kinds if kind.level == "error" and kind.rule is not None]


def _answer(session: ImportSession, answers: Sequence[str]) -> None:
    for text in answers:
        name, _, choice = (part.strip() for part in text.partition("="))
        for question in session.reading_questions():
            if name in (question.key, question.code) and question.choice(choice) is not None:
                session.answer_reading(question.key, choice)
    waiting = [question for question in session.reading_questions() if question.waiting]
    if waiting:
        raise ImportRefused(
            lines(*(question.title for question in waiting)),
            message("Nothing was sent. Answer it once in the window, and keep the answer for such files."),
        )
