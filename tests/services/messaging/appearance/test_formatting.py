"""WhatsApp's marks are read as WhatsApp reads them, and nothing but marks is ever taken away."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from svcconsole.services.messaging.appearance.formatting import Line, Style, lines, visible_text
from tests.support.naughty import naughty_strings

VECTORS = Path(__file__).parents[5] / "shared" / "data" / "whatsapp" / "formatting_vectors.json"
STYLES = {
    "b": Style.BOLD,
    "i": Style.ITALIC,
    "s": Style.STRIKE,
    "code": Style.CODE,
    "mono": Style.MONO,
    "bi": Style.BOLD | Style.ITALIC,
}
KINDS = {"quote": "quote", "ul": "bullet", "ol": "number"}
MARKED = st.text(st.sampled_from("*_~`> -1.ab é\n:/{}👍ن\r\u2028"), max_size=60)


def vectors() -> list[dict[str, Any]]:
    if not VECTORS.is_file():
        pytest.skip(f"{VECTORS.name} of the shared data is not here")
    found: list[dict[str, Any]] = json.loads(VECTORS.read_bytes())["vectors"]
    return found


def test_every_vector_is_read_as_the_file_says() -> None:
    table = vectors()
    assert len(table) >= 22
    wrong = [vector["raw"] for vector in table if not _fits(lines(vector["raw"]), *vector["expected"][0])]
    assert wrong == []


def _fits(found: tuple[Line, ...], name: str, words: str) -> bool:
    """Whether the lines are what the vector names; its words are a remark where the text stays plain."""
    spans = [span for line in found for span in line.spans]
    if name in KINDS:
        return [(line.kind, line.text) for line in found] == [(KINDS[name], words)]
    if name in STYLES:
        return [(span.style, span.text) for span in spans] == [(STYLES[name], words)]
    return all(span.style == Style.PLAIN for span in spans) and {line.kind for line in found} == {"plain"}


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("*a *b _c_ d*", "a *b c d"),
        ("*`x*y`*", "x*y"),
        ("*https://x.example/a_b_*", "https://x.example/a_b_"),
        ("see https://x.example/_a_, *now*.", "see https://x.example/_a_, now."),
        ("*Café,* _so_!", "Café, so!"),
        ("👍*bold*👍", "👍bold👍"),
        ("*_~all~_*", "all"),
        ("~~md~~ __init__ ***", "~~md~~ __init__ ***"),
        ("```a\n*b*\n> c``` _d_", "a\n*b*\n> c d"),
        ("> *so*\n- _one_\n12. two", "so\n• one\n12. two"),
        ("``` ```", "``` ```"),
        ("`", "`"),
        ("*a*b*", "a*b"),
        ("", ""),
        ("a\r\nb\rc\u2028d", "a\nb\nc\nd"),
    ],
)
def test_what_is_seen(text: str, seen: str) -> None:
    assert visible_text(text) == seen


def test_styles_lie_in_each_other() -> None:
    (line,) = lines("*a _b ~c~_* d")
    assert [(span.text, span.style) for span in line.spans] == [
        ("a ", Style.BOLD),
        ("b ", Style.BOLD | Style.ITALIC),
        ("c", Style.BOLD | Style.ITALIC | Style.STRIKE),
        (" d", Style.PLAIN),
    ]


def _check_nothing_is_lost(text: str) -> None:
    """Every span is the typed text at its place; what stands between spans are marks alone."""
    taken = []
    end = 0
    for line in lines(text):
        for span in line.spans:
            assert text[span.start : span.end] == span.text
            assert span.start >= end
            taken.append(text[end : span.start])
            end = span.end
    taken.append(text[end:])
    for gap in taken:
        assert re.fullmatch(r"(?:[*_~`\r\n\u2028\u2029]|> |[-*] |\d{1,3}\. )*", gap), gap


def _check_marks_come_in_pairs(text: str) -> None:
    for line, typed in zip(lines(text), re.split(r"\r\n|[\n\r\u2028\u2029]", text), strict=True):
        if "`" in text or line.kind != "plain":
            continue
        for mark in "*_~":
            assert (typed.count(mark) - line.text.count(mark)) % 2 == 0


@given(MARKED)
@example("`a `b` c`")
@example("```*a``` *")
@example("- *- *a*")
@example("> > _a_")
def test_only_marks_are_taken_away(text: str) -> None:
    _check_nothing_is_lost(text)
    _check_marks_come_in_pairs(text)


@given(st.text(st.characters(exclude_categories=()), max_size=60))
def test_any_text_keeps_its_letters(text: str) -> None:
    _check_nothing_is_lost(text)


def test_hostile_strings_keep_their_letters() -> None:
    for text in naughty_strings():
        _check_nothing_is_lost(text)


@pytest.mark.parametrize("part", ["*a ", "*a* ", "*_~`", "```", "http://", "` ", "*a _b ~c ", "> ", "- \n"])
def test_a_very_long_text_is_read_in_one_go(part: str) -> None:
    """Quadratic reading would take minutes here and run into the suite's time limit."""
    text = part * (400_000 // len(part))
    assert sum(len(line.spans) for line in lines(text)) >= 1
