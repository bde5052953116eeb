"""Reports: what each of the 24 is made of, the work that makes their files, and how the files are fetched."""
