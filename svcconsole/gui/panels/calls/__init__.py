"""The calls to the store: the last of them with request, answer, time by phase, and why each ended so."""
