"""People by question: lines that are asked of what is known here, the list they find, a campaign to it."""
