"""Templates in the Messaging tab: the list of those written down here, their editor, and sending one."""
