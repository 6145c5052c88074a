"""Whose name is in a wish."""

import pytest

from voice_agent.reading.wishes.whom import whom

NAMED = {
    "That stays with my daughter, and with nobody besides.": "my daughter",
    "Let Ann and Tom have it.": "ann and tom",
    "Don't let Mr Henderson near it any more.": "mr henderson",
    "My niece may have that one.": "my niece",
    "Tom may hear it.": "tom",
    "just let david hear it": "david",
    "i dont want my brother in law to listen": "my brother in law",
    "It goes to my sister, not to my son.": "my sister",
    "Reserve that for my solicitor.": "my solicitor",
    "Sheila's not to get any of it.": "sheila",
    "Pamela mustn't see what you've written.": "pamela",
    "i'd like patrick to have it and no others": "patrick",
    "put gwen's name on it": "gwen",
    "carol please, not the others": "carol",
}


@pytest.mark.parametrize("said", NAMED)
def test_whoever_is_named_is_known(said: str) -> None:
    assert whom(said) == NAMED[said]


@pytest.mark.parametrize(
    "said", ["Keep that.", "Nobody should hear it.", "let them hear it", "Just for the others."]
)
def test_nobody_is_named_where_there_is_no_name(said: str) -> None:
    assert whom(said) == ""


def test_where_somebody_is_refused_who_is_ruled_out_is_meant() -> None:
    said = "You can share with them all but not with Kenny."
    assert whom(said) == ""
    assert whom(said, refused=True) == "kenny"
    assert whom("I'll not have Morag reading them.", refused=True) == "morag"
