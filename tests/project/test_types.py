"""No line is left out of the type check."""

from __future__ import annotations

import tokenize
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
OPT_OUTS = ("# type: ignore", "# mypy:")


def test_no_comment_tells_the_type_checker_to_look_away() -> None:
    files = [
        path for folder in ("svcconsole", "tests", "packaging") for path in (ROOT / folder).rglob("*.py*")
    ]
    sources = [path for path in files if path.suffix in {".py", ".pyi"}]
    assert len(sources) > 2000
    found = []
    for path in sources:
        with tokenize.open(path) as file:
            if not any(word in file.read() for word in OPT_OUTS):
                continue
            file.seek(0)
            comments = [
                each for each in tokenize.generate_tokens(file.readline) if each.type == tokenize.COMMENT
            ]
        found += [
            f"{path.relative_to(ROOT)}:{each.start[0]}"
            for each in comments
            if each.string.startswith(OPT_OUTS)
        ]
    assert found == []
