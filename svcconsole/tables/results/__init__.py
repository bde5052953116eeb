"""Result files that a spreadsheet opens safely and an import reads again."""
