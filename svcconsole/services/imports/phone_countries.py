"""Finds where the country of a file's phone numbers may come from: a column, most numbers, a region."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice

from svcconsole.services.imports.check import Check
from svcconsole.services.imports.phone_views import COLUMN, MAJORITY, REGION, CountrySource
from svcconsole.tables.mapping.targets import TARGETS
from svcconsole.tables.records.customer_grouping import region_of
from svcconsole.tables.values.countries import LANGUAGES, country_code, named_country
from svcconsole.tables.values.phones import Phone, is_region, read_phone
from svcconsole.words.message import message

SAMPLE_ROWS = 2_000
FEWEST = 3
"""So many numbers with a country's code have to be there before most of them say something of the others."""
COUNTRY_PATHS = ("addresses.countryCode", "addresses.country")
COUNTRY_WORDS = (
    "country",
    "land",
    "pays",
    "país",
    "pais",
    "paese",
    "ülke",
    "国",
    "國",
    "страна",
    "دولة",
    "بلد",
)
"""What the name of a column with countries holds."""
SHORTEST_NAME = 4
"""Two letters may be a state as well as a country: by content alone only whole names count."""
ALMOST_ALL = 0.9


@lru_cache(4096)
def country_of(text: str) -> str | None:
    """The country (ISO 3166) that a cell names, by code or by its whole name."""
    said = text.strip()
    if not said:
        return None
    return country_code(said, *LANGUAGES) or None


class Countries:
    """The places a country may come from, for one checked file; the best first."""

    def __init__(self, check: Check) -> None:
        self._check = check
        reading = check.survey.reading
        self._columns = tuple(_country_columns(check))
        phones = {spec.path for spec in TARGETS[check.mapping.target].fields if spec.kind == "phone"}
        self.phone_columns = tuple(
            dict.fromkeys(reading.columns[path] for path in phones & reading.columns.keys())
        )
        self._majority, self._of, self._all = self._most()
        self._region = region_of(check.rules)

    def sources(self) -> tuple[CountrySource, ...]:
        """The places there are."""
        found = [
            CountrySource(COLUMN + name, message("the column {name}", name=name)) for name in self._columns
        ]
        if self._majority:
            label = message(
                "most numbers of the file: {country}, {count} of {all}",
                country=named_country(self._majority),
                count=self._of,
                all=self._all,
            )
            found.append(CountrySource(MAJORITY, label))
        if self._region:
            found.append(CountrySource(REGION + self._region, _region_words(self._region)))
        return tuple(found)

    @property
    def places(self) -> tuple[object, ...]:
        """What the countries of rows hang on beside the rows themselves."""
        return self._columns, self.phone_columns, self._majority, self._region

    def best(self) -> str:
        """The key of the first place there is; blank for none."""
        return next((source.key for source in self.sources()), "")

    def known(self, key: str) -> CountrySource:
        """The place of this key. Raises LookupError for an unknown column, region or word."""
        for source in self.sources():
            if source.key == key:
                return source
        if key.startswith(COLUMN) and key.removeprefix(COLUMN) in self._check.sheet.header:
            name = key.removeprefix(COLUMN)
            return CountrySource(key, message("the column {name}", name=name))
        if key.startswith(REGION) and is_region(key.removeprefix(REGION)):
            return CountrySource(key, _region_words(key.removeprefix(REGION)))
        raise LookupError(key)

    def of_row(self, row: int, key: str) -> str | None:
        """The country of a row by the place of this key."""
        if key.startswith(COLUMN):
            return country_of(self._check.sheet.cell(row, key.removeprefix(COLUMN)))
        return self._majority if key == MAJORITY else key.removeprefix(REGION).upper() or None

    def of_row_at_best(self, row: int) -> str | None:
        """The country of a row by the first place that knows it."""
        return next((found for source in self.sources() if (found := self.of_row(row, source.key))), None)

    def named_otherwise(self, row: int, country: str | None) -> tuple[str, str] | None:
        """The column in which a row names another country than this one, and that country."""
        for name in self._columns:
            own = country_of(self._check.sheet.cell(row, name))
            if own is not None and own != country:
                return name, own
        return None

    def _most(self) -> tuple[str | None, int, int]:
        """The country of most of the first numbers with a country's code: how many of how many."""
        found: Counter[str] = Counter()
        for row in islice(self._check.sheet.rows, SAMPLE_ROWS):
            for column in self.phone_columns:
                text = self._check.sheet.cell(row.number, column).strip()
                read = read_phone(text) if text.startswith(("+", "00")) else None
                if isinstance(read, Phone) and read.country:
                    found[read.country] += 1
        if found.total() < FEWEST:
            return None, 0, 0
        [(country, count)] = found.most_common(1)
        return (country, count, found.total()) if count * 2 > found.total() else (None, 0, 0)


def _region_words(region: str) -> str:
    return message("{country} for all of them", country=named_country(region))


def _country_columns(check: Check) -> Iterator[str]:
    """The columns that name countries: those mapped as one, then those whose name and cells say so."""
    reading = check.survey.reading
    mapped = dict.fromkeys(reading.columns[path] for path in COUNTRY_PATHS if path in reading.columns)
    yield from mapped
    for name in check.sheet.header:
        if name in mapped:
            continue
        texts = check.sheet.samples(name, 40)
        countries = [text for text in texts if country_of(text)]
        if not texts or len(countries) < ALMOST_ALL * len(texts):
            continue
        named = any(word in name.casefold() for word in COUNTRY_WORDS)
        if named or all(len(text.strip()) >= SHORTEST_NAME for text in countries):
            yield name
