"""What this console has seen: people, changes it made, the last lists, registries."""
