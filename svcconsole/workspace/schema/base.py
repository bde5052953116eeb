"""The metadata of all tables, and those of the file itself: its version and name, who runs, what left."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Dialect, Integer, MetaData, String, Table, Text, TypeDecorator

from svcconsole.words.message import StoredSentence

metadata = MetaData()

BIG = Integer().with_variant(BigInteger(), "postgresql")
"""A number of 64 bits; SQLite's integers are that long by themselves."""


class Sentence(TypeDecorator[str]):
    """A sentence of ours: kept as its English, and read as a message that can be said in another language."""

    impl = Text
    cache_ok = True

    def process_result_value(self, value: str | None, dialect: Dialect) -> str | None:
        return StoredSentence(value) if value else value


TEXTS = (String, Sentence)
"""The types of columns that hold text."""

meta = Table(
    "meta", metadata, Column("key", String, primary_key=True), Column("value", String, nullable=False)
)

lease = Table(
    "lease",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("fence", Integer, nullable=False),
    Column("host", String, nullable=False),
    Column("pid", Integer, nullable=False),
    Column("boot_id", String, nullable=False),
    Column("taken_at", String, nullable=False),
)

identity = Table(
    "identity",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("workspace", String, nullable=False),
)
"""The name this workspace keeps wherever its file is copied to."""

watermarks = Table(
    "watermarks",
    metadata,
    Column("console", String, primary_key=True),
    Column("attempts", BIG, nullable=False),
)
"""How many attempts each console has begun; a console keeps the same number outside the database."""
