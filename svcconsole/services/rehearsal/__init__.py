"""A rehearsal: a plan tried in a practice store of its own before anything is sent."""
