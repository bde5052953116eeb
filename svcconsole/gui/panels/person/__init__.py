"""Why did this customer not get it: everything this console knows of one person, on one page."""
