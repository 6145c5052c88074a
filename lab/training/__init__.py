"""The scripts that made what is in models/, and in lessons/ what hands wrote to teach it and to measure it by."""

from pathlib import Path

LESSONS = Path(__file__).with_name("lessons")
"""A file a subject and a hand: lives_a.toml, offers_h.tsv."""
