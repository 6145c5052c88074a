"""Of two language servers with the same model the one that begins to answer first is listened to, and the other is let go."""

import socket
import threading
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Iterator
from contextlib import ExitStack, aclosing
from dataclasses import dataclass, field

import pytest
from anyio import Event, create_task_group, fail_after, sleep, to_thread, wait_all_tasks_blocked
from lender import Clock
from ollama_server import MODEL, Emit, Mood, Pen, Request, Served, rote
from openai_server import openai_server

from voice_agent import endpoints
from voice_agent.backends import Health, LanguageModel, Message
from voice_agent.endpoints import ENOUGH, Endpoints
from voice_agent.errors import EngineError, EngineUnavailable, NotSent
from voice_agent.language import either, wire
from voice_agent.language.either import Either, Placed
from voice_agent.language.fallback import Engine, Rung, fallback
from voice_agent.language.openai_compatible import OpenAIServer
from voice_agent.language.scripted import Scripted
from voice_agent.language.writer import Asked, LastLook, Part, Writer

pytestmark = pytest.mark.anyio

PATIENT = wire.Patience(connect=30, silence=30, whole=60, load=30)
"""A busy machine may stand still for long."""

SAID = [Message("user", "The bell of Saint Olave's rang when the war was over.")]
FORM = {"type": "object", "properties": {"sad": {"type": "boolean"}}, "required": ["sad"]}
WELL = "That kitchen sounds busy. Who baked the bread?"


@dataclass
class House:
    """Servers that are asked as one."""

    known: Endpoints[Placed]
    clock: Clock
    said: list[str]

    @property
    def model(self) -> Writer:
        return Writer(Either(self.known))

    def usual(self, seconds: float) -> None:
        """So long does each usually take."""
        for each in self.known.servers:
            for _ in range(ENOUGH):
                self.known.answered(each, seconds)


def house(*servers: Placed | Served) -> House:
    """They are usually quick, so that a late one is noticed soon."""
    said, clock = list[str](), Clock()
    placed = [
        OpenAIServer(each.url, MODEL, patience=PATIENT) if isinstance(each, Served) else each
        for each in servers
    ]
    made = House(Endpoints(placed, instead="", tell=said.append, clock=clock), clock, said)
    made.usual(0.0)
    return made


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> Callable[[House], None]:
    """Nobody is taken for late, however busy this machine is."""

    def wait(for_whom: House) -> None:
        monkeypatch.setattr(endpoints, "LATEST", 60.0)
        for_whom.usual(60.0)

    return wait


@dataclass
class Waiting:
    """A pen that is put to paper when the gate is opened."""

    gate: threading.Event = field(default_factory=threading.Event)

    def __call__(self, request: Request, emit: Emit) -> str:
        self.gate.wait(20)
        for word in ("This", " comes", " late."):
            if emit(word, []):
                break
        return "stop"


@pytest.fixture
def waiting() -> Iterator[Waiting]:
    pen = Waiting()
    yield pen
    pen.gate.set()


@pytest.fixture
def servers() -> Iterator[Callable[..., Served]]:
    """Opens them; all are closed in the end."""
    with ExitStack() as stack:

        def serve(mood: Mood = Mood.WELL, pen: Pen = rote) -> Served:
            return stack.enter_context(openai_server(mood, pen))

        yield serve


@pytest.fixture
def away() -> OpenAIServer:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return OpenAIServer(f"http://127.0.0.1:{free.getsockname()[1]}/v1", MODEL)


async def heard(model: LanguageModel) -> str:
    async with aclosing(model.stream(SAID)) as pieces:
        return "".join([piece async for piece in pieces])


async def let_go(served: Served) -> None:
    """Nothing is asked there any more."""
    assert await to_thread.run_sync(served.idle.wait, 20), "something is still running"


async def asked(served: Served) -> None:
    await until(lambda: bool(served.requests))


def late(served: Served) -> LastLook:
    """For one request: the second is asked when the first has heard it, however busy this machine is."""
    before, looked = len(served.requests), 0

    async def look() -> None:
        nonlocal looked
        looked += 1
        if looked == 2:
            await until(lambda: len(served.requests) > before)

    return look


async def until(so: Callable[[], bool]) -> None:
    with fail_after(20):
        while not so():  # noqa: ASYNC110 - a server in another thread
            await sleep(0.01)


async def test_an_answer_in_good_time_costs_one_request(servers, patient) -> None:
    study, attic = servers(), servers()
    home = house(study, attic)
    patient(home)
    assert await heard(home.model) == WELL
    assert len(study.requests) == 1 and not attic.requests


async def test_while_the_first_is_silent_the_second_is_asked_and_the_first_is_let_go(
    servers,
) -> None:
    study, attic = servers(Mood.SILENT), servers()
    home = house(study, attic)
    assert await heard(home.model.looking(late(study))) == WELL
    await let_go(study)
    assert len(study.requests) == len(attic.requests) == 1
    assert study.requests[0]["messages"] == attic.requests[0]["messages"]
    assert home.known.awake()[0].where in study.url, "being slow once is no failure"
    assert not home.said


async def test_nothing_of_a_late_answer_is_heard(servers, waiting: Waiting) -> None:
    more = threading.Event()

    def slowly(request: Request, emit: Emit) -> str:
        emit("Who", [])
        more.wait(20)
        emit(" baked?", [])
        return "stop"

    study, attic = servers(pen=waiting), servers(pen=slowly)
    async with aclosing(house(study, attic).model.stream(SAID)) as pieces:
        assert await anext(pieces) == "Who"
        waiting.gate.set()  # now the first begins, too
        await let_go(study)
        more.set()
        assert [piece async for piece in pieces] == [" baked?"]


async def test_an_empty_beginning_is_none(servers, waiting: Waiting) -> None:
    def empty(request: Request, emit: Emit) -> str:
        emit("", [])
        return waiting(request, emit)

    study, attic = servers(pen=empty), servers()
    assert await heard(house(study, attic).model) == WELL


async def test_a_late_answer_is_taken_where_the_second_has_none(servers, waiting: Waiting) -> None:
    study, attic = servers(pen=waiting), servers(Mood.BUSY)
    home = house(study, attic)

    async def open_then() -> None:
        await until(lambda: home.known.known(home.known.servers[1]).failures == 1)
        waiting.gate.set()

    async with create_task_group() as tasks:
        tasks.start_soon(open_then)
        assert await heard(home.model) == "This comes late."
    assert len(attic.requests) == 1
    assert home.known.awake() == home.known.servers[:1], "the second one rests"


async def test_where_nothing_listens_the_second_is_asked_at_once(servers, away, patient) -> None:
    attic = servers()
    home = house(away, attic)
    patient(home)
    assert await heard(home.model) == WELL
    assert await heard(home.model) == WELL, "the first one rests"
    assert home.said == [f"No language server answers at {away.url}."]
    home.clock.now += 100
    assert home.known.awake()[0] is away, "and is tried again"


async def test_where_both_fail_the_ladder_steps_down(servers) -> None:
    study, attic = servers(), servers()
    home, told = house(study, attic), list[str]()

    async def reach() -> Engine:
        return home.model

    async def small() -> Engine:
        return Scripted(["And then?"])

    ladder = fallback([Rung("the two", reach), Rung("the small one", small)], told.append)
    await ladder.settle()
    study.mood = attic.mood = Mood.STRANGER
    with pytest.raises(EngineUnavailable):
        await heard(ladder)
    assert told == ["The two is not answering; the small one takes over."]
    await ladder.settle()
    assert await heard(ladder) == "And then?"


async def test_a_hiccup_of_both_is_forgiven_and_both_are_asked_again(servers) -> None:
    study, attic = servers(Mood.STRANGER), servers(Mood.BUSY)
    home = house(study, attic)
    with pytest.raises(EngineError) as fault:
        await heard(home.model)
    assert not isinstance(fault.value, EngineUnavailable)
    study.mood = attic.mood = Mood.WELL
    assert not home.known.awake() and await heard(home.model) == WELL


@pytest.mark.parametrize("first", ["silent", "away"])
async def test_the_second_is_not_asked_where_the_last_look_forbids_it(
    servers, away, waiting: Waiting, first: str
) -> None:
    study, attic = servers(pen=waiting), servers()
    home = house(away if first == "away" else study, attic)
    looked = 0

    async def look() -> None:
        nonlocal looked
        looked += 1
        if looked > 1:  # it was kept back while we waited
            waiting.gate.set()
            raise NotSent("language", "It is kept back.", retryable=False)

    watched = home.model.looking(look)
    if first == "away":
        with pytest.raises(NotSent):
            await heard(watched)
    else:
        assert await heard(watched) == "This comes late.", "what was sent is heard out"
    assert looked == 2 and not attic.requests


async def _form(model: Writer) -> None:
    assert await model.background().json(SAID, FORM)


async def _reading(model: Writer) -> None:
    await model.read(SAID)


@pytest.mark.parametrize("work", [_form, _reading])
async def test_what_nobody_waits_for_is_asked_of_the_second_only_where_the_first_fails(
    servers, waiting: Waiting, work: Callable[[Writer], Awaitable[None]]
) -> None:
    def form(request: Request, emit: Emit) -> str:
        waiting.gate.wait(20)
        return rote(request, emit)

    study, attic = servers(pen=form), servers()
    home = house(study, attic)
    before = home.known.known(home.known.servers[0]).times
    async with create_task_group() as tasks:
        tasks.start_soon(work, home.model)
        await asked(study)
        await sleep(2 * endpoints.SOONEST)
        waiting.gate.set()
    assert not attic.requests
    assert home.known.known(home.known.servers[0]).times == before, "it says nothing of a reply"
    study.mood = Mood.BUSY
    await work(home.model)
    assert attic.requests


async def test_whoever_no_longer_waits_lets_both_go(servers) -> None:
    study, attic = servers(Mood.SILENT), servers(Mood.SILENT)
    async with create_task_group() as tasks:
        tasks.start_soon(heard, house(study, attic).model.looking(late(study)))
        await asked(attic)
        tasks.cancel_scope.cancel()
    assert study.requests
    await let_go(study)
    await let_go(attic)


async def test_what_one_task_began_another_may_end(servers) -> None:
    study, attic = servers(Mood.SILENT), servers(Mood.DRIPPING)
    pieces = house(study, attic).model.stream(SAID)
    begun = list[str]()

    async def begin() -> None:
        begun.append(await anext(pieces))

    async def end() -> None:
        await pieces.aclose()

    for step in (begin, begin, end):
        async with create_task_group() as tasks:
            tasks.start_soon(step)
    assert len(begun) == 2
    await let_go(study)
    await let_go(attic)


async def test_an_answer_that_breaks_off_is_a_failure_and_the_next_is_asked_elsewhere(
    servers, patient
) -> None:
    study, attic = servers(Mood.CUTS), servers()
    home = house(study, attic)
    patient(home)
    with pytest.raises(EngineError):
        await heard(home.model)
    assert not attic.requests, "what was begun cannot be taken back"
    assert await heard(home.model) == WELL
    assert len(study.requests) == 1 and len(home.said) == 1


async def test_a_server_that_hangs_rests_soon_and_its_end_is_not_waited_for(
    servers, monkeypatch
) -> None:
    study, attic = servers(Mood.SILENT), servers()
    home = house(study, attic)
    for _ in range(4):
        assert await heard(home.model.looking(late(study))) == WELL
    assert len(study.requests) == either.PASSED and len(attic.requests) == 4
    assert home.said == [
        f"The language server at {home.known.servers[0].where} does not answer in time."
    ]
    monkeypatch.setattr(endpoints, "LATEST", 60.0)
    home.known.slow(home.known.servers[0], 60.0)
    home.clock.now += 2.0
    again = home.model.looking(late(study))
    assert await heard(again) == WELL, "nobody waits a minute for one that failed last"
    assert len(study.requests) == either.PASSED + 1
    assert home.known.awake() == home.known.servers[1:], "it hangs still, and rests longer"


async def test_a_refused_form_is_asked_for_in_words_of_the_same_server(servers, patient) -> None:
    study, attic = servers(Mood.NO_FORMS), servers()
    home = house(study, attic)
    patient(home)
    assert await home.model.json(SAID, FORM) == {"sad": False}
    assert not attic.requests and len(home.known.awake()) == 2


async def test_one_that_loads_is_enough_and_the_others_rest(servers, away, monkeypatch) -> None:
    monkeypatch.setattr(either, "LATE", 0.05)
    slow, attic = servers(Mood.SILENT), servers()
    home = house(away, slow, attic)
    await home.model.prepare()
    assert [each.where in attic.url for each in home.known.awake()] == [True]
    assert len(home.said) == 2
    await let_go(slow)
    slow.mood = Mood.WELL
    assert (await home.model.health()).well


async def test_where_none_loads_that_is_an_error_and_not_well(servers, away) -> None:
    home = house(away, servers(Mood.NO_MODEL))
    with pytest.raises(EngineUnavailable):
        await home.model.prepare()
    health = await home.model.health()
    assert not health.well and health.says.endswith(".")
    assert any("openai_model" in each for each in home.said), "what does not pass by itself"


@dataclass(eq=False)
class Toy:
    """A server without a wire."""

    where: str
    answers: Callable[[], Awaitable[Iterable[str]]]
    """May be changed."""

    asked: int = 0
    closed: int = 0
    name: str = "toy"
    engine: str = "toy"

    async def chat(self, asked: Asked) -> AsyncGenerator[Part, None]:
        self.asked += 1
        try:
            for word in await self.answers():
                yield Part(word)
            yield Part("", "stop")
        finally:
            self.closed += 1

    async def load(self) -> None: ...

    async def health(self) -> Health:
        return Health(True, f"{self.where} is well.")

    def close(self) -> None: ...


async def says_well() -> Iterable[str]:
    return ["well"]


async def shuts_out() -> Iterable[str]:
    raise wire.refused("toy", "the study", 401)


async def busy() -> Iterable[str]:
    raise wire.refused("toy", "the study", 503)


async def test_whoever_was_away_and_answers_again_is_told_of() -> None:
    study, attic = Toy("the study", busy), Toy("the attic", says_well)
    home = house(study, attic)
    assert await heard(home.model) == "well" and attic.asked == 1
    study.answers = says_well
    home.clock.now += 2.0
    assert await heard(home.model) == "well" and attic.asked == 1
    assert home.said == [
        "The language server at the study is busy.",
        "The server at the study answers again.",
    ]


async def test_the_time_that_is_remembered_is_that_to_the_first_part(monkeypatch) -> None:
    clock = Clock()
    monkeypatch.setattr(either, "current_time", clock)

    def words() -> Iterator[str]:
        yield "Who"
        clock.now += 5.0
        yield " baked?"

    async def slowly() -> Iterable[str]:
        clock.now += 0.5
        return words()

    home = house(Toy("the study", slowly), Toy("the attic", says_well))
    assert await heard(home.model) == "Who baked?"
    assert home.known.known(home.known.servers[0]).times[-1] == 0.5


async def test_of_two_that_begin_in_the_same_moment_one_is_heard() -> None:
    moment = Event()

    async def both() -> Iterable[str]:
        await moment.wait()
        return ["Who", " baked?"]

    study, attic = Toy("the study", both), Toy("the attic", both)

    async def come() -> None:
        await until(lambda: attic.asked == 1)
        moment.set()

    async with (
        create_task_group() as tasks,
        aclosing(house(study, attic).model.stream(SAID)) as pieces,
    ):
        tasks.start_soon(come)
        assert await anext(pieces) == "Who"
        assert study.closed + attic.closed == 1, "one is let go at once"
        assert [piece async for piece in pieces] == [" baked?"]
    assert study.closed == attic.closed == 1


async def test_who_refuses_our_key_is_never_asked_again_and_that_is_said_once() -> None:
    study, attic = Toy("the study", shuts_out), Toy("the attic", says_well)
    home = house(study, attic)
    for _ in range(3):
        assert await heard(home.model) == "well"
        home.clock.now += 1e6
    assert study.asked == 1
    assert len(home.said) == 1 and "does not let us in" in home.said[0]
    assert (await home.model.health()).says == "the attic is well."


async def gone() -> Iterable[str]:
    raise EngineUnavailable("toy", "Nobody is there.", retryable=True)


async def test_one_request_is_sent_to_two_at_most_and_the_next_to_whoever_is_left() -> None:
    three = [Toy("the study", gone), Toy("the cellar", gone), Toy("the attic", says_well)]
    home = house(*three)
    with pytest.raises(EngineError) as fault:
        await heard(home.model)
    assert not isinstance(fault.value, EngineUnavailable), "no reason to give them all up"
    assert [each.asked for each in three] == [1, 1, 0]
    assert await heard(home.model) == "well"
    assert [each.asked for each in three] == [1, 1, 1]


async def test_where_nobody_lets_us_in_nobody_is_asked() -> None:
    study, attic = Toy("the study", shuts_out), Toy("the attic", shuts_out)
    home = house(study, attic)
    for _ in range(2):
        with pytest.raises(EngineUnavailable):
            await heard(home.model)
    assert study.asked == attic.asked == 1
    with pytest.raises(EngineUnavailable):
        await home.model.prepare()
    health = await home.model.health()
    assert not health.well and "the study or the attic" in health.says


async def test_work_behind_gives_way_and_leaves_nothing_asked() -> None:
    begun = Event()

    async def never() -> Iterable[str]:
        begun.set()
        await Event().wait()
        return []

    study = Toy("the study", never)
    home = house(study, Toy("the attic", says_well))
    async with create_task_group() as tasks:
        tasks.start_soon(_form, home.model)
        await begun.wait()
        await wait_all_tasks_blocked()
        assert not study.closed
        tasks.cancel_scope.cancel()
    assert study.closed == 1
