"""For whom a piece of her book is: it stays so when its words change, and nobody is offered who may not know it."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from web_house import (
    NAMES,
    NOW,
    QUICK,
    TALK,
    House,
    field_for,
    furnished,
    library,
    on_page,
    piece_of,
    printed,
    remembered,
    send,
    served,
    shared,
)

from voice_agent.archive import letting_in, sharing
from voice_agent.archive.accounts import Account, Role
from voice_agent.story import ConsentKind
from voice_agent.storybook.pages import Passage

N, F = Role.NARRATOR, Role.FAMILY
CHAPTER, SAVE = "/me/book/chapters/childhood", "/me/book/save"
POT = "A pot stood on the stove from morning to night."
UNREAD = "Well, um, my grandmother Mary Gold had the kitchen."
"""Tidied it reads in words that she has not seen yet."""


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with served(furnished(tmp_path / "state")) as made:
        yield made


def tom(house: House) -> Account:
    """Ann's brother, who may read the book as she may."""
    made = letting_in.welcomed(house.book, "Tom", F, QUICK.hash("x"), NOW, relation="son")
    library(house).consent(ConsentKind.RECIPIENT, True, NOW, "Tom", account=made.id)
    return made


Form = dict[str, str | list[str]]


def whom(form: Form, piece: Passage) -> list[str]:
    """Who is ticked for a piece."""
    (value,) = [v for name, v in form.items() if name.startswith(f"whom {piece.id} ")]
    return [each for each in (value if isinstance(value, list) else [value]) if each]


def choose(form: Form, kind: str, piece: Passage, value: str) -> None:
    (name,) = [each for each in form if each.startswith(f"{kind} {piece.id} ")]
    form[name] = value


def reads(house: House, account: Account, words: str) -> bool:
    shelf = library(house).shelf(account)
    return shelf is not None and any(
        words in s.text for p in shelf.book.passages for s in p.approved
    )


def test_a_piece_for_ann_alone_is_for_ann_alone_when_its_words_have_changed(house: House) -> None:
    printed(house, F)
    ann, son = house.people[F], tom(house)
    with house.visitor(N) as client:
        form = on_page(client, CHAPTER, SAVE)
        choose(form, "whom", piece_of(house, "Marigold"), ann.id)
        assert client.post(SAVE, data=form).status_code == 303
        form = on_page(client, CHAPTER, SAVE)
        form[field_for(form, "reads", "blue enamel")] = POT
        assert client.post(SAVE, data=form).headers["location"].endswith("reworded")
        form = on_page(client, CHAPTER, SAVE)
        assert whom(form, piece_of(house, "Marigold")) == [ann.id]
        # she reads it once more and lets it stand, and thinks no more of whom it is for
        choose(form, "answer", piece_of(house, "Marigold"), "stands")
        assert client.post(SAVE, data=form).status_code == 303
    assert library(house).answers()[piece_of(house, "Marigold").id].readers == (ann.id,)
    assert reads(house, ann, POT) and not reads(house, son, POT)
    assert reads(house, son, "Bartholomew"), "the other piece is for everybody as before"


def test_whom_she_chooses_beside_new_words_is_kept_though_the_piece_is_to_be_read_again(
    house: House,
) -> None:
    printed(house, F)
    ann = house.people[F]
    with house.visitor(N) as client:
        form = on_page(client, CHAPTER, SAVE)
        form[field_for(form, "heard", "Marigold had")] = UNREAD
        choose(form, "whom", piece_of(house, "Marigold"), ann.id)
        assert client.post(SAVE, data=form).headers["location"].endswith("reworded")
        piece = piece_of(house, "Mary Gold")
        assert piece.id not in library(house).answers()
        assert whom(on_page(client, CHAPTER, SAVE), piece) == [ann.id]
        # and everybody is kept as well, where she has widened it
        form = on_page(client, CHAPTER, SAVE)
        form[field_for(form, "heard", "Mary Gold")] = UNREAD.replace("Mary", "Marie")
        choose(form, "whom", piece, "everybody")
        choose(form, "answer", piece, "stands")
        assert client.post(SAVE, data=form).headers["location"].endswith("reworded")
        assert whom(on_page(client, CHAPTER, SAVE), piece_of(house, "Marie Gold")) == ["everybody"]


def test_a_piece_left_out_for_a_while_is_for_whom_it_was(house: House) -> None:
    printed(house, F)
    ann = house.people[F]
    with house.visitor(N) as client:
        # what she chooses beside "leave it out" is kept as well
        form = on_page(client, CHAPTER, SAVE)
        choose(form, "whom", piece_of(house, "Marigold"), ann.id)
        choose(form, "answer", piece_of(house, "Marigold"), "out")
        assert client.post(SAVE, data=form).status_code == 303
        form = on_page(client, CHAPTER, SAVE)
        choose(form, "answer", piece_of(house, "Marigold"), "stands")
        assert client.post(SAVE, data=form).status_code == 303
    answer = library(house).answers()[piece_of(house, "Marigold").id]
    assert answer.given and answer.readers == (ann.id,)


def test_a_piece_for_somebody_who_is_here_no_more_opens_to_nobody_unseen(house: House) -> None:
    printed(house, F)
    ann, son = house.people[F], tom(house)
    library(house).answer(piece_of(house, "Marigold").id, given=True, readers=[ann.id], now=NOW)
    letting_in.answer(house.book, ann.id, F, False, "page", NOW)
    with house.visitor(N) as client:
        form = on_page(client, CHAPTER, SAVE)
        form[field_for(form, "reads", "blue enamel")] = POT
        client.post(SAVE, data=form)
        form = on_page(client, CHAPTER, SAVE)
        assert whom(form, piece_of(house, "Marigold")) == []
        choose(form, "answer", piece_of(house, "Marigold"), "stands")
        refused = client.post(SAVE, data=form)
        assert refused.status_code == 409 and "choose whom this piece is for" in refused.text
    assert not reads(house, son, POT)


def test_only_those_are_offered_whom_she_lets_know_also_where_the_draft_is_older(
    house: House,
) -> None:
    ann, son = house.people[F], tom(house)
    library(house).write(NOW)
    remembered(house, "only for ann")
    with house.visitor(N) as client:
        form = on_page(client, CHAPTER, SAVE)
        page = client.get(CHAPTER).text
        closed, open_ = piece_of(house, "Bartholomew"), piece_of(house, "Marigold")
        for piece, may in ((closed, {ann.id}), (open_, {ann.id, son.id})):
            boxes = re.findall(rf'name="whom {piece.id} \w+" value="(\w+)"', page)
            assert set(boxes) == may | {"everybody"}
        assert "everybody who may know this and read my book" in page
        # a page that offered him still, or somebody who writes forms by hand
        choose(form, "whom", closed, son.id)
        choose(form, "answer", closed, "stands")
        refused = client.post(SAVE, data=form)
        assert refused.status_code == 409 and "You said for whom that story is" in refused.text
        assert closed.id not in library(house).answers()
        choose(form, "whom", closed, ann.id)
        assert client.post(SAVE, data=form).status_code == 303
    assert reads(house, ann, "Bartholomew") is False, "she was not let in to the book"
    library(house).consent(ConsentKind.RECIPIENT, True, NOW, NAMES[F], account=ann.id)
    assert reads(house, ann, "Bartholomew") and not reads(house, son, "Bartholomew")


def test_a_piece_that_none_of_them_may_know_yet_can_stand_all_the_same(house: House) -> None:
    library(house).write(NOW)
    remembered(house, "not while I live")
    library(house).write(NOW)
    piece = piece_of(house, "Bartholomew")
    with house.visitor(N) as client:
        page = client.get(CHAPTER).text
        assert f'name="whom {piece.id}' not in page
        form = on_page(client, CHAPTER, SAVE)
        choose(form, "answer", piece, "stands")
        assert client.post(SAVE, data=form).status_code == 303
    assert library(house).answers()[piece.id].given


def test_what_the_readers_form_says_of_those_who_are_taken_out_is_so(house: House) -> None:
    printed(house, F)
    shared(house)
    ann, form = house.people[F], "/me/book/readers"

    def stories() -> set[int]:
        return {s.turn for s in sharing.shared_with(house.book, ann)}

    told = sharing.story(house.book, TALK, 4)
    sharing.share(house.book, told, [ann.id], voice=False, now=NOW)
    assert stories() == {2, 4}
    with house.visitor(N) as client:
        page = client.get("/me/book").text
        assert "Whoever you take out here reads none of your stories either" in page
        send(client, "/me/book", form, whom=[])
        assert stories() == set()
        sharing.share(house.book, told, [ann.id], voice=False, now=NOW)
        assert stories() == {4}, "until she shares one with them by name"
        # Tom was never taken out: keeping the form takes nothing from him
        son = letting_in.welcomed(house.book, "Tom", F, QUICK.hash("x"), NOW, relation="son")
        send(client, "/me/book", form, whom=[ann.id])
    assert [s.turn for s in sharing.shared_with(house.book, son)] == [2]


def test_readers_turn_to_her_own_words_as_the_form_says(house: House) -> None:
    printed(house, F)
    with house.visitor(N) as client, house.visitor(F) as ann:
        assert "can turn to your own words as you said them" in client.get("/me/book").text
        form = on_page(client, CHAPTER, SAVE)
        form[field_for(form, "reads", "blue enamel")] = POT
        client.post(SAVE, data=form)
        for each in library(house).waiting():
            library(house).answer(each.id, given=True, readers=(), now=NOW)
        page = ann.get("/family/book/childhood").text
        assert POT in page and "blue enamel" not in page
        assert "blue enamel" in ann.get("/family/book/childhood?text=verbatim").text
