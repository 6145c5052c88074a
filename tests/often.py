"""How often a property is tried: a sixth as often as it could be, so that a checkout is proved while somebody waits for it.

.venv/bin/python -m pytest --long      # all of it, before a release
"""

long = False
"""Was --long given? conftest.py says so before a test is read."""


def times(often: int) -> int:
    """`often` with --long, else a sixth of it."""
    return often if long else max(often // 6, 3)
