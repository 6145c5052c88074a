"""A drill: would a message reach the contacts, from where the service is held?

The fence is systemd's, so the message is sent by a program that systemd starts with the unit's own IPAddress lines.
"""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from voice_agent import settings as house
from voice_agent.assemble import outward
from voice_agent.backends import Notifier
from voice_agent.errors import FenceError
from voice_agent.interview.safety.contacts import Contact, parse
from voice_agent.notifying.by_apprise import ByApprise
from voice_agent.notifying.fence import Fence
from voice_agent.notifying.hosts import way
from voice_agent.notifying.looking_up import addresses
from voice_agent.settings import Settings

Tell = Callable[[str], None]

UNFENCED = "The service is not installed as a unit on this computer, so no rule of a unit is tried: the messages go out from here."
GONE_OUT = "the message went out; please ask whether it arrived."
COMPARED = "systemd is not running here, so nothing was sent and nothing was tried within its rules: the lines of the unit were compared."
NOBODY = "Nobody is named who could be told (safety.contacts)."


def tell_all(settings: Settings, notifier: Notifier) -> list[tuple[Contact, bool]]:
    """Tell every contact that this is only a test; for each, whether the message was taken. Some seconds each."""
    who = settings.narrator.name or "the narrator"
    text = (
        f"This is only a test from {who}'s interviewer: nothing has happened. In an emergency a message "
        "would reach you in this way."
    )
    return [
        (each, bool(each.address) and notifier.send(each.address, "Only a test", text))
        for each in _people(settings)
    ]


def send(settings: Settings, tell: Tell) -> bool:
    """Send, and say for each contact whether it went; True where all did."""
    told = tell_all(settings, ByApprise())
    for each, arrived in told:
        tell(f"{each.name}: {GONE_OUT if arrived else _ill(each)}")
    if not told:
        tell(NOBODY)
    return all(arrived for _, arrived in told)


def reachable(settings: Settings) -> tuple[str, ...]:
    """The names of those to whom a drill sends something."""
    return tuple(each.name for each in _people(settings) if each.address)


def _ill(contact: Contact) -> str:
    """Why nothing went out to them, and what to do."""
    if not contact.address:
        return "no address is named, so nothing can be sent. It is the last part of their line in safety.contacts."
    if contact.address.startswith("file:"):
        return "NO MESSAGE WENT OUT: that file cannot be written. See that its folder is there and may be written to."
    to = contact.address.partition(":")[0].lower()
    try:
        to = way(contact.address).host
    except FenceError as error:
        if not ByApprise().understands(contact.address):
            return f"NO MESSAGE WENT OUT. {error.what} {error.mend}"
    return (
        f"NO MESSAGE WENT OUT: {to} cannot be reached from here, or did not take it. See that this computer has a network, and "
        "that name, password and receiver are right in their line of safety.contacts; then try again."
    )


def within(fence: Fence, settings_file: Path, profile: str | None) -> int:
    """Send from a program that systemd holds as it holds the service; its exit code."""
    names = [name for name in os.environ if name.startswith(house.PREFIX) and not _secret(name)]
    names += [
        name
        for name in ("XDG_CONFIG_HOME", "XDG_STATE_HOME", "HOME", "PYTHONPATH")
        if name in os.environ
    ]
    command = ["systemd-run", "--quiet", "--collect", "--wait", "--pipe", "--service-type=exec"]
    command += [f"--property={line}" for line in fence.lines]
    command += [f"--setenv={name}={os.environ[name]}" for name in names]
    command += [sys.executable, "-m", "voice_agent", "contacts", "drill", "--inside", "--yes"]
    command += ["--settings", str(settings_file.resolve())] if settings_file.is_file() else []
    command += ["--profile", profile] if profile else []
    return subprocess.run(command, check=False).returncode


def _secret(variable: str) -> bool:
    """Whatever systemd is given, everybody on this computer may read."""
    return variable.removeprefix(house.PREFIX).lower().replace("__", ".") in house.SECRET


def compare(settings: Settings, fence: Fence, tell: Tell) -> bool:
    """Say for each contact whether the unit's lines let a message out; True where all are. Sends nothing."""
    people = _people(settings)
    well = [_compared(each, fence, tell) for each in people]
    tell(COMPARED if people else NOBODY)
    return all(well)


def _compared(contact: Contact, fence: Fence, tell: Tell) -> bool:
    if not contact.address:
        tell(f"{contact.name}: {_ill(contact)}")
        return False
    try:
        to = way(contact.address)
        found = addresses(to.host) if to.host else ()
    except FenceError as error:
        tell(f"{contact.name}: {error.what} {error.mend}")
        return False
    held = outward.held_back((outward.Opening(outward.Need(to.by, to.host), found),), fence)
    if held:
        shut = ", ".join(str(each) for each in held[0].addresses)
        tell(
            f"{contact.name}: THE UNIT HOLDS THE MESSAGE BACK: {to.host} is at {shut}, which it does not let out."
        )
    else:
        tell(f"{contact.name}: the unit lets a message out{f' to {to.host}' if to.host else ''}.")
    return not held


def _people(settings: Settings) -> tuple[Contact, ...]:
    return parse(settings.safety.contacts, settings.safety.advocate).people
