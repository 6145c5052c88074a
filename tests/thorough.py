"""How often a property is tried: less often than it could be, so that a checkout is proved while somebody waits for it.

THOROUGH=1 make test      # all of it, before a release
"""

import os

import pytest

THOROUGH = bool(os.environ.get("THOROUGH"))


def times(often: int) -> int:
    """`often`, or a third of it."""
    return often if THOROUGH else max(often // 3, 3)


rarely = pytest.mark.skipif(not THOROUGH, reason="takes long, and is tried with THOROUGH=1")
"""What takes half a minute and more, and breaks seldom."""
