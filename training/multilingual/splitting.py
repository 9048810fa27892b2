"""Words of Spanish, Chinese and Arabic training text: those of the run time."""

from __future__ import annotations

from factbook.extract.splitting import split_words

__all__ = ["split_words"]
