"""Pages around a form: its draft, its undo, its presets, and how it is saved or sent."""
