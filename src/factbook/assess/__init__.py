"""Evaluation on demand: a sample of the claims of some runs is judged, and says how good all of them are."""
