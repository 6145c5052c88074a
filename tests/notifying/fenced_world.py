"""A small world behind a fence: run by `unshare --net --mount`, which gives it a network and files of its own.

Two hosts, each with a server that keeps what it is sent, a name server that knows both by name, and this computer's
service with its unit. Linux' own rules for the network (ip rule) stand in for systemd's: they let through what the unit's
lines let through, and nothing else. Prints what came of it as one JSON object.
"""

import json
import os
import socket
import struct
import subprocess
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

from voice_agent.notifying.fence import Fence, fence_of

HOSTS = {"alert.example": "10.77.0.2", "other.example": "10.77.0.3"}
NAME_SERVER = "10.77.0.53"
PORT = 8077
MOVED = "10.77.0.4"


def run(*command: str, **more: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True, check=False, **more)


def sure(*command: str) -> None:
    done = run(*command)
    assert done.returncode == 0, (command, done.stderr)


def serve_host(address: str, kept: list[str]) -> None:
    class Keeps(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            kept.append(self.rfile.read(int(self.headers["Content-Length"])).decode())
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.end_headers()
            self.wfile.write(b"{}")

        def log_message(self, format: str, *args: object) -> None:
            """Keep quiet."""

    Thread(target=ThreadingHTTPServer((address, PORT), Keeps).serve_forever, daemon=True).start()


def serve_names(where: dict[str, str]) -> None:
    """Answer who asks for an A record (RFC 1035); of an AAAA it knows none."""
    line = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    line.bind((NAME_SERVER, 53))

    def answer() -> None:
        while True:
            asked, who = line.recvfrom(512)
            end = asked.index(b"\0", 12) + 5
            labels, at = [], 12
            while asked[at]:
                labels.append(asked[at + 1 : at + 1 + asked[at]].decode())
                at += asked[at] + 1
            known = where.get(".".join(labels)) if asked[end - 4 : end - 2] == b"\0\1" else None
            head = asked[:2] + struct.pack(">HHHHH", 0x8180, 1, 1 if known else 0, 0, 0)
            record = b"\xc0\x0c\0\1\0\1\0\0\0\0\0\4" + socket.inet_aton(known) if known else b""
            line.sendto(head + asked[12:end] + record, who)

    Thread(target=answer, daemon=True).start()


def furnish(folder: Path, unit: Path) -> None:
    """Its own network, its own /etc/resolv.conf and /etc/systemd/system; a /run where systemd seems to be."""
    sure("ip", "link", "set", "lo", "up")
    for address in (*HOSTS.values(), NAME_SERVER, MOVED):
        sure("ip", "address", "add", f"{address}/32", "dev", "lo")
    system = folder / "system"
    system.mkdir()
    (system / unit.name).write_text(unit.read_text())
    (folder / "resolv.conf").write_text(f"nameserver {NAME_SERVER}\noptions timeout:1 attempts:1\n")
    Path("/etc/systemd/system").mkdir(parents=True, exist_ok=True)
    sure("mount", "--bind", str(system), "/etc/systemd/system")
    sure("mount", "--bind", str(folder / "resolv.conf"), "/etc/resolv.conf")


class Held:
    """The fence around a program, by the unit's lines: Linux' rules in this network, taken away afterwards."""

    def __init__(self, fence: Fence) -> None:
        self._v4 = [net for net in fence.allowed if net.version == 4]

    def __enter__(self) -> None:
        for number, net in enumerate(self._v4):
            sure("ip", "rule", "add", "pref", str(100 + number), "to", str(net), "lookup", "local")
        sure("ip", "rule", "add", "pref", "900", "to", "0.0.0.0/0", "prohibit")
        sure("ip", "rule", "del", "pref", "0")

    def __exit__(self, *error: object) -> None:
        sure("ip", "rule", "add", "pref", "0", "lookup", "local")
        sure("ip", "rule", "del", "pref", "900")
        for number, _ in enumerate(self._v4):
            sure("ip", "rule", "del", "pref", str(100 + number))


SEND = """
import sys
from voice_agent.notifying.by_apprise import ByApprise
for each in sys.argv[1:]:
    print(ByApprise().send(each, "Only a test", "Somebody should call."))
"""


def sends(*addresses: str) -> list[bool]:
    """Does the program's own notifier, in a process of its own, get a message out to each?"""
    told = run(sys.executable, "-c", SEND, *addresses).stdout.split()
    return [each == "True" for each in told]


def both() -> dict[str, bool]:
    """Does one get out to the contact, and does one to the other host?"""
    reached = sends(*(f"ntfy://{name}:{PORT}/room" for name in HOSTS))
    return dict(zip(("contact", "other"), reached, strict=True))


def connects(address: str) -> bool:
    try:
        socket.create_connection((address, PORT), timeout=5).close()
    except OSError:
        return False
    return True


def installed() -> Fence:
    fence = fence_of(Path("/"))
    assert fence is not None
    return fence


def said(*words: str) -> dict[str, object]:
    done = run(sys.executable, "-m", "voice_agent", *words)
    return {"code": done.returncode, "said": done.stdout + done.stderr, "json": done.stdout}


def main(folder: Path, unit: Path, settings: Path) -> None:
    furnish(folder, unit)
    kept: dict[str, list[str]] = {name: [] for name in (*HOSTS, "moved")}
    for name, address in {**HOSTS, "moved": MOVED}.items():
        serve_host(address, kept[name])
    names = dict(HOSTS)
    serve_names(names)
    found: dict[str, object] = {}
    contact = f"ntfy://alert.example:{PORT}/room"
    command = ("contacts", "unit", "--write", "--settings", str(settings))
    doctor = ("doctor", "--no-sound", "--no-speed", "--json", "--settings", str(settings))
    drill = ("contacts", "drill", "--yes", "--settings", str(settings))

    found["without a fence"] = both()
    found["compared before"] = said(*drill)
    with Held(installed()):
        found["the unit alone"] = both()
    for each in kept.values():
        each.clear()
    found["written"] = said(*command)
    found["text"] = Path("/etc/systemd/system/voice-agent.service.d/contacts.conf").read_text()
    found["compared after"] = said(*drill)
    with Held(installed()):
        found["let out"] = both()
        found["reached"] = {name: connects(address) for name, address in HOSTS.items()}
    found["arrived"] = {name: len(each) for name, each in kept.items()}
    found["drilled"] = drilled(folder, drill)
    names["alert.example"] = MOVED
    with Held(installed()):
        (found["moved"],) = sends(contact)
    found["doctor after a move"] = said(*doctor)["json"]
    found["written after a move"] = said(*command)
    with Held(installed()):
        (found["let out after a move"],) = sends(contact)
    print(json.dumps(found))


def drilled(folder: Path, drill: tuple[str, ...]) -> dict[str, object]:
    """The drill where systemd is: a program of that name holds what it is to run by the lines it was given."""
    sure("mount", "-t", "tmpfs", "none", "/run")
    Path("/run/systemd/system").mkdir(parents=True)
    program = folder / "bin" / "systemd-run"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec {sys.executable} {__file__} hold "$@"\n')
    program.chmod(0o755)
    os.environ["PATH"] = f"{program.parent}:{os.environ['PATH']}"
    return said(*drill)


def hold(words: list[str]) -> int:
    """As systemd-run would: with the lines of --property and the variables of --setenv alone."""
    from voice_agent.notifying.fence import read

    at = next(n for n, word in enumerate(words) if not word.startswith("--"))
    lines = [word.removeprefix("--property=") for word in words[:at] if "--property=" in word]
    given = [word.removeprefix("--setenv=") for word in words[:at] if "--setenv=" in word]
    environ = dict(each.split("=", 1) for each in given) | {"PATH": os.environ["PATH"]}
    with Held(read("\n".join(["[Service]", *lines]))):
        return subprocess.run(words[at:], env=environ, check=False).returncode


if __name__ == "__main__":
    if sys.argv[1] == "hold":
        sys.exit(hold(sys.argv[2:]))
    main(*(Path(each) for each in sys.argv[1:4]))
