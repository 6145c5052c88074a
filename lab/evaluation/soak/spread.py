"""Many waits in two figures."""

import statistics
from collections.abc import Sequence


def spread(name: str, values: Sequence[float]) -> dict[str, float | int]:
    """Median, 95th percentile and how many there were, under `name`; {} for none."""
    if not values:
        return {}
    ordered = sorted(values)
    return {
        f"{name}_p50": round(statistics.median(ordered), 2),
        f"{name}_p95": round(ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))], 2),
        f"{name}_n": len(ordered),
    }
