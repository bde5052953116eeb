"""Progress of any run: the controller that drives them, the page of one run, the activity line and its dock."""
