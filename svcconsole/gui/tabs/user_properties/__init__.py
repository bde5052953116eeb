"""The User Properties tab: entries filled in as a table, checked as typed, sent in batches."""
