"""The five scenarios of the practice store: what each sets up, and how it is judged."""
