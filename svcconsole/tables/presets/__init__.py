"""The export formats of other systems that an import recognises by their header."""

from svcconsole.tables.presets.preset import Preset, Recognition
from svcconsole.tables.presets.recognition import PRESETS, apply, preset_named, recognise

__all__ = ["PRESETS", "Preset", "Recognition", "apply", "preset_named", "recognise"]
