"""Detects how a delimited file is written (encoding, delimiter, quotes, header), each with its evidence."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from svcconsole.tables.reading import encoding, structure
from svcconsole.tables.reading.encoding_question import Layout, encoding_question
from svcconsole.tables.reading.errors import TableError
from svcconsole.tables.reading.questions import Question
from svcconsole.tables.reading.source_file import open_file
from svcconsole.words.message import message

SAMPLE_BYTES = 1 << 20


@dataclass(frozen=True, slots=True)
class Dialect:
    """All that is needed to read a file; override any element with `dataclasses.replace`.

    `encoding` is a codec name of Python (a byte order mark is dropped whatever it says), `quote` and `escape`
    one character or "" for none, `skip` the physical lines before the table, `header` whether its first row
    names the columns, `comment` a prefix of lines to pass over ("" = none), `newline` what ends its lines
    (for display).
    """

    encoding: str = "utf-8"
    delimiter: str = ","
    quote: str = '"'
    escape: str = ""
    skip: int = 0
    header: bool = True
    comment: str = ""
    newline: str = "\n"

    @property
    def header_row(self) -> int:
        """The physical line (from 1) of the header, 0 when the file has none."""
        return self.skip + 1 if self.header else 0


@dataclass(frozen=True, slots=True)
class Detection:
    """A decided dialect, how sure it is (0 to 1) and why, in sentences; `questions` about the whole file are
    those that a person has to answer before it is imported."""

    dialect: Dialect
    confidence: float
    evidence: tuple[str, ...]
    questions: tuple[Question, ...] = ()


def detect(
    path: Path, codec: str | None = None, *, shape_from: int = SAMPLE_BYTES, asking: bool = True
) -> Detection:
    """Decide the dialect of `path`; the same bytes always give the same answer.

    The encoding is decided from all bytes, or by `codec`; the rest from the first `shape_from` characters
    under it. Without `asking`, the likeliest encoding is taken and no question is made. TableError when the
    file is no table of text.
    """
    with open_file(path) as file:
        sample = file.read(SAMPLE_BYTES)
        complete = not file.read(1)
        if not sample.strip():
            raise TableError(
                message("{file} is empty.", file=path.name),
                message("Export it again, or choose another file."),
            )
        chosen = encoding.Encoding(codec, 1.0, message("Chosen by you.")) if codec else encoding.decide(file)
    text = encoding.text(sample, chosen.codec)
    shape = structure.decide(text[:shape_from], complete and len(text) <= shape_from)
    dialect = Dialect(
        encoding=chosen.codec,
        delimiter=shape.delimiter,
        quote=shape.quote,
        escape=shape.escape,
        skip=shape.skip,
        header=shape.header,
        comment=shape.comment,
        newline=shape.newline,
    )
    layout = Layout(
        shape.delimiter, shape.quote, shape.escape, shape.skip, header=shape.header, comment=shape.comment
    )
    questions = (encoding_question(path, layout, chosen),) if chosen.readings and asking else ()
    confidence = min(chosen.confidence, shape.confidence)
    return Detection(dialect, confidence, (chosen.reason, *shape.evidence), questions)
