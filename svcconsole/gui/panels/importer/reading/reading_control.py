"""Controls the questions about how a file is read: asks the worker for them, answers them, takes back."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from svcconsole.gui.panels.importer.file_step import FileStep
    from svcconsole.gui.panels.importer.session import Session
    from svcconsole.tables.reading.questions import Question

Answer = tuple[str, tuple[int, ...]]
"""The key of a question, and the rows answered for themselves; none: all of them."""


class ReadingControl:
    """Between step File and the worker; it remembers what was answered here, the last of it first to go."""

    def __init__(self, step: FileStep, session: Session) -> None:
        self._step = step
        self._session = session
        self._given: list[Answer] = []

    def forget(self) -> None:
        """Another file: there is nothing to take back."""
        self._given.clear()
        self._step.questions.forget()

    async def show(self) -> None:
        """Show the questions with the answers so far."""
        asked: tuple[Question, ...] = await self._session.call("reading_questions")
        self._step.show_questions(asked, await self._session.call("saved_reading") if asked else None)

    async def use_saved(self, yes: bool) -> None:
        """Give the answers that are kept for such files, or forget them and ask again."""
        await self._session.call("use_saved_reading" if yes else "forget_saved_reading")
        await self._read_again()
        self._step.focus_first()

    async def answer(
        self, key: str, choice: str, rows: tuple[int, ...], cells: tuple[str, ...], keep: bool
    ) -> None:
        """Answer one, and go on to the next that waits."""
        await self._session.call("answer_reading", key, choice, rows, cells, keep=keep)
        self._given.append((key, rows))
        await self._read_again()
        self._step.focus_first()

    async def take_back(self) -> None:
        """Ask the last answered one again."""
        if not self._given:
            return
        key, rows = self._given.pop()
        await self._session.call("answer_reading", key, "", rows)
        await self._read_again()
        self._step.show_question(key)
        self._step.focus_first()

    async def _read_again(self) -> None:
        """What an answer changed: an encoding reads the whole file anew, a repair some of its rows."""
        self._step.show_overview(await self._session.read_again())
        await self.show()
