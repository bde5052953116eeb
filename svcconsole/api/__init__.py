"""The wire contract: 18 operations, their models and the client; no Qt, no disk."""
