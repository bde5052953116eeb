"""What a second person looks at before a plan may go out."""
