"""A simulated season: the same twice over, readable, and held against the book rightly."""

import json
from datetime import UTC, datetime
from pathlib import Path

import anyio
import pytest

from lab.evaluation.interview import (
    book_dates,
    books,
    curves,
    interview,
    interview_scores,
    logs,
    seasons,
    transcript,
)
from lab.evaluation.interview.books import Edition
from lab.evaluation.interview.interviewers import Fixed, Memory, Said, in_order
from lab.evaluation.interview.narrator import Answer, Piece
from lab.evaluation.interview.season import Listening, Season, hold
from voice_agent.errors import SettingsError
from voice_agent.memory.reading import PlainReader
from voice_agent.memory.thread import Setting
from voice_agent.settings import Settings


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    chosen = Settings(state_directory=str(tmp_path_factory.mktemp("state")))
    return chosen.model_copy(
        update={"language": chosen.language.model_copy(update={"model": "none"})}
    )


def season(settings: Settings, system: str = "ours", seed: int = 7) -> interview.Held:
    told = seasons.told("marian")
    return anyio.run(
        lambda: seasons.hold(
            system, told, settings, sessions=2, rounds=6, seed=seed, plain_reader=True
        )
    )


def test_the_same_seed_gives_the_same_season_word_for_word(settings: Settings) -> None:
    one, two = season(settings), season(settings)
    assert interview.log(one) == interview.log(two)
    assert [t.text for t in one.season.turns] == [t.text for t in two.season.turns]


def test_another_seed_gives_another_season(settings: Settings) -> None:
    one, two = season(settings, seed=7), season(settings, seed=8)
    assert interview.log(one) != interview.log(two)


def test_every_answer_in_a_season_stands_in_the_life_we_wrote(settings: Settings) -> None:
    life = " ".join(each.text for each in seasons.told("marian").book.sentences)
    for each in season(settings, "fixed").season.rounds:
        for piece in each.answer.pieces:
            said = each.answer.text[piece.first : piece.last]
            assert piece.told or said.rstrip(".") in life


def test_the_pages_of_a_season_can_be_read(settings: Settings, tmp_path: Path) -> None:
    held = season(settings)
    files = transcript.write(
        held, tmp_path, narrator="marian", titles={t.name: t.title for t in seasons.topics()}
    )
    assert [each.name for each in files] == ["README.md", "01.md", "02.md"]
    page = files[1].read_text()
    assert page.startswith("# Talk 1: ") and "**Marian:**" in page


def test_a_log_can_be_read_again_and_carries_every_reason(
    settings: Settings, tmp_path: Path
) -> None:
    held = season(settings)
    logs.write(tmp_path / "a.jsonl", settings, [held], seed=7)
    name, exchanges = logs.read(tmp_path / "a.jsonl")
    assert (name, len(exchanges)) == ("ours", len(held.season.rounds))
    head = json.loads((tmp_path / "a.jsonl").read_text().splitlines()[0])
    assert {"seed", "machine", "settings"} <= set(head)
    with pytest.raises(SettingsError):
        logs.read(tmp_path / "nothing.jsonl")


def test_an_earlier_season_stands_in_the_same_table(settings: Settings, tmp_path: Path) -> None:
    held = season(settings)
    logs.write(tmp_path / "a.jsonl", settings, [held], seed=7)
    truth = seasons.told("marian").truth
    (again,) = logs.seasons(tmp_path / "a.jsonl", truth, seed=7, rounds=12)
    assert interview.row(again) == interview.row(held)
    with pytest.raises(SettingsError, match="another seed"):
        logs.seasons(tmp_path / "a.jsonl", truth, seed=8, rounds=12)


def test_curves_are_drawn_for_every_system(settings: Settings, tmp_path: Path) -> None:
    held = [season(settings, "fixed"), season(settings)]
    for file in curves.draw("marian", held, tmp_path):
        assert file.read_text().count("<polyline") >= 2


def test_the_fixed_protocol_reads_its_questions_in_order() -> None:
    topic = seasons.topics()[0]
    questions = in_order(topic)
    assert len(questions) == len(set(questions))
    asked = Fixed([topic])

    async def go() -> list[str]:
        listening = Listening(PlainReader())
        said = [await asked.open(1, listening)]
        said += [await asked.reply("Whatever.", 1.0, listening) for _ in questions]
        return [each.text for each in said]

    assert anyio.run(go)[:-1] == questions


LIFE = "I was born in Leeds in 1938, in a house near the tram depot.\n\nI married Tom Airey in Hull in 1961, on a wet day in May.\n"


class Scripted:
    """Answers with what it is given, whatever was asked."""

    def __init__(self, *answers: Answer) -> None:
        self._answers = list(answers)

    def answer(self, question: str, *, session: int, round: int) -> Answer:
        return self._answers.pop(0)

    def lot(self, *, session: int, round: int) -> Answer:
        return self._answers.pop(0)


class Asks:
    """Asks the same for ever."""

    name = "asks"

    async def open(self, session: int, memory: Memory) -> Said:
        return Said("What happened?", "What happened?")

    async def reply(self, answer: str, minutes: float, memory: Memory) -> Said:
        return Said("And then?", "And then?")

    async def close(self, memory: Memory) -> Said:
        return Said("Goodbye.", ends=True)


def told(*answers: Answer) -> tuple[Season, interview_scores.Verdict]:
    book = books.parse(Edition("life", born=1938, last=2020), LIFE)
    truth = book_dates.truth(book)
    listening = Listening(PlainReader(), Setting(birth="1938"))
    held = anyio.run(
        lambda: hold(
            Asks(),
            Scripted(*answers),
            listening,
            sessions=1,
            rounds=len(answers),
            first_day=datetime(2020, 1, 1, tzinfo=UTC),
        )
    )
    return held, interview_scores.judge(held, book, truth)


FIRST = "I was born in Leeds in 1938, in a house near the tram depot."
SECOND = "I married Tom Airey in Hull in 1961, on a wet day in May."


def test_a_year_counts_once_memory_holds_it() -> None:
    _, verdict = told(Answer(FIRST, (Piece(0, 0, len(FIRST)),)))
    counted = verdict.count()
    assert counted.coverage == 0.5 and counted.precision == 1.0 and counted.recall == 1.0
    _, verdict = told(
        Answer(FIRST, (Piece(0, 0, len(FIRST)),)), Answer(SECOND, (Piece(1, 0, len(SECOND)),))
    )
    assert verdict.count().coverage == 1.0 and verdict.count().f1 == 1.0


def test_a_wrong_year_is_no_coverage() -> None:
    wrong = SECOND.replace("1961", "1963")
    piece = Piece(1, 0, len(wrong), told="1963", meant="1961")
    _, verdict = told(Answer(wrong, (piece,)))
    assert verdict.count().coverage == 0.0
    assert verdict.count().precision == 1.0  # memory holds what was said


def test_what_the_narrator_says_apart_from_the_life_is_no_memory() -> None:
    _, verdict = told(Answer("I went to the moon in 1950 with my uncle."))
    assert verdict.count().precision == 0.0


def test_a_difference_is_drawn_from_the_same_sessions() -> None:
    _, one = told(Answer(FIRST, (Piece(0, 0, len(FIRST)),)))
    _, other = told(Answer("Mm."))
    mean, low, high = interview_scores.paired(one, other, lambda c: c.coverage, seed=1, times=50)
    assert (mean, low, high) == (0.5, 0.5, 0.5)


def test_an_unknown_narrator_is_refused_in_a_sentence() -> None:
    with pytest.raises(SettingsError, match="neither a narrator nor a text file"):
        seasons.told("nobody")


def test_a_file_of_ones_own_can_be_interviewed(tmp_path: Path) -> None:
    (tmp_path / "life.txt").write_text(LIFE)
    own = seasons.told(str(tmp_path / "life.txt"), born=1938)
    assert own.truth.years == {1938, 1961}


def test_the_facts_of_the_life_we_wrote_stand_in_it() -> None:
    marian = seasons.told("marian")
    facts = Path(seasons.__file__).parent / "narrators" / "marian.tsv"
    years = {line.split("\t")[0] for line in facts.read_text().splitlines()}
    assert {int(year) for year in years} <= marian.truth.years | {2018, 1974, 1983}
