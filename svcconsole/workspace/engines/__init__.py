"""What is an engine's own: a SQLite file on this computer, or a PostgreSQL database that a team shares."""
