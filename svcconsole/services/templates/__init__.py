"""Templates as this console knows them: their own words, as the service lists none, and what fills them."""
