"""What a worker carries out at its time: runs, imports, reports, digests; and what webhooks bring it."""
