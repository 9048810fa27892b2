"""Gold against system: measures, their counts, intervals and explanations. Knows no files."""
