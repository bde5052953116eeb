"""The practice store as a child process, one for the session and put back to its seed for each test."""
