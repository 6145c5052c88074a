"""The family hears back: what answered a question, a picture taken back, and that a chapter can be read."""

import json
import logging
import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from web_house import (
    CANARIES,
    NAMES,
    NOW,
    PASSWORD,
    QUICK,
    TALK,
    House,
    furnished,
    library,
    printed,
    remembered,
    send,
    served,
    shared,
)

from voice_agent.archive import accounts, chapter_news, family, letting_in, looks, sharing
from voice_agent.archive.accounts import Role
from voice_agent.cli.pages import send_news
from voice_agent.errors import AccountRefused
from voice_agent.notifying.to_file import ToFile
from voice_agent.settings import Settings
from voice_agent.story import ConsentKind
from voice_agent.web import tidings
from voice_agent.web.family import WAITING
from voice_agent.web.talk import Switchboard

BROTHER = 4
ANN = Role.FAMILY
PICTURE = b"\xff\xd8\xff\xe0 not opened here \xff\xd9"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with served(furnished(tmp_path / "state")) as open_house:
        yield open_house


def question(house: House) -> family.FamilyQuestion:
    (found,) = family.asked_by(house.book, house.people[ANN])
    return found


def answered(house: House) -> None:
    family.settle(house.book, question(house).number, "answered", TALK, BROTHER)


def about_question(house: House) -> str:
    """What Ann's page says about her question."""
    with house.visitor(ANN) as ann:
        found = re.search(
            r'<li class="row"><div><b>What was the first.*?</li>',
            ann.get("/family").text,
            re.DOTALL,
        )
    assert found
    return found[0]


def test_under_her_question_stands_a_way_to_the_story_that_answered_it_and_its_sound(
    house: House,
) -> None:
    answered(house)
    shared(house, BROTHER)
    says = about_question(house)
    spot = f"s-{TALK}-{BROTHER}"
    assert "answered" in says and f'href="#{spot}"' in says
    assert f"/family/stories/{TALK}/{BROTHER}/sound" in says and "data-seconds" in says
    with house.visitor(ANN) as ann:
        assert f'id="{spot}"' in ann.get("/family").text


def test_of_an_answer_that_was_not_shared_she_reads_only_that_there_is_one(house: House) -> None:
    answered(house)
    says = about_question(house)
    assert "has not shared the story yet" in says
    assert not [word for word in CANARIES if word in says] and TALK not in says


@pytest.mark.parametrize("label", ["private", "not for ann"])
def test_of_an_answer_that_is_kept_from_her_she_does_not_even_learn_that(
    tmp_path: Path, label: str
) -> None:
    made = furnished(tmp_path / "state")
    remembered(made, label)
    answered(made)
    with served(made) as house:
        says = about_question(house)
    assert "asked" in says and "answered" not in says and "shared" not in says


@pytest.mark.parametrize("label", ["private", "not for ann"])
@pytest.mark.parametrize("does", ["answered", "anyway"])
def test_no_button_tells_her_either_that_it_was_told_and_kept_from_her(
    tmp_path: Path, label: str, does: str
) -> None:
    made = furnished(tmp_path / "state")
    remembered(made, label)
    with served(made) as house, house.visitor(ANN) as ann:
        press = f"/family/questions/{question(house).number}/{does}"
        before = send(ann, "/family", press).status_code
        family.perhaps_answered(house.book, question(house).number, (TALK, BROTHER), NOW)
        assert send(ann, "/family", press).status_code == before == 404
        assert question(house).state == "waiting"


def test_what_was_perhaps_told_waits_for_her_word_which_settles_it(house: House) -> None:
    family.perhaps_answered(house.book, question(house).number, (TALK, BROTHER), NOW)
    assert "perhaps told already" in about_question(house)
    assert "That answers it" not in about_question(house), "she has not read it"
    shared(house, BROTHER)
    assert "That answers it" in about_question(house)
    with house.visitor(ANN) as ann:
        send(ann, "/family", f"/family/questions/{question(house).number}/answered")
    assert question(house).state == "answered"


def test_she_may_have_it_asked_all_the_same_but_nobody_else_may(house: House) -> None:
    number = question(house).number
    family.perhaps_answered(house.book, number, (TALK, BROTHER), NOW)
    with house.visitor() as ben:
        letting_in.welcomed(house.book, "Ben", ANN, QUICK.hash(PASSWORD), NOW)
        send(ben, "/sign-in", "/sign-in", name="Ben", password=PASSWORD)
        for does in ("answered", "anyway"):
            assert send(ben, "/family", f"/family/questions/{number}/{does}").status_code == 404
    with house.visitor(ANN) as ann:
        send(ann, "/family", f"/family/questions/{number}/anyway")
    assert question(house).anyway and question(house).place is None
    assert "waiting to be asked" in about_question(house)


def test_a_question_that_was_sent_back_is_taken_back_and_the_narrator_still_knows(
    house: House,
) -> None:
    asked = "Where do you keep your money?"
    with house.visitor(ANN) as ann:
        assert "Rose can read that it came" in ann.get("/family").text, "before anything is sent"
        send(ann, "/family", "/family/questions", question=asked)
        (number,) = [q.number for q in family.asked_by(house.book, house.people[ANN]) if q.why_not]
        press = f"/family/questions/{number}/withdraw"
        assert press in ann.get("/family").text
        after = ann.get(send(ann, "/family", press).headers["location"]).text
        assert "is taken back" in after and "Undo" not in after
        assert asked not in ann.get("/family").text
        assert send(ann, "/family", press).status_code == 404, "once is enough"
    with house.visitor(Role.NARRATOR) as rose:
        assert asked in rose.get("/me/post").text


def test_a_question_that_is_worded_anew_takes_the_place_of_the_one_that_was_sent_back(
    house: House,
) -> None:
    asked, anew = "Where do you keep your money?", "What did you spend your first wages on?"
    with house.visitor(ANN) as ann:
        send(ann, "/family", "/family/questions", question=asked)
        (number,) = [q.number for q in family.asked_by(house.book, house.people[ANN]) if q.why_not]
        press = f"/family/questions/{number}/anew"
        assert f">{asked}</textarea>" in ann.get("/family").text
        assert send(ann, "/family", press, question="Yes?").status_code == 400
        assert asked in ann.get("/family").text, "what is refused takes no place"
        send(ann, "/family", press, question=anew)
        page = ann.get("/family").text
        assert anew in page and asked not in page
        assert send(ann, "/family", press, question="And who was there?").status_code == 404
    assert family.waiting(house.book)[-1].question == anew


def test_what_was_asked_already_or_is_no_question_is_said_to_be_that(house: House) -> None:
    with house.visitor(ANN) as ann:
        before = family.asked_by(house.book, house.people[ANN])
        for asked, says in (
            ("what was the first film  you ever saw", "You have asked that already"),
            ("ok?", "That is no question yet. Please write it as you would ask Rose"),
        ):
            said = send(ann, "/family", "/family/questions", question=asked).text
            assert says in said and f"{asked.replace('  ', ' ')}</textarea>" in said.replace(
                "  ", " "
            )
        assert family.asked_by(house.book, house.people[ANN]) == before


def test_a_question_taken_back_by_mistake_waits_again_as_before(house: House) -> None:
    before = question(house)
    with house.visitor(ANN) as ann:
        press = f"/family/questions/{before.number}"
        after = ann.get(send(ann, "/family", f"{press}/withdraw").headers["location"]).text
        assert family.waiting(house.book) == () and f'action="{press}/again"' in after
        send(ann, "/family", f"{press}/again")
    assert question(house) == before


def test_what_the_narrator_did_not_want_to_be_asked_is_not_offered_to_wait_again(
    house: House,
) -> None:
    number = question(house).number
    family.settle(house.book, number, "declined")
    with house.visitor(ANN) as ann:
        back = send(ann, "/family", f"/family/questions/{number}/withdraw")
        assert "Undo" not in ann.get(back.headers["location"]).text


def test_words_come_to_a_picture_that_was_sent_without(house: House) -> None:
    id = family.send_photograph(house.book, house.people[ANN], PICTURE, "", NOW)
    press = f"/family/photographs/{id}/words"
    with house.visitor(ANN) as ann:
        assert press in ann.get("/family").text
        send(ann, "/family", press, caption="The mill gate, 1961")
        page = ann.get("/family").text
        assert "The mill gate, 1961" in page and press not in page
        assert send(ann, "/family", press, caption="Another").status_code == 404


def test_whoever_takes_refused_questions_back_cannot_try_for_ever(house: House) -> None:
    with house.visitor(ANN) as ann:
        for n in range(WAITING):
            send(
                ann, "/family", "/family/questions", question=f"Where do you hide your money, {n}?"
            )
            for each in family.asked_by(house.book, house.people[ANN]):
                if each.state == "declined":
                    family.settle(house.book, each.number, "withdrawn")
        again = send(ann, "/family", "/family/questions", question="Did you dance?")
    assert again.status_code == 409


def test_every_story_that_can_be_heard_says_so_and_how_long_it_is(house: House) -> None:
    shared(house)
    with house.visitor(ANN) as ann:
        page = ann.get("/family").text
    told = sharing.story(house.book, TALK, 2)
    assert re.search(r"<b>Hear it told</b> <span>\d+ seconds</span>", page)
    assert f'data-seconds="{told.seconds:.1f}"' in page


def test_a_picture_is_taken_back_by_whoever_sent_it_from_its_story_too(house: House) -> None:
    ann_, now = house.people[ANN], NOW
    id = family.send_photograph(house.book, ann_, PICTURE, "The blue pot", now)
    family.tell_about(house.book, id, TALK, 2)
    shared(house)
    letting_in.welcomed(house.book, "Ben", ANN, QUICK.hash(PASSWORD), NOW)
    file = family.picture(house.book.state, family.photographs(house.book)[0])
    with house.visitor() as ben:
        send(ben, "/sign-in", "/sign-in", name="Ben", password=PASSWORD)
        assert f"/photographs/{id}.jpg" in ben.get("/family").text, "he reads its story"
        assert send(ben, "/family", f"/family/photographs/{id}/take-back").status_code == 404
        assert file.is_file()
        with house.visitor(ANN) as ann:
            answer = send(ann, "/family", f"/family/photographs/{id}/take-back")
            assert "is gone" in ann.get(answer.headers["location"]).text
        assert not file.exists() and family.photographs(house.book) == ()
        assert id not in ben.get("/family").text and "blue enamel pot" in ben.get("/family").text
    with house.visitor(Role.NARRATOR) as rose:
        assert id not in rose.get(f"/me/stories/{TALK}/2").text + rose.get("/me/post").text


def test_the_narrator_begins_a_talk_with_a_picture_and_sees_it_there(house: House) -> None:
    id = family.send_photograph(house.book, house.people[ANN], PICTURE, "The harbour", NOW)
    with house.visitor(Role.NARRATOR) as rose:
        assert f'href="/talk?picture={id}"' in rose.get("/me/post").text
        page = rose.get(f"/talk?picture={id}").text
        assert f'data-picture="{id}"' in page and "The harbour" in page and "from Ann" in page
        gone = rose.get("/talk?picture=" + "0" * 24)
        assert gone.status_code == 200 and "data-picture" not in gone.text
    board = Switchboard(house.desk, lambda hold: None)
    assert board.line(picture=id).picture == id


# -- news of a chapter


class Post:
    """A notifier's road that may be broken."""

    def __init__(self, house: House) -> None:
        self.sent: list[tuple[str, str]] = []
        self.broken = False
        house.desk.send_news = self
        house.desk.mails = lambda: True
        house.desk.reachable = self.reachable

    def __call__(self, address: str, says: str) -> bool:
        if not self.broken:
            self.sent.append((address, says))
        return not self.broken

    def reachable(self, typed: str) -> str:
        if "@" not in typed and typed:
            raise AccountRefused(
                "No message can be sent to that.", safe="Nothing has been changed."
            )
        return typed


ADDRESS = "ann.bell@post.example"


def chosen(house: House) -> None:
    with house.visitor(ANN) as ann:
        assert send(ann, "/family", "/family/news", address=ADDRESS).status_code == 303


def test_nobody_is_told_of_a_chapter_who_did_not_ask_for_it(house: House) -> None:
    post = Post(house)
    printed(house, ANN)
    tidings.tell(house.desk)
    assert post.sent == []


def test_whoever_chose_is_told_of_each_chapter_once_and_without_a_word_of_it(house: House) -> None:
    post = Post(house)
    chosen(house)
    tidings.tell(house.desk)
    assert post.sent == []
    printed(house, ANN)
    tidings.tell(house.desk)
    tidings.tell(house.desk)
    assert post.sent == [(ADDRESS, "A new chapter of Rose’s book can be read.")]
    titles = {each.title for each in library(house).drafted().chapters}
    assert not [each for each in (*titles, *CANARIES) if each in post.sent[0][1]]
    with house.visitor(ANN) as ann:
        assert post.sent[0][1] in ann.get("/family").text, "she knew before what is sent"


def test_of_what_could_be_read_before_she_chose_she_is_told_nothing(house: House) -> None:
    post = Post(house)
    printed(house, ANN)
    chosen(house)
    tidings.tell(house.desk)
    assert post.sent == []


def test_a_chapter_with_a_piece_that_waits_for_the_narrator_is_not_ready(house: House) -> None:
    post = Post(house)
    chosen(house)
    shelves = library(house)
    written = shelves.write(NOW)
    first = next(each for each in written.chapters if len(each.passages) > 1)
    shelves.consent(ConsentKind.RECIPIENT, True, NOW, NAMES[ANN], account=house.people[ANN].id)
    *before, last = [each.id for each in first.passages]
    for id in before:
        shelves.answer(id, given=True, readers=(), now=NOW)
    tidings.tell(house.desk)
    assert post.sent == []
    shelves.answer(last, given=False, readers=(), now=NOW)  # left out: nothing of it waits any more
    tidings.tell(house.desk)
    assert len(post.sent) == 1


def test_whoever_may_not_read_the_book_is_not_told_of_it(house: House) -> None:
    post = Post(house)
    chosen(house)
    printed(house)
    tidings.tell(house.desk)
    assert post.sent == []


def test_whose_door_is_closed_is_told_no_more_and_the_address_is_gone(house: House) -> None:
    post = Post(house)
    chosen(house)
    house.book.commit(lambda db: accounts.close(db, house.people[ANN].id, NOW))
    printed(house, ANN)
    tidings.tell(house.desk)
    assert post.sent == [] and chapter_news.every(house.book) == ()


def test_a_message_that_cannot_be_sent_is_told_on_her_page_and_tried_again_later(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    post = Post(house)
    chosen(house)
    printed(house, ANN)
    post.broken = True
    tidings.tell(house.desk)
    with house.visitor(ANN) as ann:
        assert "no message could be sent to you" in ann.get("/family").text
    post.broken = False
    tidings.tell(house.desk)
    assert post.sent == [], "not at once: a broken road is not knocked at each minute"
    house.desk.now = lambda: NOW + tidings.AGAIN + timedelta(minutes=1)
    tidings.tell(house.desk)
    assert len(post.sent) == 1
    with house.visitor(ANN) as ann:
        assert "no message could be sent" not in ann.get("/family").text
    assert ADDRESS not in caplog.text
    assert ADDRESS not in repr(chapter_news.every(house.book))


def test_she_switches_it_off_and_the_narrator_knew_of_it(house: House) -> None:
    Post(house)
    chosen(house)
    found = looks.looks(house.book)
    assert [each.who for each in found if "told when a chapter" in each.what] == ["Ann"]
    with house.visitor(ANN) as ann:
        page = ann.get("/family").text
        assert "told by e-mail" in page and ADDRESS not in page
        send(ann, "/family", "/family/news", address="")
    assert chapter_news.every(house.book) == ()


def test_where_no_e_mail_can_be_sent_nobody_is_asked_for_an_address_of_one(house: House) -> None:
    Post(house)
    with house.visitor(ANN) as ann:
        assert 'type="email"' in ann.get("/family").text
        house.desk.mails = lambda: False
        page = ann.get("/family").text
        assert 'type="email"' not in page
        assert page.count("No e-mail can be sent to you from this house yet.") == 1
    with house.visitor(Role.ADVOCATE) as adam:
        assert "No e-mail can be sent to you from this house yet." in adam.get("/advocate").text
    with house.visitor(Role.CAREGIVER) as carol:
        page = carol.get("/care/house").text
        assert (
            "No e-mail can be sent to the family from this house yet" in page and "[safety]" in page
        )


def test_no_sentence_for_the_family_holds_a_word_of_programs(house: House) -> None:
    Post(house)
    chosen(house)
    with house.visitor(ANN) as ann:
        page = ann.get("/family").text.lower().split("<main")[1].split("</main>")[0]
    seen = re.sub(r"<[^>]+>", " ", page)
    for word in ("apprise", "://", "pixel", "jpeg", "heic", "webp", "url", "safety.mail"):
        assert word not in seen


def test_what_is_no_address_is_refused_and_nothing_changes(house: House) -> None:
    Post(house)
    with house.visitor(ANN) as ann:
        answer = send(ann, "/family", "/family/news", address="my telephone")
        assert answer.status_code >= 400 and "No message can be sent to that" in answer.text
    assert chapter_news.every(house.book) == ()


def test_the_message_goes_out_without_a_title(tmp_path: Path) -> None:
    there = tmp_path / "post"
    assert send_news(Settings(), ToFile(), f"file://{there}", "A new chapter can be read.")
    assert json.loads(there.read_text()) == {"title": "", "text": "A new chapter can be read."}
    assert not send_news(Settings(), ToFile(), "ann@example.org", "x"), "no mail account is set up"


def test_a_question_that_she_did_not_want_is_asked_after_all_at_her_word(house: House) -> None:
    number = question(house).number
    refused = family.wonder(house.book, house.people[ANN], "Where is your money?", NOW)
    assert refused
    with house.visitor(Role.NARRATOR) as rose:
        send(rose, "/me/post", f"/me/questions/{number}/decline")
        assert family.waiting(house.book) == ()
        assert rose.get("/me/post").text.count("Ask me after all") == 1, "money stays unasked"
        send(rose, "/me/post", f"/me/questions/{number}/ask")
        assert [each.number for each in family.waiting(house.book)] == [number]
        again = send(rose, "/me/post", f"/me/questions/{number}/ask")
        assert again.status_code == 404, "it is asked already"
