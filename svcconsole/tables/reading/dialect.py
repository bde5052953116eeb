"""Detects how a delimited file is written (encoding, delimiter, quotes, header), each with its evidence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from io import StringIO
from pathlib import Path

from svcconsole.tables.reading import encoding, layout, structure
from svcconsole.tables.reading.csv_dialect import Dialect
from svcconsole.tables.reading.encoding_question import CODE, encoding_question
from svcconsole.tables.reading.errors import TableError
from svcconsole.tables.reading.header_question import header_question
from svcconsole.tables.reading.open_quote import refusal as open_quote_refusal
from svcconsole.tables.reading.open_quote import without_open_cell
from svcconsole.tables.reading.other_text import refuse_other
from svcconsole.tables.reading.part_question import part_question
from svcconsole.tables.reading.questions import Question
from svcconsole.tables.reading.small_table import lines_above
from svcconsole.tables.reading.tables_in_file import nth
from svcconsole.tables.reading.twice_codec import TAKEN_FOR
from svcconsole.tables.reading.unpacked import WORKBOOK, Contents, contents, open_text
from svcconsole.words.message import message

__all__ = ["SAMPLE_BYTES", "Detection", "Dialect", "detect"]

SAMPLE_BYTES = 1 << 20


@dataclass(frozen=True, slots=True)
class Detection:
    """A decided dialect, how sure it is (0 to 1) and why, in sentences; `questions` about the whole file are
    those that a person has to answer before it is imported, `parts` the sheets or files that could be read
    instead of this one, `packed` what the file is where its text is not simply its bytes: one of the kinds of
    `unpacked`."""

    dialect: Dialect
    confidence: float
    evidence: tuple[str, ...]
    questions: tuple[Question, ...] = ()
    parts: tuple[str, ...] = ()
    packed: str = ""


def detect(
    path: Path,
    codec: str | None = None,
    *,
    part: str = "",
    table: int = 1,
    shape_from: int = SAMPLE_BYTES,
    asking: bool = True,
) -> Detection:
    """Decide the dialect of `path`; the same bytes always give the same answer.

    The encoding is decided from all bytes, or is `codec`; the rest from the first `shape_from` characters
    under it. `part` names a sheet or a member of an archive, `table` the number of a table among those that
    stand below one another in it. Without `asking` the likeliest encoding is taken
    from the first 16 MiB and nothing is asked. TableError when the file is no table of text.
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
            encoding.Encoding(codec, 1.0, message("Chosen by you."))
            if codec
            else encoding.decide(file, whole=asking)
        )
    text = encoding.text(sample, chosen.codec)
    if packed is None or packed.kind != WORKBOOK:
        refuse_other(text)
    whole = complete and len(text) <= shape_from
    text = text[:shape_from]
    table_text = text if whole else without_open_cell(text)
    if not table_text.strip():
        raise open_quote_refusal(message("The first row"), 1)
    lines = list(StringIO(table_text, newline="")) if whole else []
    above = lines_above(lines)
    shape = structure.decide(
        "".join(lines[above:]) if above else table_text, whole or len(table_text) < len(text)
    )
    shape = replace(shape, lead=shape.lead + above)
    if packed is not None and packed.kind == WORKBOOK:
        shape = replace(shape, delimiter=",", quote='"', escape="", comment="", skip_space=False)
    dialect = shape.dialect(chosen.codec, packed.part if packed is not None else "")
    looked_at = sample if whole else table_text.encode(chosen.codec, "replace")
    place = layout.find(looked_at, dialect, shape.width, complete=whole)
    dialect = place.within(dialect)
    if table > 1:
        dialect, place = nth(path, dialect, table)
    ending = message("Lines end with {ending}.", ending=structure.NEWLINES[shape.newline])
    stands = (layout.starts_in(above + 1),) if above and table == 1 else ()
    evidence: tuple[str, ...] = (chosen.reason, *shape.evidence, *stands, *place.evidence, ending)
    if packed is not None:  # how the text of a workbook is written is nothing of the file's
        evidence = (*packed.notes, *(place.evidence if packed.kind == WORKBOOK else evidence))
    found = Detection(
        dialect,
        min(chosen.confidence, shape.confidence),
        evidence,
        tuple(_questions(path, dialect, chosen, packed, place)) if asking else (),
        packed.parts if packed is not None else (),
        packed.kind if packed is not None else "",
    )
    first = next((asked.choices[0].key for asked in found.questions if asked.code == CODE), chosen.codec)
    if first in (chosen.codec, *TAKEN_FOR):
        return found
    # Fewer rows speak against another reading than against the likeliest: it is what is shown until answered.
    anew = detect(path, first, part=part, table=table, shape_from=shape_from)
    return replace(
        found,
        dialect=anew.dialect,
        evidence=tuple(encoding.best_as(first) if each is chosen.reason else each for each in evidence),
    )


def _questions(
    path: Path, dialect: Dialect, chosen: encoding.Encoding, packed: Contents | None, place: layout.Layout
) -> Iterator[Question]:
    """What has to be asked about the whole file: which part of it, in which encoding that is, and how a
    damaged header names the columns."""
    if packed is not None and packed.several:
        yield part_question(packed)
    if chosen.readings:
        yield encoding_question(path, dialect, chosen.readings, chosen.others)
    named = place.head if place.header and place.width else None
    if named is not None and _is_damaged(named.cells, place.width):
        yield header_question(named, place.body, place.width)


def _is_damaged(names: Sequence[str], width: int) -> bool:
    """Whether a header of another width than its rows leaves open which name belongs to which column."""
    return len(names) < width or any(name.strip() for name in names[width:])
