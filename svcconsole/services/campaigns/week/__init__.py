"""The campaigns of a week: what ran, what runs, what is planned, and how much of each day's limit that is."""
