"""What reaches the family when the narrator shares everything that may be shared: pages, and a copy of the book."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from voice_agent.archive import passages, sharing, who_sees
from voice_agent.archive.accounts import Account, Role
from voice_agent.archive.letting_in import welcomed
from voice_agent.archive.passages import Approval
from voice_agent.archive.record import Record
from voice_agent.archive.residue import readings
from voice_agent.errors import BookRefused, MemoryRefused
from voice_agent.settings import Settings
from voice_agent.story import Consent, ConsentKind
from voice_agent.storybook.at_home import bookmaker
from voice_agent.storybook.house import Wanted
from voice_agent.storybook.release import Reader

ANYBODY = "Nora Quill"
"""A reader of whom nobody speaks."""


def seen_by(settings: Settings, names: Iterable[str], now: datetime) -> dict[str, str]:
    """All that each of `names`, and somebody else of the family, may read. Changes the house: it is a throw-away one."""
    with Record.open(settings.state) as record:
        people = [
            welcomed(record, name, Role.FAMILY, "a password for nobody", now)
            for name in dict.fromkeys((*names, ANYBODY))
        ]
        _share_all(record, settings, people, now)
        return {each.name: "\n".join(_read_by(record, settings, each, now)) for each in people}


def _share_all(
    record: Record, settings: Settings, people: Iterable[Account], now: datetime
) -> None:
    for story in sharing.stories(record):
        try:
            sharing.share(record, story, [who_sees.EVERYBODY], voice=True, now=now)
        except MemoryRefused:
            continue  # it may not be shared
    session = record.sessions()[-1].id  # there is one: nothing is stored before the yes
    for each in people:
        yes = Consent(ConsentKind.RECIPIENT, True, now, session, "Yes.", each.name, account=each.id)
        record.consent(yes)
    for passage in bookmaker(settings).write(record, now).passages:
        passages.approve(record, Approval(passage.id, True, now))


def _read_by(record: Record, settings: Settings, who: Account, now: datetime) -> Iterator[str]:
    for story in sharing.shared_with(record, who):
        yield f"{story.title} {story.asked} {story.text}"
    with TemporaryDirectory(prefix="voice-agent-copy-") as folder:
        wanted = Wanted("folder", Path(folder) / "book", Reader(who.name))
        try:
            made = bookmaker(settings).copy(record, wanted, now)
        except BookRefused:
            return  # nothing is for them
        for file in sorted(each for each in made.rglob("*") if each.is_file()):
            yield from readings(file.read_bytes())


def anywhere(state: Path) -> Iterator[tuple[str, str]]:
    """The name of each file of a house, and what stands in it."""
    for file in sorted(each for each in state.rglob("*") if each.is_file()):
        for text in readings(file.read_bytes()):
            yield file.name, text
