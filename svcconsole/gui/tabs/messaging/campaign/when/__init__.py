"""The step When of a campaign: its hours, who gets it in which of them, and how many."""
