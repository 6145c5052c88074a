"""Settings and record into what a talk is led by: protocol, phrases, wording, and what earlier talks leave."""

from dataclasses import replace
from datetime import UTC, date, datetime, tzinfo
from zoneinfo import ZoneInfo

from voice_agent.archive import accounts, forgotten, letting_in, looks
from voice_agent.archive.accounts import Role
from voice_agent.archive.permitted import permitted
from voice_agent.archive.record import Record
from voice_agent.assemble import far
from voice_agent.assemble.loading import (
    Tell,
    load_endings,
    load_fitting,
    load_hard_moments,
    load_offer_responses,
    setting,
)
from voice_agent.assemble.trusted import trusted
from voice_agent.conversation import past, years
from voice_agent.errors import (
    ScheduleError,
    SettingsError,
)
from voice_agent.interview import coverage, growing, phrases, protocol
from voice_agent.interview.leave import consent, permissions, reach
from voice_agent.interview.leave.permissions import Permission
from voice_agent.interview.leave.reach import Reach
from voice_agent.interview.planner import Opening, Rules
from voice_agent.interview.returning import bridging
from voice_agent.interview.rules import AboutNarrator, Choosing, OurWords, Times, TurnReaders
from voice_agent.memory.between_us import closed
from voice_agent.memory.quotes import stories
from voice_agent.memory.summary import half_told, last_time, summarise
from voice_agent.reading.by_rules.closers import turned_down
from voice_agent.reading.by_rules.saying_back import happened
from voice_agent.reading.danger import safety
from voice_agent.reading.wishes import asks_us, within
from voice_agent.resources import resource
from voice_agent.scheduler.diary import Diary, arranged, next_talk
from voice_agent.scheduler.whose_time import narrators_time
from voice_agent.settings import Settings
from voice_agent.story import ConsentKind, Session
from voice_agent.storybook import said_to_us


def rules(settings: Settings, *, seed: int, tell: Tell = lambda says: None) -> Rules:
    """Read protocol, phrases, consent and safety wording. Raises SettingsError.

    A broken file of the household's is left out, and `tell` is told why.
    """
    interview = settings.interview
    net = safety.read(resource("config/safety.toml"), settings.narrator.country)
    reviewed, how_far = resource("config/consent.toml"), far.goes(settings)
    shipped = protocol.read_all(resource("config/interview"))
    book, refused = protocol.read_household(shipped, settings.state / "interview")
    for error in refused:
        tell(f"{error.what} {error.safe} {error.mend}")
    return Rules(
        topic=_topic(book, interview.topic),
        topics=book,
        choosing=Choosing(templates=growing.read(resource("config/extrapolation.toml"))),
        returning=bridging.read(resource("config/phrases/returning.toml")),
        narrator=AboutNarrator(
            birth=settings.narrator.birth_year or None,
            heavy_welcome=interview.heavy_topics,
            name=settings.narrator.name,
        ),
        readers=TurnReaders(
            puts_right=years.puts_right(setting(settings), lambda: datetime.now(UTC)), net=net
        ),
        words=OurWords(
            phrases=phrases.read(resource("config/phrases"), reach.read(reviewed)[how_far].stays),
            notice=_notice(settings, net),
            asking=permissions.read(reviewed, how_far),
        ),
        seed=seed,
        times=Times(
            soft_close=interview.length,
            break_offer=interview.break_offer,
            hard_stop=interview.hard_stop,
        ),
    )


def attentive(rules: Rules, settings: Settings, tell: Tell = lambda says: None) -> Rules:
    """The same with all that is taught of listening but danger and wishes, for talks that are only measured."""
    return replace(
        rules,
        choosing=replace(rules.choosing, fits=load_fitting(settings, tell)),
        readers=replace(
            rules.readers,
            hard=load_hard_moments(settings, tell),
            endings=load_endings(settings, tell),
            offer_responses=load_offer_responses(settings, tell),
        ),
    )


def _topic(book: tuple[protocol.Topic, ...], name: str) -> protocol.Topic:
    found = next((each for each in book if each.name == name and not each.shared), None)
    if found is None:
        raise SettingsError(
            f"There is no topic called “{name}”.",
            mend=f"Topics: {', '.join(each.name for each in book if not each.shared)}.",
        )
    return found


def _notice(settings: Settings, net: safety.Net) -> consent.Wording:
    """The first minute, with the names of those who would be told in an emergency, or that there are none."""
    said = consent.wording(
        resource("config/consent.toml"),
        name=settings.narrator.name,
        emergency=net.emergency,
        goes=far.goes(settings),
    )
    who = trusted(settings, None).names
    sentence = net.alerts["contact" if who else "no-contact"].replace("{who}", who)
    return replace(said, first=(*said.first, sentence))


def led(
    settings: Settings, record: Record, *, seed: int, today: date, tell: Tell = lambda says: None
) -> Rules:
    """The rules of one talk: what earlier ones asked, and the topic that is due. Raises SettingsError."""
    book = rules(settings, seed=seed, tell=tell)
    cut = record.unfinished() if Record.exists(record.state) else None
    left = past.caught_up(past.before(record, today), cut, book.topics)
    topic, _ = coverage.due(
        book.topics,
        left.cache,
        today,
        first=book.topic.name,
        heavy=book.narrator.heavy_welcome,
        seed=seed,
    )
    return replace(book, past=left, topic=topic)


def opening(
    record: Record,
    now: datetime,
    *,
    contact: str = "",
    at_once: tuple[str, ...] = (),
    announcements: tuple[str, ...] = (),
    by_voice: bool = False,
    goes: Reach = Reach.DEVICE,
) -> Opening:
    """What earlier sessions leave for this one. `contact`: who could be asked to call the narrator.

    `by_voice`: whoever waits at the door may be let in by the narrator's voice. `goes`: how far what is said goes.
    """
    there = Record.exists(record.state)
    answers = record.consents() if there else ()
    leave = permissions.due(
        answers,
        readers=[(each.name, each.id) for each in accounts.family(record)] if there else (),
        contact=contact,
        at_the_door=_at_the_door(record, now) if there and by_voice else (),
        talks=len(record.sessions()) if there else 0,
        now=now,
    )
    if not there:
        return Opening(leave=leave, at_once=at_once, announcements=announcements)
    before = [s for s in record.sessions() if s.ended is not None and s.summary]
    unfinished = record.unfinished()
    recalled, told = _recalled(record, before[-1]) if before else ("", ())
    return Opening(
        consented=consent.stands(answers, now, goes, reach.read(resource("config/consent.toml"))),
        renewing=permissions.lapsed(answers, ConsentKind.RECORDING, now),
        leave=leave,
        last_time=recalled,
        told=told,
        half_told=(half_told(permitted(record.read, unfinished)) or "") if unfinished else "",
        at_once=at_once,
        announcements=announcements,
    )


def _at_the_door(record: Record, now: datetime) -> list[Permission]:
    """Who waits to be let in, and who has forgotten the password."""
    asks = [
        Permission(
            ConsentKind.NEW_PASSWORD, each.account.who, account=each.account.id, word=each.word
        )
        for each in forgotten.asked(record, now)
        if Role.NARRATOR not in each.account.roles
    ]
    return asks + [
        Permission(
            ConsentKind.COMES_IN,
            each.account.who,
            account=each.account.id,
            role=each.role,
            word=each.word,
        )
        for each in letting_in.waiting(record)
        # what looks odd is for the page, where it can be looked at in peace
        if each.account.relation and not each.odd and not each.account.roles
    ]


def talked_today(record: Record, now: datetime, zone: tzinfo | None) -> bool:
    """Has a talk ended on this day of the narrator's? What was cut short is gone on with, and is no other talk."""
    if not Record.exists(record.state) or record.unfinished() is not None:
        return False
    day = now.astimezone(zone).date()
    return any(
        s.ended is not None and s.began.astimezone(zone).date() == day for s in record.sessions()
    )


def _said_to_us(said: str) -> bool:
    """Is it a wish, a refusal or a question of theirs, and no story?"""
    return bool(
        said_to_us.answer(said)
        or within.found(said).wishes
        or turned_down(said)
        or asks_us.asked(said) is not None
    )


def _recalled(record: Record, session: Session) -> tuple[str, tuple[str, ...]]:
    """What may be said aloud of a talk: its summary, and what happened in it, turned, the first told first.

    Where a label was set or something put away since, not the summary that was kept.
    """
    whole = record.session(session.id)
    part = permitted(record.read, whole)
    # what was only said to us, a refusal or a goodbye, is no thread to take up
    turns = tuple(turn for turn in part.turns if not _said_to_us(turn.text))
    kept = part is whole and len(turns) == len(whole.turns)
    summary = session.summary if kept else summarise(turns)
    limits = closed(turns)
    told = (happened(turn.text) for turn in stories(turns) if turn.id not in limits)
    return last_time(summary, turns), tuple(each for each in told if each)


def looked(settings: Settings, record: Record, now: datetime) -> str:
    """The answer to "who has listened?", as of the beginning of the talk."""
    if not Record.exists(record.state):
        return looks.aloud((), now, UTC)
    return looks.aloud(looks.looks(record), now, where(settings))


def next_time(settings: Settings, record: Record, now: datetime) -> str:
    """When the next talk is planned, for the goodbye; "" where none is soon."""
    try:
        return next_talk(Diary(record, arranged(settings)), now)
    except ScheduleError:
        return ""  # a misspelt time zone is no reason to refuse anybody a talk


def where(settings: Settings) -> ZoneInfo:
    """The narrator's time zone; where it is not named, or misspelt, this computer's own."""
    try:
        return narrators_time(settings.narrator.time_zone).zone
    except ScheduleError:
        return narrators_time("").zone


def as_led(settings: Settings, led_by: Rules) -> dict[str, object]:
    """The settings that the session was held with; its topic is the one that was chosen."""
    held = settings.model_dump(include={"narrator", "endpoint", "interview", "speaking"})
    held["interview"]["topic"] = led_by.topic.name
    return held
