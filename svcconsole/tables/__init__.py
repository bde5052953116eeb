"""Any delimited file into rows and request models; pure."""
