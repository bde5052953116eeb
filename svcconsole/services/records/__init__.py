"""Records of any kind: how two versions of one are compared and merged."""
