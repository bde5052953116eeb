"""The last look before a campaign runs: a wall of the messages that are most likely wrong."""
