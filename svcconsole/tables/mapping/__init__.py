"""Which column gives which field of a request."""
