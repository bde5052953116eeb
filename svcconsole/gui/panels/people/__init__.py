"""People by name: offered wherever one of them is written to, searched or named."""
