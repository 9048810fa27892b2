"""factbook: documents to a knowledge base with evidence, and the official scores for any such output."""

from __future__ import annotations

from factbook._version import __version__

__all__ = ["__version__"]
