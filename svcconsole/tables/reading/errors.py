"""Why a file cannot be used as a table: one sentence and what to do about it."""

from __future__ import annotations

from svcconsole.words.message import sentences


class TableError(Exception):
    """A file, mapping or setting that cannot be used; `sentence` says why, `advice` what to do."""

    def __init__(self, sentence: str, advice: str = "") -> None:
        super().__init__(sentence, advice)
        self.sentence = sentence
        self.advice = advice

    def __str__(self) -> str:
        return str(sentences(self.sentence, self.advice))
