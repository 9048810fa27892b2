"""From a source text to the knowledge base of that document."""
