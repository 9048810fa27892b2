"""The multilingual model: frozen features of the Universal Sentence Encoder under a small trained network."""
