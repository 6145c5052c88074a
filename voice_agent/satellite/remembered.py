"""What one opening of the satellites' room leaves for the next: it is opened for the invitation, and again for the talk."""

from dataclasses import dataclass, field


@dataclass(slots=True)
class Remembered:
    """Kept as long as the service runs, and nowhere else."""

    at: str = ""
    """Where somebody answered last; "": nobody has yet, and we are heard everywhere."""

    delays: dict[str, int] = field(default_factory=dict[str, int])
    """How late our voice comes back at each address, samples."""
