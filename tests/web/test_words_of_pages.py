"""What the pages say of years, people and consents holds, and can be read on a telephone."""

from pathlib import Path

from web_house import furnished, mark, remembered, served, shared

from voice_agent.archive import sharing
from voice_agent.archive.accounts import Role
from voice_agent.web import approved


def test_a_year_is_given_with_the_sentence_as_it_was_told(tmp_path: Path) -> None:
    made = furnished(tmp_path / "state")
    remembered(made)
    shared(made, 4)
    ann = made.people[Role.FAMILY]
    told = sharing.shared_with(made.book, ann)
    life = approved.life(made.book, ann, told)
    assert life.years
    assert all(any(year.what in story.text for story in told) for year in life.years)
    assert all(year.what[0].isupper() and year.what[-1] in ".!?" for year in life.years)
    assert not any(name.lower() == relation.lower() for name, relation in life.people)
    made.book.close()


def test_what_is_done_without_a_question_is_not_shown_as_merely_unasked(tmp_path: Path) -> None:
    made = furnished(tmp_path / "state")
    with served(made) as named, named.visitor(Role.NARRATOR) as client:
        said = client.get("/me/agreed").text
    assert "it is done until you say no" in said
    assert "so it is not done" in said
    assert "Say no" in said


def test_an_invitation_that_opens_on_this_device_alone_says_so(tmp_path: Path) -> None:
    made = furnished(tmp_path / "state")
    with served(made) as named, named.visitor(Role.NARRATOR) as client:
        form = {
            "mark": mark(client, "/me/people"),
            "name": "Joan",
            "role": "family",
            "relation": "niece",
        }
        said = client.post("/me/people/invite", data=form).text
    assert ("//localhost" in said or "//127.0.0.1" in said) == ("serve --lan" in said)
    assert "/invite" in said or "/join" in said
