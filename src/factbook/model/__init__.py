"""What can be known: records, the knowledge base that holds them, and the items of evaluation tasks."""
