"""What was typed and is kept: drafts, presets, templates, imports being prepared, saved mappings."""
