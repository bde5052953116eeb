"""The names of states, provinces and other parts of countries by their ISO 3166-2 codes."""

from __future__ import annotations

from functools import lru_cache
from typing import Any


@lru_cache(4096)
def subdivision_name(country: str, code: str) -> str:
    """The name of the part `code` ("RM", "IT-RM") of a country (ISO 3166); blank where ISO knows none."""
    # 500 KB of JSON that nothing but addresses with codes alone needs
    import pycountry

    country, code = country.strip().upper(), code.strip().upper()
    whole = code if code.startswith(f"{country}-") else f"{country}-{code}"
    subdivisions: Any = pycountry.subdivisions
    found = subdivisions.get(code=whole) if country and code else None
    return str(found.name) if found is not None else ""
