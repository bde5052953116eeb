"""Products in messages: what the catalog holds, a picker, and the editors of product messages."""
