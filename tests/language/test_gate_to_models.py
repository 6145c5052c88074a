"""Nothing that is kept back goes through to a language model, whoever asks it, and nobody asks it round the gate."""

import ast
import re
import threading
from collections.abc import Iterator
from contextlib import aclosing
from pathlib import Path

import pytest
from anyio import create_task_group, wait_all_tasks_blocked
from ollama_server import MODEL, Emit, Request, rote
from openai_server import openai_server
from seated_house import ready

from voice_agent.backends import LanguageModel, Message
from voice_agent.endpoints import ENOUGH, Endpoints
from voice_agent.errors import NotSent, RecordDamaged
from voice_agent.language.either import Either, Placed
from voice_agent.language.fallback import Engine, Fallback, Rung, fallback
from voice_agent.language.gate import Gate, Private, Purpose
from voice_agent.language.openai_compatible import OpenAIServer, openai_compatible
from voice_agent.language.scripted import Scripted
from voice_agent.language.writer import Writer
from voice_agent.memory.kept_words import KeptWords, kept_words
from voice_agent.resources import resource

pytestmark = pytest.mark.anyio

PACKAGE = resource("pyproject.toml").parent / "voice_agent"
SECRET = "My brother Quillfeather stole the rent in the spring of that year."
TOLD = ("We had a goat in the yard.", "My brother and I walked to school in the spring.")
ASKED = [Message("system", "Choose."), Message("user", "Do you remember the goat in the yard?")]


class Kept:
    """What is kept back; may be changed while it is in use."""

    def __init__(self, *texts: str) -> None:
        self.words: KeptWords = kept_words(texts, TOLD)
        self.closed = ""

    def __call__(self) -> Private:
        return self

    def holds(self, text: str) -> bool:
        return self.words.hold(text)

    def closes(self, said: str) -> bool:
        return said == self.closed


async def model(*answers: str) -> tuple[Fallback, Scripted]:
    """A ready one, and the engine in it, which keeps what it was asked."""
    engine = Scripted(list(answers))

    return await ready(engine), engine


def about(text: str) -> list[Message]:
    return [ASKED[0], Message("user", text)]


async def asked(to: LanguageModel, text: str) -> str:
    return "".join([piece async for piece in to.stream(about(text))])


@pytest.mark.parametrize(
    "text",
    ["What did Quillfeather do?", "quillfeather’s", "They said he stole the rent in that spring."],
)
async def test_a_word_said_only_in_what_is_kept_back_is_never_sent(text: str) -> None:
    made, engine = await model("Yes.")
    gate = Gate(made, Kept(SECRET))
    with pytest.raises(NotSent) as refused:
        await asked(gate.to(Purpose.SEAT), text)
    assert not engine.asked
    assert "uillfeather" not in f"{refused.value} {refused.value.what}"


async def test_what_was_told_elsewhere_too_and_everyday_words_are_sent() -> None:
    made, engine = await model("Yes.")
    gate = Gate(made, Kept(SECRET))
    assert await asked(gate.to(Purpose.SEAT), "Your brother walked to school that year.") == "Yes."
    assert len(engine.asked) == 1


async def test_what_may_be_sent_is_looked_up_for_each_request_anew() -> None:
    made, engine = await model("One.", "Two.")
    kept = Kept()
    passage = Gate(made, kept).to(Purpose.QUESTIONS)
    assert await asked(passage, "Quillfeather stole the rent.") == "One."
    kept.words = kept_words([SECRET], TOLD)
    with pytest.raises(NotSent):
        await asked(passage, "Quillfeather stole the rent.")
    assert len(engine.asked) == 1


async def test_what_waited_for_its_turn_is_looked_at_when_its_turn_comes() -> None:
    with openai_server() as served:

        async def reach() -> Engine:
            return openai_compatible(served.url, MODEL)

        made = fallback([Rung("the server", reach)], lambda says: None)
        await made.settle()
        kept, refused = Kept(), list[NotSent]()
        engine = made.ladder.here()
        assert isinstance(engine, Writer)
        waiting = Gate(made, kept).to(Purpose.SUMMARY, behind=True)

        async def summed_up() -> None:
            try:
                await waiting.json(
                    about("Quillfeather stole the rent."), {"type": "object", "properties": {}}
                )
            except NotSent as error:
                refused.append(error)

        served.requests.clear()
        # somebody is being answered, so the summary waits; meanwhile its story is kept back
        async with create_task_group() as tasks, engine.request_queue.live():
            tasks.start_soon(summed_up)
            await wait_all_tasks_blocked()
            kept.words = kept_words([SECRET], TOLD)
        assert refused and not served.requests


async def test_what_is_kept_back_while_one_server_is_late_goes_to_no_second_one() -> None:
    begins = threading.Event()

    class Later(Kept):
        looked = 0

        def __call__(self) -> Private:
            self.looked += 1
            if self.looked == 2:
                self.words = kept_words([SECRET], TOLD)
                begins.set()
            return self

    def slowly(request: Request, emit: Emit) -> str:
        begins.wait(20)
        return rote(request, emit)

    with openai_server(pen=slowly) as study, openai_server() as attic:
        servers = [OpenAIServer(each.url, MODEL) for each in (study, attic)]
        known = Endpoints[Placed](servers, instead="")
        begins.set()
        made, kept = await ready(Writer(Either(known))), Later()
        for each in (study, attic):
            each.requests.clear()
        for _ in range(ENOUGH):
            known.answered(servers[0], 0.0)
        begins.clear()
        passage = Gate(made, kept).to(Purpose.SEAT)
        assert "kitchen" in await asked(passage, "Quillfeather stole the rent.")
        assert kept.looked == 2 and study.requests and not attic.requests


async def test_the_choices_and_the_form_of_an_answer_are_looked_at_too() -> None:
    made, engine = await model()
    passage = Gate(made, Kept(SECRET)).to(Purpose.WEIGHING)
    form = {"type": "object", "properties": {"who": {"items": {"enum": ["Quillfeather"]}}}}
    with pytest.raises(NotSent):
        await passage.json(ASKED, form)
    with pytest.raises(NotSent):
        await passage.score(ASKED, ["Quillfeather", "Rosa"])
    with pytest.raises(NotSent):
        async with aclosing(passage.stream(ASKED, schema=form)) as pieces:
            await anext(pieces)
    assert not engine.asked


async def test_what_is_only_read_ahead_is_looked_at_too() -> None:
    made, engine = await model()
    passage = Gate(made, Kept(SECRET)).to(Purpose.SEAT)
    await passage.read(about("Quillfeather stole the rent."))
    assert not engine.read_ahead
    await passage.read(ASKED)
    assert engine.read_ahead == [tuple(ASKED)] and not engine.asked


async def test_what_is_kept_back_as_it_is_said_goes_nowhere() -> None:
    made, engine = await model("Yes.")
    kept = Kept()
    kept.closed = "He never paid it back."
    gate = Gate(made, kept)
    with pytest.raises(NotSent):
        await asked(gate.to(Purpose.SEAT, said=[kept.closed]), "He never paid it back.")
    assert not engine.asked


async def test_where_nobody_can_tell_nothing_is_sent() -> None:
    def damaged() -> Private:
        raise RecordDamaged("It cannot be read.")

    made, engine = await model("Yes.")
    with pytest.raises(NotSent):
        await asked(Gate(made, damaged).to(Purpose.SUMMARY), "We had a goat.")
    assert not engine.asked


def test_a_gate_itself_can_be_asked_nothing() -> None:
    assert not {"stream", "json", "score", "read"} & {*dir(Gate)}


ASKING = {
    "language/seating.py": Purpose.SEAT,
    "language/full_reading.py": Purpose.READING,
    "language/story_line.py": Purpose.READING,
    "language/finished.py": Purpose.FINISHED,
    "memory/guided.py": Purpose.WEIGHING,
    "memory/people/perhaps_one.py": Purpose.WEIGHING,
    "language/extrapolating.py": Purpose.QUESTIONS,
    "language/extracting.py": Purpose.EXTRACTION,
    "memory/told_summary.py": Purpose.SUMMARY,
    "storybook/writing.py": Purpose.CHAPTERS,
    "measuring/seat.py": Purpose.MEASURING,
    "scenarios/judging.py": Purpose.MEASURING,
    "memory/recall/samples.py": Purpose.MEASURING,
}
"""Every file that asks a language model, and for what. The engines themselves, and what measures or trains, are left out."""

BYTES = {"borrowing/line.py", "lending/parcels.py"}
"""They take a stream of what comes over a line, and know no language model."""

ENGINES = {"gate", "fallback", "writer", "llamacpp", "ollama", "openai_compatible", "scripted"}


def asking() -> Iterator[str]:
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(PACKAGE).parts
        engine = parts[0] == "language" and path.stem in ENGINES
        if engine or parts[0] in ("evaluation", "training") or not _asks(path):
            continue
        if (name := "/".join(parts)) not in BYTES:
            yield name


def _asks(path: Path) -> bool:
    """Does it wait for a `json` or a `score`, or take a `stream`, of anything?"""
    nodes = [*ast.walk(ast.parse(path.read_text("utf-8")))]
    waited = [n.value for n in nodes if isinstance(n, ast.Await)]
    calls = [n for n in nodes if isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute)]
    return any(
        each.func.attr == "stream" or (each.func.attr in ("json", "score") and each in waited)
        for each in calls
        if isinstance(each.func, ast.Attribute)
    )


def test_every_place_that_asks_a_model_is_known_and_has_its_purpose() -> None:
    assert set(asking()) == ASKING.keys()
    assert set(ASKING.values()) == {*Purpose}


def test_readme_says_of_every_purpose_what_a_server_is_shown() -> None:
    readme = (PACKAGE.parent / "README.md").read_text(encoding="utf-8")
    passage = readme[readme.index("## A language model") :]
    passage = passage[: passage.index("\n## ", 3)]
    said = re.findall(r"^\| ([a-z][^|]+?) \| [^|]{10,} \| [^|]{10,} \|$", passage, re.MULTILINE)
    assert [each for each in said if each != "what it does"] == [*map(str, Purpose)]
    assert "cannot be taken back" in passage and "only with that" not in passage
