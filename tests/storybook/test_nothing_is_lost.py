"""Nothing that was said leaves the book because of a reading: it stands word for word, or is left out for a reason that is known.

What was found with this on 2026-11-28, before it held: of 1,459 sentences of six strangers' talks and of the three narrators
who come with the program 59 stood in none of the texts and in no list, 25 more were struck as repairs, and words were changed
("No Coloured, No Irish" read "No Dogs, No Irish"; "Samuel, you are on fire" read "Dogs, you are on fire").
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from bookmaking import PLAN, evening
from hypothesis import given, settings
from hypothesis import strategies as st
from often import some, times

from voice_agent import story
from voice_agent.memory.clauses import sentences
from voice_agent.memory.dates.number_words import wordset
from voice_agent.memory.privacy import Privacy
from voice_agent.memory.reading import PlainReader
from voice_agent.story import Speaker, TurnId
from voice_agent.storybook import tellers
from voice_agent.storybook.compose import compose
from voice_agent.storybook.gathering import gather
from voice_agent.storybook.marks import Reason
from voice_agent.storybook.material import Material, Source, Why
from voice_agent.storybook.pages import Book
from voice_agent.storybook.tellers import Teller
from voice_agent.storybook.tidied import part_of, words

TALKS = Path(__file__).parents[2] / "lab" / "talks"


def book_of(source: Source, birth: str = "") -> tuple[Material, Book]:
    material = gather(source)
    return material, compose(material, source.narrator, PLAN, birth=birth)


def lost(source: Source, material: Material, book: Book) -> Iterator[str]:
    """The sentences that stand nowhere word for word and are in no list."""
    stands = {
        (s.spans[0].session, s.spans[0].turn, s.spans[0].first)
        for p in book.passages
        for s in p.verbatim
    }
    listed = {each.words for each in material.left_out}
    for session in source.sessions:
        for turn in session.turns:
            if turn.speaker is not Speaker.NARRATOR:
                continue
            for first, last in sentences(turn.text):
                said = turn.text[first:last]
                if (session.id, turn.id, first) not in stands and not (
                    said in listed or turn.text in listed
                ):
                    yield said


def changed(book: Book) -> Iterator[tuple[str, str]]:
    """Sentences that read otherwise than they were said, but for what tidying may take out."""
    for passage in book.passages:
        for each in (*passage.sentences, *passage.tidied):
            if each.told and not _only_tidied(each.text, each.spans[0].words):
                yield each.text, each.spans[0].words
        for each in passage.verbatim:
            if words(each.text) != words(each.spans[0].words):
                yield each.text, each.spans[0].words


SOUNDS = wordset(
    "um umm uh uhh er err erm ah ahh hm hmm mm mhm well oh so now anyway anyhow yes yeah okay ok right like you know see i"
    " mean let me think what was it how shall say sort kind of or whatever and on then huh"
)
"""Words that a kind typist leaves out."""


def _only_tidied(text: str, said: str) -> bool:
    """Are the words of `text` those of `said`, in order, and what is gone sounds, or said again in what is left?"""
    if not part_of(text, said):
        return False
    kept, gone = words(text), list[str]()
    rest = iter(kept)
    upcoming = next(rest, None)
    for word in words(said):
        if word == upcoming:
            upcoming = next(rest, None)
        else:
            gone.append(word)
    broken = re.search(r"—|–|--|-\s|\.\.\.|…", said) is not None  # a start that was broken off
    return all(word in SOUNDS or word in kept or broken for word in gone)


def held(source: Source, birth: str = "") -> Book:
    """The book, with nothing lost and nothing changed."""
    material, book = book_of(source, birth)
    assert list(lost(source, material, book)) == []
    assert list(changed(book)) == []
    told = {
        (s.spans[0].session, s.spans[0].turn, s.spans[0].first)
        for p in book.passages
        for s in p.tidied
    }
    for passage in book.passages:
        for each in passage.verbatim:
            out = each.doubt is not None and each.doubt.out
            span = each.spans[0]
            stands = (span.session, span.turn, span.first) in told
            sounds = not set(words(each.text)) - SOUNDS
            assert stands != out or sounds, f"in the told text, or marked as left out: {each.text}"
    return book


# -- the talks that there are


def kept_talks(name: str) -> Teller:
    """A stranger's talks as they were held."""
    days: list[str] = []
    for n, path in enumerate(sorted(TALKS.glob(f"*-{name}-*.txt"))):
        turns = re.finditer(
            r"^(INTERVIEWER|NARRATOR): ?(.*?)(?=^(?:INTERVIEWER|NARRATOR):|^›|\Z)",
            path.read_text(encoding="utf-8"),
            re.MULTILINE | re.DOTALL,
        )
        lines = [
            f"{'Q' if turn[1] == 'INTERVIEWER' else 'A'}: {' '.join(turn[2].split())}"
            for turn in turns
            if turn[2].strip()
        ]
        days.append(f"2026-10-{5 + n:02d} childhood\n" + "\n".join(lines))
    return Teller(name, "1940", "GB", tuple(tellers._evening(day) for day in days))  # pyright: ignore[reportPrivateUsage]


STRANGERS = sorted({path.stem.split("-")[1] for path in TALKS.glob("*-*-1.txt")})
assert STRANGERS, f"no talks in {TALKS}: nothing would be held"


@pytest.mark.parametrize("name", some(STRANGERS, 9))
def test_every_sentence_of_a_strangers_talks_is_in_the_book_or_in_a_list(name: str) -> None:
    held(tellers.source(kept_talks(name), PlainReader()), "1940")


@pytest.mark.parametrize("path", tellers.shipped(), ids=lambda path: path.stem)
def test_every_sentence_of_the_lives_that_come_along_is_in_the_book_or_in_a_list(
    path: Path,
) -> None:
    who = tellers.read(path)
    held(tellers.source(who, PlainReader()), who.birth)


@pytest.mark.parametrize("path", tellers.shipped(), ids=lambda path: path.stem)
def test_every_sentence_of_an_imported_life_is_in_the_book_or_in_a_list(path: Path) -> None:
    """The same lives as somebody wrote them down."""
    who = tellers.read(path)
    source = tellers.source(who, PlainReader())
    pages = [
        replace(
            each,
            topic="",
            turns=tuple(
                replace(t, kind="written", words=())
                for t in each.turns
                if t.speaker is Speaker.NARRATOR
            ),
        )
        for each in source.sessions
    ]
    held(Source(who.name, pages, source.claims), who.birth)


# -- drawn talks

NAMES = st.sampled_from(["Colleen", "Ray", "Keith", "Mr Pettigrew", "our Susan"])
YEARS = st.integers(1938, 1999)
STORIES = st.one_of(
    st.builds("We bought the shop in {}, {} and me.".format, YEARS, NAMES),
    st.builds("{} was killed in the pit in {}, and nobody told my mother.".format, NAMES, YEARS),
    st.builds("The roof came down and {} lost a finger.".format, NAMES),
    st.builds("He married my mother in {}. She wore grey.".format, YEARS),
    st.builds("Um, well, we, we kept pigeons, you know, in {}.".format, YEARS),
    st.builds('{} said, "What sort of a question is that?"'.format, NAMES),
    st.just("I put it up in the loft and I never played a note for years."),
    st.just("They always told me I was born in a snowstorm."),
    st.just("Twenty-two. Nearly twenty-three."),
)
REPAIRS = st.one_of(
    st.builds("No, it were {}.".format, YEARS),
    st.builds("No wait, it was {}, not {}.".format, YEARS, YEARS),
    st.builds("{} - I've just said.".format, YEARS),
    st.builds("In {}, no, I tell a lie, it was {}.".format, YEARS, YEARS),
    st.just("That never happened."),
    st.just("I made that up."),
    st.just("No, I was only joking, love."),
    st.just("Not Ray, it was Keith."),
    st.just("I told you that."),
)
TO_US = st.sampled_from(
    [
        "Next time, I said.",
        "By, it's like talking to the parrot.",
        "Stop now, I'm ready for my tea.",
        "Have you ever kept pigeons?",
        "What was the question?",
        "Ask me something cheerful.",
        "Louder, please.",
        "No.",
        "Yes, go on.",
    ]
)
WISHES = st.sampled_from(
    [
        "Keep that between us.",
        "That is only for Ann.",
        "Not while I live.",
        "Forget I said that.",
        "Don't tell Colleen about the Fridays.",
    ]
)
ANSWERS = st.lists(st.one_of(STORIES, STORIES, REPAIRS, TO_US, WISHES), min_size=1, max_size=4).map(
    " ".join
)
OURS = st.sampled_from(
    [
        ("question", "When was that?"),
        ("question", "What do you remember of your father?"),
        ("cue", "Tell me more of that."),
        ("murmur", "Mm."),
        ("answer", "I follow."),
        ("consent", "May Ann hear what you tell me?"),
        ("safety", "Before we go on: are you all right at this moment?"),
        ("reading", "Shall it stand like that?"),
    ]
)
TURNS = st.lists(st.tuples(OURS, ANSWERS), min_size=1, max_size=6)


def talk(evenings: list[list[tuple[tuple[str, str], str]]]) -> Source:
    """Talks with those turns, remembered as they would be."""
    told = [
        f"2026-10-{5 + n:02d} childhood\n" + "\n".join(f"Q: {q}\nA: {a}" for (_, q), a in turns)
        for n, turns in enumerate(evenings)
    ]
    who = Teller("Rose", "1940", "GB", tuple(tellers._evening(each) for each in told))  # pyright: ignore[reportPrivateUsage]
    source = tellers.source(who, PlainReader())
    return replace(
        source,
        sessions=[
            replace(
                session,
                turns=tuple(
                    replace(turn, kind=turns[n // 2][0][0])
                    if turn.speaker is Speaker.INTERVIEWER
                    else turn
                    for n, turn in enumerate(session.turns)
                ),
            )
            for session, turns in zip(source.sessions, evenings, strict=True)
        ],
    )


@settings(max_examples=times(60), deadline=None)
@given(st.lists(TURNS, min_size=1, max_size=3))
def test_every_sentence_of_any_talk_is_in_the_book_or_in_a_list(
    evenings: list[list[tuple[tuple[str, str], str]]],
) -> None:
    held(talk(evenings), "1940")


# -- what strangers said


def printed(book: Book) -> str:
    return " ".join(s.text for p in book.passages for s in p.sentences if s.told)


@pytest.mark.parametrize(
    "said",
    [
        "Our Keith played it after me, when he were killed. He were nineteen.",
        "It's cost us a finger, has that cornet, and a lad.",
        "They gave me the cornet back in a carrier bag. Bell were flat as a plate. I put it up in the loft and I never played a note for years.",
        "He'd been crying. That's twice I've seen it then. Him and me grandad over that pigeon.",
        "That is all there is to tell about the funeral.",
        "It wasn't him at the door, it was the milkman.",
        "No, he never did come back. We waited with the tea.",
    ],
)
def test_what_takes_nothing_back_stands_in_every_text(said: str) -> None:
    book = held(
        evening("[What became of it?]", "We had a cornet in the house.", "[And then?]", said)
    )
    for text in (printed(book), " ".join(s.text for p in book.passages for s in p.tidied)):
        for first, last in sentences(said):
            assert set(words(said[first:last])) - SOUNDS <= set(words(text))


@pytest.mark.parametrize(
    "rebuke",
    [
        "By, it's like talking to the parrot.",
        "Next time, I said.",
        "1953 - I've just said.",
        "What sort of a question's that?",
    ],
)
def test_a_rebuke_or_a_bare_repair_is_no_passage_of_its_own_and_stands_word_for_word(
    rebuke: str,
) -> None:
    book = held(
        evening(
            "[When was that?]",
            "The old hen won her race in 1953. Me grandad cried over that pigeon.",
            "[When was that?]",
            rebuke,
            "[What came then?]",
            "I started down the pit when I were fifteen. It were dark going in and dark coming out.",
        )
    )
    bare = words(rebuke)
    assert words(printed(book)).count(bare[-1]) == 0 or not part_of(rebuke, printed(book))
    (heard,) = [s for p in book.passages for s in p.verbatim if words(s.text) == bare]
    assert heard.doubt is not None and heard.doubt.out and heard.doubt.says


def test_a_sentence_stays_as_it_was_said_whatever_was_put_right() -> None:
    """ "he married my mother in 1949" stood in her book as "1952", also in the text called word for word."""
    book = held(
        evening(
            "[Tell me of your father.]",
            "He came over in 1947 and he married my mother in 1949. They had a flat on Wolcott Avenue.",
            "[And you?]",
            "We burst the pipe in the winter of 1953. The whole cellar froze.",
            "[Go on.]",
            "Now wait, no, it was the winter before, the pipe. It was 1952.",
        )
    )
    for text in (printed(book), " ".join(s.text for p in book.passages for s in p.verbatim)):
        assert "he married my mother in 1949" in text
        assert "in the winter of 1953" in text and "It was 1952" in text


def test_an_age_that_was_read_as_a_year_changes_no_word() -> None:
    book = held(
        evening(
            "[When did he die?]",
            "We buried my father in 1963, up on the hill.",
            "[How old were you in those days?]",
            "Twenty-two. Nearly twenty-three.",
        )
    )
    assert "in 1963" in printed(book) and "Nearly twenty-three." in printed(book)


def test_what_was_only_asked_about_and_denied_is_a_story_like_any_other() -> None:
    book = held(
        evening(
            "[How was it?]",
            "The breath is like smoke on a morning like that, going up the pit road.",
            "[Before we go on: are you all right at this moment?]",
            "Don't be daft. I'm telling you about the frost on the winding gear.",
            "[Good. Then go on whenever you like.]",
            "We had a lamp each and a tin of snuff.",
            kinds=("question", "safety", "answer"),
        )
    )
    assert "like smoke" in printed(book) and "winding gear" in printed(book)


def test_what_was_answered_as_a_crisis_is_in_no_text_and_in_no_count() -> None:
    source = evening(
        "[How are you?]",
        "I would sooner it were over with.",
        "[Are you thinking of ending your life?]",
        "I have got the tablets put by.",
        "[Please do not stay alone with this.]",
        "Aye. All right.",
        kinds=("question", "safety", "safety"),
    )
    material, book = book_of(source)
    assert {each.why for each in material.left_out} == {Why.CRISIS}
    assert book.passages == ()


MONOLOGUE = (
    "[What did you do of a Sunday?]",
    "We walked up to the reservoir with the dog, and my father carried the basket.",
    "He knew every bird by its call, and he taught them to me one by one.",
    "I keep thinking of it in the evenings.",
    "I have got the tablets put by.",
    "[Are you thinking of ending your life?]",
    "Aye. All right.",
)


def with_pauses(source: Source, seconds: float, *, withheld: bool = False) -> Source:
    """The same, with so long a silence before each turn. `withheld`: the words that were answered are not written down."""
    (held,) = source.sessions
    turns = [
        replace(turn, began=n * (seconds + 5), ended=n * (seconds + 5) + 5)
        for n, turn in enumerate(held.turns)
    ]
    gone = "I have got the tablets put by."
    if withheld:
        turns = [replace(t, text="", kind="withheld") if t.text == gone else t for t in turns]
    return replace(source, sessions=[replace(held, turns=tuple(turns))])


def danger(said: str) -> str:
    """A net that knows this alone."""
    return "2" if "tablets" in said or ("evenings" in said and "put by" in said) else ""


@pytest.mark.parametrize("withheld", [False, True])
def test_what_was_told_before_a_crisis_in_other_turns_is_a_story_like_any_other(
    withheld: bool,
) -> None:
    source = with_pauses(evening(*MONOLOGUE, kinds=("question", "safety")), 30, withheld=withheld)
    material, book = book_of(replace(source, alarm=danger))
    crisis = " ".join(each.words for each in material.left_out if each.why is Why.CRISIS)
    for kept in ("carried the basket", "taught them to me", "in the evenings"):
        assert kept not in crisis and any(kept in each.text for each in material.told)
    assert "All right" in crisis and ("tablets" in crisis) is not withheld
    assert "basket" in printed(book)
    assert not any("tablets" in s.text for p in book.passages for s in p.verbatim)


def test_danger_that_was_read_in_two_pieces_of_one_breath_takes_both_and_no_third() -> None:
    lines = [each.replace("the tablets put by", "them all put by") for each in MONOLOGUE]
    source = with_pauses(evening(*lines, kinds=("question", "safety")), 3)
    material, _ = book_of(replace(source, alarm=danger))
    crisis = [each.words for each in material.left_out if each.why is Why.CRISIS]
    assert crisis == [
        "I keep thinking of it in the evenings.",
        "I have got them all put by.",
        "Aye. All right.",
    ]


def test_where_the_words_are_withheld_what_was_said_in_the_same_breath_is_left_out() -> None:
    source = with_pauses(evening(*MONOLOGUE, kinds=("question", "safety")), 3, withheld=True)
    (held,) = source.sessions
    # the first of them long before
    turns = tuple(replace(t, began=-100, ended=-60) if t.id == 2 else t for t in held.turns)
    source = replace(source, sessions=[replace(held, turns=turns)], alarm=danger)
    material, _ = book_of(source)
    crisis = " ".join(each.words for each in material.left_out if each.why is Why.CRISIS)
    assert "taught them" in crisis and "evenings" in crisis and "basket" not in crisis


def test_two_tellings_become_one_passage_and_all_their_words_can_be_reached() -> None:
    life = (
        "Q: What happened in the kitchen?\nA: The goat walked into the kitchen and ate the pie off the table. My mother sat down and laughed. It rained.",
        "Q: Tell me of the goat.\nA: The goat walked into the kitchen and ate the pie off the table. Nobody ever caught it. Clementine was its name.",
    )
    days = [f"2026-10-{5 + n:02d} childhood\n{lines}" for n, lines in enumerate(life)]
    who = Teller("Elsie", "1942", "GB", tuple(tellers._evening(day) for day in days))  # pyright: ignore[reportPrivateUsage]
    book = held(tellers.source(who, PlainReader()), "1942")
    (passage,) = book.passages
    assert printed(book).count("ate the pie") == 1 and "Clementine" in printed(book)
    heard = [s for s in passage.verbatim if "ate the pie" in s.text]
    assert len(heard) == 2 and heard[1].doubt is not None
    assert heard[1].doubt.says == "You told this before." and not heard[1].doubt.out


def test_words_that_are_kept_back_stand_beside_no_other_sentence() -> None:
    source = evening(
        "[When was that?]",
        "He married my mother in 1949 in Galena. They had a flat on Wolcott Avenue.",
        "[Go on.]",
        "No, it was 1952, not 1949, he married my mother.",
    )
    beside = [s.beside for p in held(source).passages for s in p.sentences if "1949 in" in s.text]
    assert beside == ["put right later: “1952”"]
    place = (source.sessions[0].id, TurnId(4))
    kept = replace(source, kept_back={place: Privacy(private=True)})
    assert not any(
        "1952" in f"{s.text} {s.beside}" for p in held(kept).passages for s in p.verbatim
    )
    away = replace(source, away={(str(place[0]), 4)})
    assert not any(
        "1952" in f"{s.text} {s.beside}" for p in held(away).passages for s in p.verbatim
    )


@pytest.mark.parametrize(
    ("last", "listed"),
    [("Goodbye just now.", True), ("Keep the fish suppers from her.", False)],
)
def test_what_is_told_while_saying_goodbye_can_be_let_in(last: str, listed: bool) -> None:
    told = "Our Ewan is a plater's grandson, and he can't put up a shelf."
    source = evening("[Go on.]", f"I am eighty. {told} {last}")
    (held,) = source.sessions
    turns = tuple(replace(t, kind=story.TO_US) if t.id == 2 else t for t in held.turns)
    found = gather(replace(source, sessions=[replace(held, turns=turns)])).told
    doubts = [each.doubt for each in found if "grandson" in each.text]
    assert [d.reason for d in doubts if d is not None and d.out] == [Reason.TO_US] * listed
