"""Her words on the pages: word for word is what was heard, she is read as she wants it, and one Save keeps it all."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from web_house import (
    NOW,
    SAID,
    TALK,
    House,
    field_for,
    furnished,
    library,
    on_page,
    piece_of,
    printed,
    remembered,
    served,
    shared,
)

from voice_agent.archive import giving, sharing, transcript, who_sees
from voice_agent.archive.accounts import Role
from voice_agent.archive.record import Record

N, F = Role.NARRATOR, Role.FAMILY
CHAPTER, SAVE = "/me/book/chapters/childhood", "/me/book/save"
POT = "A pot stood on the stove from morning to night."


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    made = furnished(tmp_path / "state")
    remembered(made)
    with served(made) as open_house:
        yield open_house


def save(client: httpx.Client, page: str, *changes: tuple[str, str, str]) -> httpx.Response:
    """She opens the page, changes fields (kind, words in it, new words), and saves."""
    form = on_page(client, page, SAVE)
    for kind, words, new in changes:
        form[field_for(form, kind, words)] = new
    return client.post(SAVE, data=form)


def everything_stands(house: House) -> None:
    for each in library(house).waiting():
        library(house).answer(each.id, given=True, readers=(), now=NOW)


def shown(page: str) -> str:
    """What stands on a page, without its marks."""
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


# -- what she wants to stand, and what was heard


def test_what_she_puts_otherwise_is_read_as_she_wants_it_and_word_for_word_is_what_was_heard(
    house: House,
) -> None:
    printed(house, F)
    with house.visitor(N) as client, house.visitor(F) as ann:
        done = save(client, CHAPTER, ("reads", "blue enamel", POT))
        assert done.headers["location"] == f"{CHAPTER}?said=reworded"
        assert POT in client.get(CHAPTER).text
        page = ann.get("/family/book/childhood").text
        assert POT not in page, "nobody reads it before she has read it herself"
        everything_stands(house)
        page = ann.get("/family/book/childhood").text
        assert POT in page and "blue enamel" not in page
        for text in ("chapter", "tidied", "verbatim"):
            other = ann.get(f"/family/book/childhood?text={text}").text
            assert "blue enamel" in other and POT not in other
            assert "As approved" in other


def test_her_voice_is_heard_with_her_own_words_and_beside_no_others(house: House) -> None:
    printed(house, F)
    with house.visitor(N) as client, house.visitor(F) as ann:
        save(client, CHAPTER, ("reads", "blue enamel", POT))
        everything_stands(house)

        def marks(text: str, words: str) -> str:
            page = ann.get(f"/family/book/childhood?text={text}").text
            (found,) = re.findall(rf'<span class="s"[^>]*>((?:(?!</span>).)*{words})', page)
            return found

        assert "play" not in marks("approved", "A pot stood")
        assert "play" not in marks("chapter", "blue enamel")
        assert "play" not in marks("tidied", "blue enamel")
        said = marks("verbatim", "blue enamel")
        sound = re.findall(r'href="(/family/book/sound/[^"]+)"', said)
        assert len(sound) == 1 and ann.get(sound[0]).content[:4] == b"RIFF"
        assert "play" in marks("approved", "Marigold had the kitchen"), "the one beside it"


def test_transcripts_and_the_export_of_everything_stay_what_was_heard(
    house: House, tmp_path: Path
) -> None:
    printed(house)
    with house.visitor(N) as client:
        save(client, CHAPTER, ("reads", "blue enamel", POT))
    with Record.look(house.book.state) as record:
        session = record.session(TALK)
        everything = giving.export_everything(record, tmp_path / "all", NOW)
    assert "blue enamel" in transcript.as_text(session) and POT not in transcript.as_vtt(session)
    turns = json.loads((everything / "sessions" / TALK / "turns.json").read_text(encoding="utf-8"))
    assert [t["text"] for t in turns] == [text for _, text, _ in SAID]
    assert POT in (everything / "house.json").read_text(encoding="utf-8"), "it is hers all the same"


def test_putting_it_back_as_it_was_said_leaves_nothing_otherwise(house: House) -> None:
    printed(house, F)
    before = {each.id for each in library(house).drafted().passages}
    with house.visitor(N) as client, house.visitor(F) as ann:
        heard = next(s for s in piece_of(house, "blue enamel").sentences if "blue enamel" in s.text)
        save(client, CHAPTER, ("reads", "blue enamel", POT))
        save(client, CHAPTER, ("reads", "A pot stood", heard.spans[0].words))
        assert {each.id for each in library(house).drafted().passages} == before
        assert "As approved" not in ann.get("/family/book/childhood").text


# -- a mishearing


def test_a_mishearing_put_right_keeps_its_sound_and_says_what_was_heard_beside_it(
    house: House,
) -> None:
    printed(house, F)
    with house.visitor(N) as client, house.visitor(F) as ann:
        page = client.get(CHAPTER).text
        assert "I said something else: you misheard" in page
        assert "I said that, but I want it to read otherwise" in page
        right = "There was a blue enamel kettle on the stove from morning to night, and she let me stir it when I stood on the coal box."
        done = save(client, CHAPTER, ("heard", "blue enamel", right))
        assert done.headers["location"] == f"{CHAPTER}?said=reworded"
        everything_stands(house)
        page = ann.get("/family/book/childhood").text
        assert "enamel kettle" in page and "enamel pot" not in page and "As approved" not in page
        (mark,) = re.findall(r'<span class="s"[^>]*>((?:(?!</span>).)*enamel kettle)', page)
        sound = re.findall(r'href="(/family/book/sound/[^"]+)"', mark)
        assert ann.get(sound[0]).content[:4] == b"RIFF"
        said = shown(ann.get("/family/book/childhood?text=verbatim").text)
        assert "[heard as “There was a blue enamel pot on the stove" in said
    with Record.look(house.book.state) as record:
        turn = record.session(TALK).turns[1]
    assert "kettle" in turn.text and len(turn.words) == len(turn.text.split())


def test_a_mishearing_put_right_is_read_and_heard_by_those_it_was_shared_with(
    house: House,
) -> None:
    shared(house)
    with house.visitor(N) as client:
        address = f"/me/stories/{TALK}/2/words"
        form = on_page(client, address, "/me/words")
        form["heard"] = str(form["heard"]).replace("Marigold", "Mary Gold")
        assert client.post("/me/words", data=form).status_code == 303
    (told,) = sharing.shared_with(house.book, house.people[F])
    assert "Mary Gold" in told.text and told.voice


# -- those a story is shared with


def test_those_it_is_shared_with_read_her_wording_and_hear_only_what_she_said(
    house: House,
) -> None:
    shared(house)
    with house.visitor(N) as client, house.visitor(F) as ann:
        sound = f"/family/stories/{TALK}/2/sound"
        assert ann.get(sound).status_code == 200
        form = on_page(client, f"/me/stories/{TALK}/2/words", "/me/words")
        said = str(form["reads"])
        form["reads"] = said.replace("and she let me stir it when", "where")
        client.post("/me/words", data=form)
        page = ann.get("/family").text
        assert "where I stood on the coal box" in page and "let me stir" not in page
        assert ann.get(sound).status_code == 404
        # sharing it once more with the voice is no way round it
        told = sharing.story(house.book, TALK, 2)
        sharing.share(house.book, told, [who_sees.EVERYBODY], voice=True, now=NOW)
        assert ann.get(sound).status_code == 404
        # back to her own words, her voice is shared once she says so
        form = on_page(client, f"/me/stories/{TALK}/2/words", "/me/words")
        client.post("/me/words", data={**form, "reads": said})
        assert ann.get(sound).status_code == 404
        shared(house)
        assert ann.get(sound).status_code == 200


def test_what_is_cut_from_a_story_is_cut_from_the_book_at_once(house: House) -> None:
    printed(house, F)
    with house.visitor(N) as client, house.visitor(F) as ann:
        assert "ferryman" in ann.get(CHAPTER.replace("/me/book/chapters", "/family/book")).text
        form = on_page(client, f"/me/stories/{TALK}/4/words", "/me/words")
        form["reads"] = "In 1952 my brother came home from the sea."
        client.post("/me/words", data=form)
        for address in ("/family/book", "/family/book/childhood"):
            page = ann.get(address).text
            assert "ferryman" not in page and "Bartholomew" not in page, address


def test_a_story_heard_anew_later_changes_nothing_for_those_it_was_shared_with(
    house: House,
) -> None:
    shared(house)
    with house.visitor(N) as client:
        form = on_page(client, f"/me/stories/{TALK}/2/words", "/me/words")
        form["reads"] = str(form["reads"]).replace("by the millpond", "by the water")
        client.post("/me/words", data=form)
    with Record.open(house.book.state) as record:
        anew = SAID[1][1].replace("blue enamel", "blew enamel")
        record.correct(TALK, 2, anew, (), "second hearing")  # type: ignore[arg-type]
    (told,) = sharing.shared_with(house.book, house.people[F])
    assert "by the water" in told.text and "blue enamel" in told.text
    mine = sharing.story(house.book, TALK, 2)
    assert "by the water" in mine.text and "blew enamel" in mine.text


def test_years_and_people_are_made_of_what_is_read(house: House) -> None:
    printed(house, F)
    shared(house, 4)
    with house.visitor(N) as client, house.visitor(F) as ann:
        for address in ("/family/life", "/family/book/years"):
            assert "1952" in ann.get(address).text
        save(client, CHAPTER, ("reads", "In 1952", "My brother came home, and sat by that stove."))
        everything_stands(house)
        for address in ("/family/life", "/family/book/years", "/family/book/people"):
            page = ann.get(address).text
            assert "1952" not in page and "Bartholomew" not in page, address


# -- one Save


def test_one_save_keeps_several_sentences_an_answer_and_for_whom(house: House) -> None:
    library(house).write(NOW)
    ann = house.people[F].id
    with house.visitor(N) as client:
        pieces = {w: piece_of(house, w).id for w in ("Marigold", "Bartholomew")}
        form = on_page(client, CHAPTER, SAVE)
        form[field_for(form, "reads", "blue enamel")] = POT
        form[field_for(form, "reads", "ferryman")] = "Then he married, and talked."
        for kind, value in (("answer", "stands"), ("whom", ann)):
            (name,) = {n for n in form if n.startswith(f"{kind} {pieces['Marigold']}")}
            form[name] = value
        done = client.post(SAVE, data=form)
        assert done.headers["location"] == f"{CHAPTER}?said=reworded"
    kept = piece_of(house, "Marigold")
    answer = library(house).answers()[kept.id]
    assert answer.given and answer.readers == (ann,), "she chose it beside the words she typed"
    texts = [s.text for p in library(house).drafted().passages for s in p.approved]
    assert POT in texts and "Then he married, and talked." in texts
    assert piece_of(house, "Bartholomew").id not in library(house).answers()


def test_saving_one_page_neither_drops_nor_overwrites_what_another_holds(house: House) -> None:
    printed(house)
    with house.visitor(N) as client:
        one, other = on_page(client, CHAPTER, SAVE), on_page(client, CHAPTER, SAVE)
        one[field_for(one, "reads", "blue enamel")] = POT
        assert client.post(SAVE, data=one).status_code == 303
        # the other page still shows the old words of that sentence; she changes another one there
        other[field_for(other, "reads", "Marigold had")] = "My grandmother had a kitchen."
        assert client.post(SAVE, data=other).status_code == 303
    texts = [s.text for p in library(house).drafted().passages for s in p.approved]
    assert POT in texts and "My grandmother had a kitchen." in texts


def test_a_mishearing_put_right_on_one_page_moves_nothing_from_under_another(
    house: House,
) -> None:
    printed(house)
    with house.visitor(N) as client:
        one, other = on_page(client, CHAPTER, SAVE), on_page(client, CHAPTER, SAVE)
        first = field_for(one, "heard", "Marigold had")
        one[first] = "My very dear grandmother Margaret Gould had the kitchen by the millpond."
        assert client.post(SAVE, data=one).status_code == 303
        other[field_for(other, "reads", "blue enamel")] = POT
        assert client.post(SAVE, data=other).status_code == 303
    told = sharing.story(house.book, TALK, 2)
    assert told.text == f"{one[first]} {POT}"


def test_two_changes_of_one_sentence_are_both_shown_and_neither_is_lost(house: House) -> None:
    printed(house)
    with house.visitor(N) as client:
        one, other = on_page(client, CHAPTER, SAVE), on_page(client, CHAPTER, SAVE)
        one[field_for(one, "reads", "blue enamel")] = POT
        client.post(SAVE, data=one)
        other[field_for(other, "reads", "blue enamel")] = "A kettle sang all day."
        other[field_for(other, "reads", "Marigold had")] = "My grandmother had a kitchen."
        refused = client.post(SAVE, data=other)
        assert refused.status_code == 409
        page = shown(refused.text)
        assert "You changed this on another page meanwhile" in page
        assert f"There it reads: “{POT}”" in page
        for typed in ("A kettle sang all day.", "My grandmother had a kitchen."):
            assert f">{typed}</textarea>" in refused.text, "what she typed stands in its field"
        texts = [s.text for p in library(house).drafted().passages for s in p.approved]
        assert POT in texts and "My grandmother had a kitchen." not in texts, "nothing by halves"
        # she has seen both, and saves hers once more
        again = on_page_of(refused.text)
        assert client.post(SAVE, data=again).status_code == 303
    texts = [s.text for p in library(house).drafted().passages for s in p.approved]
    assert "A kettle sang all day." in texts and "My grandmother had a kitchen." in texts


def on_page_of(page: str) -> dict[str, str | list[str]]:
    from web_house import fields

    return fields(page, SAVE)


def test_an_answer_given_on_another_page_is_not_overwritten_unseen(house: House) -> None:
    library(house).write(NOW)
    with house.visitor(N) as client:
        one, other = on_page(client, CHAPTER, SAVE), on_page(client, CHAPTER, SAVE)
        id = piece_of(house, "Marigold").id
        (name,) = [n for n in one if n.startswith(f"answer {id}")]
        client.post(SAVE, data={**one, name: "out"})
        refused = client.post(SAVE, data={**other, name: "stands"})
        assert refused.status_code == 409 and "you left this piece out" in shown(refused.text)
        assert not library(house).answers()[id].given
        # an answer that this page never touched changes nothing
        assert client.post(SAVE, data=other).status_code == 303
        assert not library(house).answers()[id].given


def test_for_whom_is_not_passed_over_where_no_answer_was_chosen(house: House) -> None:
    library(house).write(NOW)
    with house.visitor(N) as client:
        form = on_page(client, CHAPTER, SAVE)
        id = piece_of(house, "Marigold").id
        (name,) = {n for n in form if n.startswith(f"whom {id}")}
        refused = client.post(SAVE, data={**form, name: house.people[F].id})
        assert refused.status_code == 409
        assert "say as well whether this piece shall stand" in refused.text
        assert f'value="{house.people[F].id}" checked' in refused.text
    assert not library(house).answers()


@pytest.mark.parametrize(
    ("typed", "holds"),
    [
        ("My grandmother Mary Gold had the kitchen by the millpond.", True),
        # tidied it reads in words that she has not seen yet
        ("Well, um, my grandmother Mary Gold had the kitchen.", False),
    ],
)
def test_a_yes_beside_a_mishearing_holds_where_she_has_read_every_word_of_it(
    house: House, typed: str, holds: bool
) -> None:
    library(house).write(NOW)
    with house.visitor(N) as client:
        form = on_page(client, CHAPTER, SAVE)
        (name,) = [
            n for n in form if n.startswith(f"answer {piece_of(house, 'had the kitchen').id}")
        ]
        form[field_for(form, "heard", "had the kitchen")] = typed
        done = client.post(SAVE, data={**form, name: "stands"})
    assert done.headers["location"].endswith("saved" if holds else "reworded")
    assert (piece_of(house, "had the kitchen").id in library(house).answers()) is holds


def test_pressing_save_twice_is_saving_once(house: House) -> None:
    library(house).write(NOW)
    with house.visitor(N) as client:
        form = on_page(client, CHAPTER, SAVE)
        id = piece_of(house, "Marigold").id
        (name,) = [n for n in form if n.startswith(f"answer {id}")]
        form[name] = "stands"
        form[field_for(form, "reads", "blue enamel")] = POT
        for _ in range(2):
            assert client.post(SAVE, data=form).status_code == 303
    assert library(house).answers()[piece_of(house, "Marigold").id].given


def test_a_yes_to_a_piece_that_reads_otherwise_by_now_is_no_yes(house: House) -> None:
    library(house).write(NOW)
    with house.visitor(N) as client:
        one, other = on_page(client, CHAPTER, SAVE), on_page(client, CHAPTER, SAVE)
        id = piece_of(house, "Marigold").id
        one[field_for(one, "reads", "blue enamel")] = POT
        client.post(SAVE, data=one)
        (name,) = [n for n in other if n.startswith(f"answer {id}")]
        refused = client.post(SAVE, data={**other, name: "stands"})
        assert refused.status_code == 409 and "reads otherwise since" in shown(refused.text)
        assert POT in refused.text
    assert piece_of(house, "Marigold").id not in library(house).answers()


def test_the_page_of_one_piece_reads_it_back_and_says_where_it_was_changed_meanwhile(
    house: House,
) -> None:
    library(house).write(NOW)
    with house.visitor(N) as client:
        address = f"/me/book/pieces/{piece_of(house, 'Marigold').id}"
        one, other = on_page(client, address, SAVE), on_page(client, address, SAVE)
        one[field_for(one, "reads", "blue enamel")] = POT
        done = client.post(SAVE, data=one)
        assert (
            done.headers["location"]
            == f"/me/book/pieces/{piece_of(house, 'Marigold').id}?said=reworded"
        )
        other[field_for(other, "reads", "blue enamel")] = "A kettle sang all day."
        refused = client.post(SAVE, data=other)
        assert refused.status_code == 409 and f"There it reads: “{POT}”" in shown(refused.text)
        assert ">A kettle sang all day.</textarea>" in refused.text
        assert client.get(address).status_code == 404, "it reads otherwise now, and is another one"


def test_a_story_changed_on_two_pages_is_refused_with_both_wordings(house: House) -> None:
    with house.visitor(N) as client:
        address = f"/me/stories/{TALK}/2/words"
        one, other = (on_page(client, address, "/me/words") for _ in range(2))
        client.post("/me/words", data={**one, "reads": "She had a kitchen. I stirred."})
        refused = client.post("/me/words", data={**other, "reads": "We had a kitchen. I stood."})
        assert refused.status_code == 409
        assert "There it reads: “She had a kitchen. I stirred.”" in shown(refused.text)
        assert ">We had a kitchen. I stood.</textarea>" in refused.text
        assert sharing.story(house.book, TALK, 2).text == "She had a kitchen. I stirred."
        # what the other page did not touch is no quarrel
        right = str(other["heard"]).replace("Marigold", "Mary Gold")
        assert client.post("/me/words", data={**other, "heard": right}).status_code == 303
    told = sharing.story(house.book, TALK, 2)
    assert told.heard == right and told.text == "She had a kitchen. I stirred."


def test_nothing_is_left_of_no_sentence_and_the_rest_is_still_in_its_fields(house: House) -> None:
    printed(house)
    with house.visitor(N) as client:
        refused = save(
            client, CHAPTER, ("reads", "blue enamel", ""), ("reads", "Marigold had", POT)
        )
        assert refused.status_code == 409 and "nothing left of that sentence" in refused.text
        assert f">{POT}</textarea>" in refused.text
    assert not any(p.otherwise for p in library(house).drafted().passages)


def test_what_was_heard_can_be_put_right_where_she_reads_two_sentences_as_one(house: House) -> None:
    with house.visitor(N) as client:
        form = on_page(client, f"/me/stories/{TALK}/2/words", "/me/words")
        form["reads"] = "My grandmother let me stir her pot."
        client.post("/me/words", data=form)
        library(house).write(NOW)
        form = on_page(client, CHAPTER, SAVE)
        assert (
            form[field_for(form, "reads", "stir her pot")] == "My grandmother let me stir her pot."
        )
        right = str(form[field_for(form, "heard", "blue enamel")]).replace("blue", "new")
        assert save(client, CHAPTER, ("heard", "blue enamel", right)).status_code == 303
    told = sharing.story(house.book, TALK, 2)
    assert "new enamel pot" in told.heard and told.text == "My grandmother let me stir her pot."


def reads(client: httpx.Client, **words: str) -> str:
    """She changes the words of her first story; returns the page that comes then."""
    form = on_page(client, f"/me/stories/{TALK}/2/words", "/me/words")
    return client.get(client.post("/me/words", data={**form, **words}).headers["location"]).text


def test_with_exactly_the_old_words_her_voice_is_heard_as_before(house: House) -> None:
    told, sound = sharing.story(house.book, TALK, 2), f"/family/stories/{TALK}/2/sound"
    sharing.share(house.book, told, [house.people[F].id], voice=True, now=NOW)
    with house.visitor(N) as rose, house.visitor(F) as ann:
        said = reads(rose, reads=told.text.replace("and she let me stir it", "where I stirred"))
        assert "nobody but you hears your voice" in said and ann.get(sound).status_code == 404
        reads(rose, reads="Otherwise again, and much shorter.")
        assert "your voice is heard beside them as before" in reads(rose, reads=told.text)
        assert ann.get(sound).status_code == 200


@pytest.mark.parametrize("voice", [True, False])
def test_with_other_words_than_were_heard_no_voice_comes_back_and_the_page_says_so(
    house: House, voice: bool
) -> None:
    told, sound = sharing.story(house.book, TALK, 2), f"/family/stories/{TALK}/2/sound"
    sharing.share(house.book, told, [house.people[F].id], voice=voice, now=NOW)
    other = told.text.replace("and she let me stir it", "where I stirred")
    with house.visitor(N) as rose, house.visitor(F) as ann:
        reads(rose, reads=other)
        said = reads(rose, heard=other)  # she says that she was misheard
        assert "is not heard beside them before you choose it below" in said
        assert ann.get(sound).status_code == 404
        reads(rose, heard=told.text)
        assert ann.get(sound).status_code == 404
