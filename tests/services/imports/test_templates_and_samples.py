"""The files somebody begins with: a template of each import's columns, and a sample of each kind."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from svcconsole.resources import resource
from svcconsole.services.campaigns.session import CampaignSession
from svcconsole.services.imports.session import ImportSession
from svcconsole.services.imports.template_file import columns_of, write_template
from svcconsole.services.imports.views import Defaults
from svcconsole.tables.mapping.kinds import IMPORTS, Kind
from svcconsole.whole_file import FileNotWritten

DEFAULTS = Defaults("EUR", "https://shop.example", "IT")
MISTAKES = {"customers", "products"}
"""The samples with rows that are wrong on purpose."""


def opened(folder: Path, kind: str, path: Path) -> ImportSession:
    made: Callable[..., ImportSession] = ImportSession
    if IMPORTS[kind].campaign:
        made = lambda *where, **how: CampaignSession(*where, strict=False, **how)  # noqa: E731
    return made(str(folder), kind=kind, path=str(path), defaults=DEFAULTS, remembering=False)


@pytest.mark.parametrize("kind", IMPORTS.values(), ids=lambda kind: kind.name)
def test_a_template_is_read_column_by_column_and_its_example_is_ready(kind: Kind, tmp_path: Path) -> None:
    path = tmp_path / "template.csv"
    write_template(kind.name, path)
    session = opened(tmp_path / "space", kind.name, path)
    try:
        view = session.mapping_view()
        assert [column.name for column in view.columns] == []
        assert {field.path for field in view.fields if field.source is not None} == set(columns_of(kind.name))
        for rule in session.rules_view():
            if not rule.decided:
                session.set_rule(rule.id, rule.choices[0].key, rule.choices[0].example)
        summary = session.check()
        assert [(problem.column, problem.sentence) for problem in session.errors()] == []
        assert (summary.rows, summary.ready_products) == (1, 1)
    finally:
        session.close()


def test_a_template_that_cannot_be_written_says_so(tmp_path: Path) -> None:
    with pytest.raises(FileNotWritten) as refused:
        write_template("tickets", tmp_path / "no folder" / "template.csv")
    assert refused.value.sentence.startswith("template.csv cannot be written")


@pytest.mark.parametrize("kind", IMPORTS.values(), ids=lambda kind: kind.name)
def test_every_kind_has_a_sample_that_is_ready_as_it_is(kind: Kind, tmp_path: Path) -> None:
    path = resource("samples", f"{kind.name}.csv")
    session = opened(tmp_path / "space", kind.name, path)
    try:
        for rule in session.rules_view():
            if not rule.decided:
                session.set_rule(rule.id, rule.choices[0].key, rule.choices[0].example)
        summary = session.check()
        assert session.lacking() == ((), ())
        if kind.name not in MISTAKES:
            assert [(problem.column, problem.sentence) for problem in session.errors()] == []
            assert summary.ready == summary.rows > 0
        assert summary.ready > summary.rows / 2
    finally:
        session.close()
