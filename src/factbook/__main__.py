"""`python -m factbook`: the same as the command `factbook`."""

from __future__ import annotations

from factbook.cli.main import main

if __name__ == "__main__":
    raise SystemExit(main())
