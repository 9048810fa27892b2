"""Characters: sources, their regions and the three ways to count offsets."""
