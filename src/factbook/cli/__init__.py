"""The command line: `main.py` holds the table of verbs, one file a verb."""
