"""Templates as this console stores them, and what fills them."""
