"""The end of the number, or the beginning of the mail address, that a message goes to: enough for whoever knows it to see that it is right.

An address of a service holds passwords and tokens too. Only what is surely a telephone number or a mail address is looked at,
and little of that is shown; in doubt nothing is.
"""

import re
from urllib.parse import parse_qs, unquote, urlsplit

MAIL = re.compile(r"[^@\s:/?#&,]+@[^@\s:/?#&,]+\.[^@\s:/?#&,]+")

_NUMBER = re.compile(r"\+?\d{8,15}")

_NUMBER_BEHIND = frozenset(
    ["signal", "signals", "twilio", "clickatell", "vonage", "msgbird", "plivo", "sinch", "sns", "whatsapp"]
)  # fmt: skip
"""Services that have the number of whoever is told as the last part of the path."""

_NUMBER_AS_HOST = frozenset(["d7sms", "bulksms", "clicksend"])
"""Services that have it where others have a host, behind the password."""


def end_of(address: str) -> str:
    """ "the number that ends in 218", "t…@example.org"; "": nobody can be sure. `address`: as apprise takes it, or of e-mail."""
    if MAIL.fullmatch(address):
        return _mail(address)
    try:
        parts = urlsplit(address)
    except ValueError:
        return ""
    if parts.scheme in ("mailto", "mailtos"):
        return _mail_of_account(parts.netloc, parts.path, parts.query)
    last = unquote(parts.path.rstrip("/").rpartition("/")[2])
    if parts.scheme in _NUMBER_BEHIND:
        return _number(last)
    if parts.scheme in _NUMBER_AS_HOST and "@" in parts.netloc:
        return _number(last or unquote(parts.netloc.rpartition("@")[2]))
    return ""


def _mail_of_account(account: str, path: str, query: str) -> str:
    """Whom an account's address names, else the account itself."""
    user, at, host = account.rpartition("@")
    if not at or "." not in host:
        return ""  # a password with a slash in it, say: nobody knows where it ends
    named = parse_qs(query).get("to", [""])[0] or unquote(path.strip("/").rpartition("/")[2])
    own = unquote(user.partition(":")[0])
    return _mail(named or (own if "@" in own else f"{own}@{host.partition(':')[0]}"))


def _mail(address: str) -> str:
    return f"{address[0]}…@{address.partition('@')[2]}" if MAIL.fullmatch(address) else ""


def _number(text: str) -> str:
    plain = re.sub(r"[ .()-]", "", text)
    return f"the number that ends in {plain[-3:]}" if _NUMBER.fullmatch(plain) else ""
