"""One thing sent exactly once: its intent, its reference, its outcome."""
