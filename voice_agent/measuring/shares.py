"""How sure a share is: so many of so many."""


def wilson(hits: int, n: int) -> tuple[float, float]:
    """95 % of a share, by Wilson's interval; (0, 1) where there is nothing."""
    if n == 0:
        return 0.0, 1.0
    z = 1.96
    p, half = hits / n, z * z / n
    middle = (p + half / 2) / (1 + half)
    spread = z * ((p * (1 - p) + half / 4) / n) ** 0.5 / (1 + half)
    return max(0.0, middle - spread), min(1.0, middle + spread)
