"""Requests and responses of the specification as pydantic models, one file per area."""
