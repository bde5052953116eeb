"""Progress of any run: their controller, the page of one run, the activity line and its dock."""
