"""Whoever tries a door that is not theirs: with a shared tablet, a stolen cookie, guessed words, PINs and names."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from web_house import House, furnished, mark, served

from voice_agent.archive.accounts import Role

N, C, F, A = Role.NARRATOR, Role.CAREGIVER, Role.FAMILY, Role.ADVOCATE

NEW = "a brand new password"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with served(furnished(tmp_path / "state")) as open_house:
        yield open_house


# -- staying signed in, and forms from nowhere


def test_a_form_that_does_not_say_where_it_comes_from_does_nothing(house: House) -> None:
    with house.visitor(F) as ann:
        form = {"mark": mark(ann, "/family"), "question": "Where did you two meet?"}
        del ann.headers["Origin"]
        answer = ann.post("/family/questions", data=form)
        assert answer.status_code == 403 and "another page" in answer.text
        for site in ("none", "same-site", "cross-site"):
            said = {"Sec-Fetch-Site": site}
            assert ann.post("/family/questions", data=form, headers=said).status_code == 403
        said = {"Sec-Fetch-Site": "same-origin"}
        assert ann.post("/family/questions", data=form, headers=said).status_code == 303
