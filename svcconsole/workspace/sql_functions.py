"""Functions of SQL that SQLite and PostgreSQL write differently."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from sqlalchemy import Integer
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import FunctionElement


class position(FunctionElement[int]):
    """Where the second text begins in the first, from 1; 0 for nowhere."""

    type = Integer()
    inherit_cache = True


class first_number(FunctionElement[int]):
    """The first number of a JSON list that is kept as text."""

    type = Integer()
    inherit_cache = True


class last_number(FunctionElement[int]):
    """The last number of a JSON list that is kept as text."""

    type = Integer()
    inherit_cache = True


WRITTEN: Mapping[type[FunctionElement[int]], tuple[str, str]] = {
    position: ("instr({})", "strpos({})"),
    first_number: ("json_extract({}, '$[0]')", "CAST(CAST({} AS json) ->> 0 AS integer)"),
    last_number: ("json_extract({}, '$[#-1]')", "CAST(CAST({} AS json) ->> -1 AS integer)"),
}
"""How SQLite and how PostgreSQL writes each, around its arguments."""


def _compile(form: str, element: FunctionElement[int], compiler: SQLCompiler, **options: Any) -> str:
    return form.format(compiler.process(element.clauses, **options))


for _function, (_sqlite, _postgresql) in WRITTEN.items():
    compiles(_function)(partial(_compile, _sqlite))
    compiles(_function, "postgresql")(partial(_compile, _postgresql))
