"""What a run changed, given back: compared, planned, sent like any other run."""
