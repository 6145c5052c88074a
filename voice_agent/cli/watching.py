"""`voice-agent doctor --watch`: first how everything stands, then what gets worse and what is well again."""

import json
import select
import signal
import sys
from datetime import UTC, datetime

from rich.console import Console
from rich.markup import escape

from voice_agent.cli.sessions import printable
from voice_agent.measuring.checkup import Finding, State
from voice_agent.measuring.glances import look
from voice_agent.measuring.watching import Change, all_well, change
from voice_agent.serve.doorbell import ring
from voice_agent.settings import Settings

MEANT = {
    "well": "well",
    "note": "good to know",
    "care": "see to it",
    "ill": "no talk like this",
    "skipped": "not looked at",
}


def watch(settings: Settings, marks: dict[str, str], every: float, *, as_json: bool) -> bool:
    """Look `every` so many seconds until asked to end, or until nobody reads any more; was all well at last?

    Ends at once also in the middle of a look, such as at a disk that hangs.
    """
    console = Console(soft_wrap=True)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.default_int_handler)
    known, had = dict[str, Finding](), False
    if not as_json:
        legend = ", ".join(f"{mark} {MEANT[state]}" for state, mark in marks.items())
        console.print(f"{legend}. What changes is said. Control-C ends it.")
    try:
        while True:
            first, at = not known, datetime.now(UTC)
            for finding in look(settings, at, lambda: ring(settings.state, "status"), had=had):
                had |= finding.about == "record" and finding.state is not State.NOTE
                # one thing may be well and ill within one look, so it is compared with what was said of it last
                if new := change(known, finding, at):
                    _say(console, marks, new, first=first, as_json=as_json)
                known[finding.about] = finding
            if not _read_meanwhile(every):
                break
    except (KeyboardInterrupt, BrokenPipeError):
        pass
    return all_well(known.values())


def _say(
    console: Console, marks: dict[str, str], new: Change, *, first: bool, as_json: bool
) -> None:
    if as_json:
        print(json.dumps(new.as_json()), flush=True)
        return
    finding = new.finding
    when = "" if first else f"{new.at.astimezone():%d %b %H:%M:%S} "
    again = "well again: " if new.better and all_well((finding,)) else ""
    mend = f" → {finding.do}" if finding.do else ""
    says = escape(printable(f"{again}{finding.says}{mend}"))
    console.print(f"{when}{marks[finding.state]} [bold]{finding.about}[/]: {says}")
    console.file.flush()


def _read_meanwhile(seconds: float) -> bool:
    """Wait; False as soon as nobody reads what we say: an ssh that was cut leaves no watcher behind."""
    reader = select.poll()
    reader.register(sys.stdout, 0)
    return not reader.poll(seconds * 1000)
