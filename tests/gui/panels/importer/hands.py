"""What a person does in the wizard, as steps of a test: answer the questions, wait for the worker."""

from __future__ import annotations

from svcconsole.gui.panels.importer.columns.questions import Question
from svcconsole.gui.panels.importer.file_step import FileStep
from svcconsole.gui.panels.importer.import_steps import CHECK, COLUMNS
from svcconsole.gui.panels.importer.page import ImportPage
from tests.support.coroutines import until

__all__ = [
    "ANSWERS",
    "answer",
    "answer_all",
    "at_check",
    "put_right_all",
    "recognised",
    "settle",
    "shows_file",
    "until",
]

ANSWERS = {
    "url": ("template", "https://shop.example/products/{Handle}"),
    "currency": ("value", "EUR"),
    "quantity": ("value", "0"),
}


async def settle(page: ImportPage) -> None:
    """Until the worker has answered everything."""
    await until(lambda: not page.is_busy())


def answer(question: Question, choice: str, text: str = "") -> None:
    """Choose an answer as the combo and the field do."""
    at = question.choice.findData(choice)
    assert at > 0, (question.rule.id, choice)
    question.choice.setCurrentIndex(at)
    question.choice.activated.emit(at)
    if text:
        question.text.setText(text)
        question.text.editingFinished.emit()


async def answer_all(page: ImportPage) -> None:
    """Answer every open question: by the table, else with its first choice that needs no text."""
    while True:
        await settle(page)
        waiting = [
            question
            for question in page.columns.questions.questions()
            if not question.rule.decided and question.isVisibleTo(page)
        ]
        if not waiting:
            return
        question = waiting[0]
        first = next(
            (choice.key for choice in question.rule.choices if not choice.needs_text),
            question.rule.choices[0].key,
        )
        answer(question, *ANSWERS.get(question.rule.id, (first, "")))
        await settle(page)
        assert question.rule.decided, question.rule


def shows_file(page: ImportPage) -> bool:
    """Whether a file is on screen as it is read; looked at from outside: to ask the page for its first step
    makes that, which a page without a file does without."""
    shown = page.stack.currentWidget()
    return isinstance(shown, FileStep) and shown.next.isVisible()


async def recognised(page: ImportPage) -> None:
    """Until the opened file is on screen as it is read."""
    await until(lambda: shows_file(page) and not page.is_busy())


async def at_check(page: ImportPage) -> None:
    """From an opened file to its check, every question answered."""
    await recognised(page)
    page.file.next.click()
    await until(lambda: page.step() == COLUMNS and not page.is_busy())
    await answer_all(page)
    page.columns.next.click()
    await until(lambda: page.step() == CHECK and not page.is_busy())


async def put_right_all(page: ImportPage) -> None:
    """Put every problem right: use what is suggested, else leave the product out."""
    while errors := [kind for kind in page.check.summary.kinds if kind.level == "error"]:
        left = page.check.summary.to_put_right
        page.check.choose(errors[0].code)
        await settle(page)
        ways = page.check.box.buttons
        (ways.get("suggestion") or ways["leave_out"]).click()
        await settle(page)
        assert page.check.summary.to_put_right < left, errors[0]
