"""Encoders: words in, word labels and arcs between words out.

`english.load_english` gives the English model; `labels` holds its inventories, `reading.Reading`
its results, `pair_features.MentionView` the mentions that antecedents are asked for. Only numpy,
onnxruntime and tokenizers are needed, and they are imported when a model is.
"""
