"""Speed, memory and quality, one table a claim; `python -m benchmarks` runs them all."""
