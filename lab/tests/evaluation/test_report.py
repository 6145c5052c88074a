"""Tables are written from figures, in their place, and nowhere else."""

import json
from pathlib import Path

import pytest

from lab.evaluation import report
from voice_agent.errors import SettingsError

PAGE = """# Page

<!-- figures: interview marian -->
old
<!-- end of figures -->

<!-- figures: manner -->
stays
<!-- end of figures -->
"""


def test_a_table_is_written_in_its_place_and_the_rest_stays(tmp_path: Path) -> None:
    (tmp_path / "page.md").write_text(PAGE)
    (tmp_path / "interview-marian.json").write_text(
        json.dumps(
            {
                "about": "marian: 2 sessions",
                "rows": [{"system": "fixed", "P": 0.5, "family": None}],
                "notes": ["a note"],
                "seed": 7,
                "machine": {"processor": "one", "cores": 2, "commit": "abc"},
            }
        )
    )
    empty = report.write(tmp_path / "page.md", [tmp_path / "interview-marian.json"])
    page = (tmp_path / "page.md").read_text()
    assert "| fixed | 0.500 | – |" in page and "- a note" in page and "old" not in page
    assert "stays" in page and empty == ["manner"]
    assert report.write(tmp_path / "page.md", [tmp_path / "interview-marian.json"]) == ["manner"]
    assert (tmp_path / "page.md").read_text() == page


def test_a_file_without_figures_is_refused(tmp_path: Path) -> None:
    (tmp_path / "page.md").write_text(PAGE)
    (tmp_path / "no.json").write_text("{}")
    with pytest.raises(SettingsError, match="holds no figures"):
        report.write(tmp_path / "page.md", [tmp_path / "no.json"])
