"""Templates as this console knows them: their own words, since the service lists none, and what fills them."""
