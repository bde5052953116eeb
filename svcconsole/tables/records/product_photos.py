"""Picks the photos of a product and the one that represents it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from svcconsole.tables.checking.record_problems import RecordProblems
from svcconsole.tables.reading.row import Row
from svcconsole.tables.records import variants

Photos = list[tuple[str, Row]]
"""Addresses with the rows they stand in."""


def photos(findings: RecordProblems, rows: Sequence[Row], without: Collection[int]) -> Photos:
    """Pictures by their position (their place in the file where there is none), each address once; none of
    the rows numbered in `without`."""
    found: list[tuple[int, int, str, Row]] = []
    for row in rows:
        urls = (
            []
            if row.number in without
            else variants.addresses_in(findings, row, "photos.photoUrl", ("photos", len(found), "photo_url"))
        )
        if not urls:
            continue
        place = findings.read("photos.position", row)
        position = int(place) if place.isascii() and place.isdigit() else len(found) + 1
        found += [(position, len(found), url, row) for url in urls]
    found.sort(key=lambda photo: photo[:2])
    unique = {url: row for _, _, url, row in reversed(found)}
    ordered = [(url, unique[url]) for url in dict.fromkeys(url for _, _, url, _ in found)]
    for index, (url, row) in enumerate(ordered):
        loc = ("photos", index, "photo_url")
        findings.came_from(loc, "photos.photoUrl", row)
        variants.check_address(findings, row, "photos.photoUrl", loc, url)
    return ordered


def first(
    ordered: Photos, combinations: Iterable[tuple[dict[str, object], Row]], head: Row
) -> tuple[str, str, Row]:
    """The picture of a product that names none of its own, with its field and row: its first photo, else
    its first variant's; blank when there is neither."""
    if ordered:
        return ordered[0][0], "photos.photoUrl", ordered[0][1]
    for combination, row in combinations:
        if "image" in combination:
            return str(combination["image"]), "combinations.image", row
    return "", "", head
