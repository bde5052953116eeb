"""The text of one cell read as an amount, a phone number, an e-mail address, a country."""
