"""What waits for a second person: the list, and one plan with what an approval is decided by."""
