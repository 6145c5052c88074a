"""How often a property is tried: less often than it could be, so that a checkout is proved while somebody waits for it.

THOROUGH=1 make test      # all of it, before a release
"""

import os

THOROUGH = bool(os.environ.get("THOROUGH"))


def times(often: int) -> int:
    """`often`, or a third of it."""
    return often if THOROUGH else max(often // 3, 3)
