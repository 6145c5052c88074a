"""Where a contact's message goes is known before it is sent, or nobody claims to know it."""

import json
import subprocess
import sys

import pytest

from voice_agent.errors import FenceError
from voice_agent.notifying.hosts import way

LETTERS = "abcdefghijklmnopqrstuvwxyz"
SECRET = "secretsecretse"

KNOWN = {
    "ntfy://secretsecretse": "ntfy.sh",
    "ntfys://:secretsecretse@own.example/room": "own.example",
    "mailto://user:secretsecretse@gmail.com": "smtp.gmail.com",
    "mailtos://user:secretsecretse@a.example?smtp=mail.b.example&to=c@d.example": "mail.b.example",
    "mailto://10.77.0.2:2525?from=a@b.example&to=c@d.example": "10.77.0.2",
    f"tgram://123456789:{LETTERS}123456789/12315544": "api.telegram.org",
    "signal://own.example:8080/+15551231234/+15559876543": "own.example",
    f"threema://*THREEMA@{SECRET}/12345678": "msgapi.threema.ch",
    "whatsapp://secretsecretse@12345678901234/15551231234": "graph.facebook.com",
    "discord://123456789012345678/" + LETTERS * 2 + "abcdefghijkl": "discord.com",
    "rockets://user:secretsecretse@own.example/#room": "own.example",
    "nctalks://user:secretsecretse@own.example/room": "own.example",
    "line://secretsecretse=/U1234567890123456789012345678901234": "api.line.me",
    f"pover://{'u' * 30}@{'a' * 30}": "api.pushover.net",
    f"twilio://AC{'a' * 32}:{'b' * 32}@15551231234/15559876543": "api.twilio.com",
    "vonage://a1b2c3d4:abcdefghijklmnop@15551231234": "rest.nexmo.com",
    f"sinch://{'a' * 32}:{'b' * 32}@15551231234/15559876543": "us.sms.api.sinch.com",
    "bulksms://user:secretsecretse@15551231234": "api.bulksms.com",
    "clicksend://user:secretsecretse@15551231234": "rest.clicksend.com",
    "matrixs://user:secretsecretse@own.example/#room?discovery=no": "own.example",
}

ASK = """
import json, socket, sys
asked = []
def look_up(host, *_, **__):
    asked.append(host)
    raise socket.gaierror("nobody is asked in a test")
socket.getaddrinfo = look_up
from voice_agent.notifying.by_apprise import ByApprise
told = {}
for address in json.load(sys.stdin):
    asked.clear()
    ByApprise().send(address, "Only a test", "Nothing has happened.")
    told[address] = sorted(set(asked))
print(json.dumps(told))
"""


@pytest.mark.parametrize("address", KNOWN)
def test_the_host_of_a_message_is_known_before_it_is_sent(address: str) -> None:
    assert way(address).host == KNOWN[address]


def test_when_a_message_is_sent_it_is_that_host_which_is_looked_up() -> None:
    done = subprocess.run(
        [sys.executable, "-c", ASK],
        input=json.dumps([each for each in KNOWN if "10.77" not in each]),
        capture_output=True,
        text=True,
        check=True,
    )
    told: dict[str, list[str]] = json.loads(done.stdout)
    assert {address: [KNOWN[address]] for address in told} == told


def test_a_message_into_a_file_needs_no_host() -> None:
    assert way("file:///tmp/box").host == ""


@pytest.mark.parametrize(
    "address",
    [
        # asks its server which server to ask
        f"matrixs://user:{SECRET}@own.example/#room",
        # several hosts, by what kind of address it is
        f"slack://T1JJ3T3L2/A1BRTD4JD/{SECRET}nfy9Qkafgbe/#room",
        # the host that is written is the sender's, not the service's
        f"mailgun://user@own.example/{'a' * 32}-{'b' * 8}-{'c' * 8}/a@b.example",
        "zulip://bot-name@org/a6k4ztN8w4Q2a6k4ztN8w4Q2a6k4ztN8/5/",
        "syslog://",
        f"nonsense://{SECRET}",
    ],
)
def test_where_nobody_can_tell_the_host_nothing_is_guessed_and_no_secret_is_said(
    address: str,
) -> None:
    with pytest.raises(FenceError) as told:
        way(address)
    said = f"{told.value.what} {told.value.safe} {told.value.mend}"
    assert SECRET not in said and "own.example" not in said
