"""The command line: one thin command per headless capability."""
