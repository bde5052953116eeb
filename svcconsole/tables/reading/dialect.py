"""Detects how a delimited file is written (encoding, delimiter, quotes, header), each with its evidence."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from svcconsole.tables.reading import encoding, structure
from svcconsole.tables.reading.encoding_question import Layout, encoding_question
from svcconsole.tables.reading.errors import TableError
from svcconsole.tables.reading.part_question import part_question
from svcconsole.tables.reading.questions import Question
from svcconsole.tables.reading.unpacked import WORKBOOK, Contents, contents, open_text
from svcconsole.words.message import message

SAMPLE_BYTES = 1 << 20


@dataclass(frozen=True, slots=True)
class Dialect:
    """All that is needed to read a file; override any element with `dataclasses.replace`.

    `encoding` is a codec name of Python (a byte order mark is dropped whatever it says), `quote` and `escape`
    one character or "" for none, `skip` the physical lines before the table, `header` whether its first row
    names the columns, `comment` a prefix of lines to pass over ("" = none), `newline` what ends its lines
    (for display), `part` the sheet of a workbook or the member of an archive that is read ("" = the first).
    """

    encoding: str = "utf-8"
    delimiter: str = ","
    quote: str = '"'
    escape: str = ""
    skip: int = 0
    header: bool = True
    comment: str = ""
    newline: str = "\n"
    part: str = ""

    @property
    def header_row(self) -> int:
        """The physical line (from 1) of the header, 0 when the file has none."""
        return self.skip + 1 if self.header else 0


@dataclass(frozen=True, slots=True)
class Detection:
    """A decided dialect, how sure it is (0 to 1) and why, in sentences; `questions` about the whole file are
    those that a person has to answer before it is imported, `parts` the sheets or files that could be read
    instead of this one."""

    dialect: Dialect
    confidence: float
    evidence: tuple[str, ...]
    questions: tuple[Question, ...] = ()
    parts: tuple[str, ...] = ()


def detect(
    path: Path,
    codec: str | None = None,
    *,
    part: str = "",
    shape_from: int = SAMPLE_BYTES,
    asking: bool = True,
) -> Detection:
    """Decide the dialect of `path`; the same bytes always give the same answer.

    The encoding is decided from all bytes, or by `codec`; the rest from the first `shape_from` characters
    under it. Without `asking`, the likeliest encoding is taken and no question is made. TableError when the
    file is no table of text.
    """
    packed = contents(path, part)
    with open_text(path, part) as file:
        sample = file.read(SAMPLE_BYTES)
        complete = not file.read(1)
        if not sample.strip():
            raise TableError(
                message("{file} is empty.", file=path.name),
                message("Export it again, or choose another file."),
            )
        chosen = (
            encoding.Encoding(codec, 1.0, message("Chosen by you.")) if codec else encoding.decide(file)
        )
    text = encoding.text(sample, chosen.codec)
    shape = structure.decide(text[:shape_from], complete and len(text) <= shape_from)
    if packed is not None and packed.kind == WORKBOOK:
        shape = replace(shape, delimiter=",", quote='"', escape="", comment="", confidence=1.0)
    dialect = Dialect(
        encoding=chosen.codec,
        delimiter=shape.delimiter,
        quote=shape.quote,
        escape=shape.escape,
        skip=shape.skip,
        header=shape.header,
        comment=shape.comment,
        newline=shape.newline,
        part=packed.part if packed is not None else "",
    )
    questions = tuple(_questions(path, dialect, chosen, packed)) if asking else ()
    told = (*packed.notes, *_told(packed, chosen, shape)) if packed is not None else (chosen.reason, *shape.evidence)
    confidence = min(chosen.confidence, shape.confidence)
    return Detection(dialect, confidence, told, questions, packed.parts if packed is not None else ())


def _questions(
    path: Path, dialect: Dialect, chosen: encoding.Encoding, packed: Contents | None
) -> Iterator[Question]:
    """What has to be asked about the whole file: which part of it, and in which encoding that is."""
    if packed is not None and packed.several:
        yield part_question(packed)
    if chosen.readings:
        layout = Layout(
            dialect.delimiter,
            dialect.quote,
            dialect.escape,
            dialect.skip,
            header=dialect.header,
            comment=dialect.comment,
            part=dialect.part,
        )
        yield encoding_question(path, layout, chosen)


def _told(packed: Contents, chosen: encoding.Encoding, shape: structure.Shape) -> tuple[str, ...]:
    """The evidence of what is packed; how the text of a workbook is written is nothing of the file's."""
    if packed.kind != WORKBOOK:
        return (chosen.reason, *shape.evidence)
    return shape.evidence[1:-1]
