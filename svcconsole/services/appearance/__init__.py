"""What a customer's phone will show of a message, as data that any painter can draw."""
