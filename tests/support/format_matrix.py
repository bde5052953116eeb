"""What becomes of every column and cell of a folder's files: a line a file, and what is lost without a word.

python -m tests.support.format_matrix [FOLDER]     FOLDER holds products/ and customers/
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from svcconsole.tables.checking.problems import Draft
from svcconsole.tables.checking.rules import Rules, rules_for
from svcconsole.tables.mapping.kinds import IMPORTS
from svcconsole.tables.mapping.mapping import Mapping, Reading
from svcconsole.tables.mapping.targets import TARGETS
from svcconsole.tables.presets import recognise
from svcconsole.tables.reading.dialect import detect
from svcconsole.tables.reading.reader import read
from svcconsole.tables.reading.row import Row

SHARED = Path(__file__).parents[3] / "shared" / "data"
KINDS = {"products": ("products",), "customers": ("customers", "user_properties")}
WHOLE_ADDRESS = frozenset({"address_left_out", "state_missing", "country_differs"})
"""Problems that speak of all cells of an address."""
SUFFIXES = (".csv", ".tsv", ".txt")

WRITTEN_BY: dict[str, str | None] = {
    "products/northwind/products.csv": None,
    "products/prestashop/combinations_import.csv": "prestashop-combinations",
    "products/prestashop/products_import.csv": "prestashop",
    "products/shopify/apparel.csv": "shopify-classic",
    "products/shopify/home-and-garden.csv": "shopify-classic",
    "products/shopify/packt_product-data.csv": "shopify-current",
    "products/shopify/shopify_sample_product_template_lf.csv": "shopify-current",
    "products/woocommerce/wc_importer_unit_test_sample.csv": "woocommerce",
    "customers/authored/excel_fr_cp1252.csv": None,
    "customers/authored/excel_sep_line.csv": None,
    "customers/authored/google_contacts_2024.csv": "google-contacts",
    "customers/authored/hubspot_contacts.csv": "hubspot",
    "customers/authored/kit.csv": None,
    "customers/authored/mailchimp_subscribed.csv": "mailchimp",
    "customers/authored/shopify_customers_template_legacy.csv": "shopify-customers-old",
    "customers/authored/user_properties_exact_headers.csv": "exact-fields",
    "customers/chatwoot/contacts.csv": None,
    "customers/chinook/customers.csv": None,
    "customers/prestashop/customers_import.csv": "prestashop-customers",
    "customers/prestashop/manufacturers_import.csv": None,
    "customers/prestashop/store_contacts.csv": None,
    "customers/prestashop/suppliers_import.csv": None,
    "customers/roundcube/email.csv": None,
    "customers/roundcube/gmail.csv": "google-contacts-old",
    "customers/roundcube/outlook.csv": None,
}
"""Which system wrote each real file; None: none of the known formats."""


@dataclass(frozen=True)
class Line:
    """A file imported as one kind: the format it was recognised as, its columns by what becomes of them, its
    records and those that are ready, and the fields whose cells are lost without a word (path → cells)."""

    path: str
    kind: str
    preset: str | None
    used: int
    left_out: int
    listed: tuple[str, ...]
    unaccounted: tuple[str, ...]
    records: int
    ready: int
    lost: dict[str, int]

    def __str__(self) -> str:
        lost = ", ".join(f"{path} in {cells}" for path, cells in self.lost.items()) or "none"
        names = f" ({', '.join(self.listed)})" if self.listed else ""
        said = (
            f"{self.path} as {self.kind}: {self.preset or 'own columns'}",
            f"{self.used} used, {self.left_out} left out with a reason",
            f"{len(self.listed)} listed as not used{names}",
            f"{self.ready} of {self.records} ready",
            f"lost in silence: {lost}",
        )
        return "; ".join(said)


@dataclass(frozen=True)
class Sums:
    """What a matrix adds up to: files that were recognised as a format of another system than wrote them
    (of `WRITTEN_BY`, else nobody knows), and columns and cells that are lost without a word."""

    files: int
    lines: int
    false_positives: int
    silent_losses: int

    @classmethod
    def of(cls, lines: Sequence[Line]) -> Sums:
        wrong = {line.path for line in lines if WRITTEN_BY.get(line.path, line.preset) != line.preset}
        lost = sum(len(line.unaccounted) + sum(line.lost.values()) for line in lines)
        return cls(len({line.path for line in lines}), len(lines), len(wrong), lost)

    def __str__(self) -> str:
        return (
            f"{self.files} files, {self.lines} with the kinds they can be imported as: "
            f"{self.false_positives} false positives, {self.silent_losses} silent losses"
        )


def answers() -> Rules:
    """Answers that keep as much of a file as there is."""
    rules = rules_for(storefront_url="https://shop.example", currency="EUR", region="IN")
    for rule, choice, value in (
        ("quantity", "value", "0"), ("image", "value", "https://shop.example/none.png"),
        ("consent", "as_said", ""), ("name_blank", "empty", ""), ("shared", "each", ""),
        ("sale_dates", "send", ""), ("picture_base", "value", "https://shop.example/media"),
        ("address_state", "city", ""), ("decimal", "point", ""), ("price_zero", "send", ""),
        ("price_discount", "send", ""), ("price_currency", "send", ""),
    ):  # fmt: skip
        rules = rules.decide(rule, choice, value)
    return rules


def matrix(folder: Path) -> Iterator[Line]:
    """A line for every file below products/ and customers/ and every kind it can be imported as."""
    for part, kinds in KINDS.items():
        for path in sorted((folder / part).rglob("*")):
            if path.suffix in SUFFIXES:
                for kind in kinds:
                    yield line_of(path, kind, path.relative_to(folder).as_posix())


def line_of(path: Path, kind: str, name: str) -> Line:
    """What becomes of one file."""
    table = read(path, detect(path).dialect)
    rows = list(table.rows)
    found = recognise(table.header, kind, [row.cells for row in rows], "IN")
    used = found.mapping.used(table.header)
    drafts = build(table.header, rows, found.mapping)
    return Line(
        name,
        kind,
        found.preset,
        len(used),
        len(found.left_out),
        found.unknown,
        tuple(
            column
            for column in table.header
            if column not in used and column not in found.left_out and column not in found.unknown
        ),
        len(drafts),
        sum(draft.request is not None for draft in drafts),
        lost_in(table.header, rows, found.mapping, drafts),
    )


def build(header: Sequence[str], rows: Sequence[Row], mapping: Mapping) -> list[Draft[Any]]:
    kind, rules = IMPORTS[mapping.target], answers()
    survey = kind.survey(header, rows, mapping, rules)
    builder = kind.builder(survey, rules)
    return [builder.build_one(key, [rows[n - 1] for n in survey.rows_of(key)]) for key in survey.keys]


def lost_in(
    header: Sequence[str], rows: Sequence[Row], mapping: Mapping, drafts: Sequence[Draft[Any]]
) -> dict[str, int]:
    """The cells that a field reads, that are in no request and that no problem speaks of, by field."""
    reading, target, lost = Reading(mapping, header), TARGETS[mapping.target], Counter[str]()
    for draft in drafts:
        if draft.request is None:
            continue
        said = {(problem.row, problem.column) for problem in draft.problems} | set(draft.origin.values())
        no_address = {problem.row for problem in draft.problems if problem.code in WHOLE_ADDRESS}
        sent = set(_leaves(draft.body))
        for number in draft.rows:
            if number in draft.left_out:
                continue
            for path, column in reading.columns.items():
                text = reading.own(path, rows[number - 1].cells).strip()
                kept = not text or (number, column) in said or not target.field(path).on_wire
                kept = kept or (path.startswith("addresses.") and number in no_address)
                if not kept and text not in sent and not _in_parts(text, sent):
                    lost[path] += 1
    return dict(lost)


def _in_parts(text: str, sent: set[str]) -> bool:
    """Whether what a cell holds several of is all there, a picture's path behind its address."""
    if any(one.startswith("http") and one.endswith(text) for one in sent):
        return True
    return all(part.strip() in sent for part in text.replace(";", ",").split(",") if part.strip())


def _leaves(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        for part in value.values():
            yield from _leaves(part)
    elif isinstance(value, list):
        for part in value:
            yield from _leaves(part)
    elif value is not None:
        yield str(value)


def main() -> int:
    """Print every line and what they add up to; 1 where something is wrong with them."""
    lines = list(matrix(Path(sys.argv[1]) if len(sys.argv) > 1 else SHARED))
    sums = Sums.of(lines)
    sys.stdout.write("".join(f"{line}\n" for line in lines) + f"{sums}\n")
    return int(bool(sums.false_positives or sums.silent_losses))


if __name__ == "__main__":
    sys.exit(main())
