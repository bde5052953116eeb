"""The tour: the real window on a fresh practice store, driven through the main job, a picture per step."""
