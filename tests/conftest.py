"""What all tests share: the folder itself on the path (for `strategies`), and no time limits in property tests."""

from __future__ import annotations

import sys
from pathlib import Path

from hypothesis import HealthCheck, settings

sys.path.insert(0, str(Path(__file__).parent))

settings.register_profile("factbook", deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("factbook")
