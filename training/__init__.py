"""How the shipped English model is made: data, training, export and scores."""
