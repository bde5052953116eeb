"""Making one format of people into two presets: as customers, and as user properties."""

from __future__ import annotations

from dataclasses import replace

from svcconsole.tables.mapping.targets import CUSTOMERS, USER_PROPERTIES, Target
from svcconsole.tables.presets.preset import Preset
from svcconsole.words.message import mark, message

CONSENT = message("Customers have no field for consent: import the file as user properties to record it.")
NO_PLACE = mark("{title} have no such field.")
STAYS = message("Stays in the system the file comes from: there is no such field here.")
DERIVED = message("Worked out by the system the file comes from.")
_CONSENTS = ("emailMarketingConsent", "smsMarketingConsent")
_AS_PROPERTY = {
    **{f"addresses.{name}": name for name in ("address1", "address2", "city", "state", "country")},
    "secondaryPhoneNumber": "alternatePhoneNumber",
    "alternatePhoneNumbers": "alternatePhoneNumber",
}
"""Paths of a customer for which a user property has another one."""


def of_people(preset: Preset) -> tuple[Preset, Preset]:
    """The format as customers and as user properties. `preset` names paths of customers, and those that only
    user properties have; what a target has no field for is left out, with the reason."""
    as_property = replace(
        preset,
        sources={_AS_PROPERTY.get(path, path): names for path, names in preset.sources.items()},
        joined={_AS_PROPERTY.get(path, path): names for path, names in preset.joined.items()},
        fills={_AS_PROPERTY.get(path, path): names for path, names in preset.fills.items()},
        groups=tuple(
            {_AS_PROPERTY.get(path, path): name for path, name in group.items()} for group in preset.groups
        ),
    )
    return _fitted(preset, CUSTOMERS), _fitted(as_property, USER_PROPERTIES)


def _fitted(preset: Preset, target: Target) -> Preset:
    paths = frozenset(target.paths())
    grouped = ((path, (name,)) for group in preset.groups for path, name in group.items())
    named = (*preset.sources.items(), *preset.joined.items(), *preset.fills.items(), *grouped)
    homeless = {
        name: CONSENT if path in _CONSENTS else message(NO_PLACE, title=target.title)
        for path, names in named
        if path not in paths
        for name in names
    }
    return replace(
        preset,
        kind=target.kind,
        sources={path: names for path, names in preset.sources.items() if path in paths},
        joined={path: patterns for path, patterns in preset.joined.items() if path in paths},
        fills={path: names for path, names in preset.fills.items() if path in paths},
        groups=tuple(
            {path: name for path, name in group.items() if path in paths} for group in preset.groups
        ),
        left_out={**preset.left_out, **homeless},
    )
