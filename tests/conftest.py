"""What all tests share: the folder itself on the path (for `strategies`), no time limits in property tests.

Word lists are unpacked into the folder of pytest's own cache, not into the user's.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from hypothesis import HealthCheck, settings

sys.path.insert(0, str(Path(__file__).parent))

os.environ.setdefault("FACTBOOK_CACHE", str(Path(__file__).parents[1] / ".pytest_cache"))
settings.register_profile("factbook", deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("factbook")
