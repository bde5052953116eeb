"""The section Sending numbers of the settings: how many people each number may write to."""
