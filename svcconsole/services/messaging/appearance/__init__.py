"""What a customer's phone shows of a message, as data that any painter can draw."""
