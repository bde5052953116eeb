"""What the practice store received, live and searchable."""
