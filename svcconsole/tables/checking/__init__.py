"""What is wrong with a record, and the rules that answer what a file leaves open."""
