"""Runs in the workspace: plans, the ledger, leases, outcomes and decisions."""
