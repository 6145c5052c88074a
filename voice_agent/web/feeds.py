"""The calendar's secret address: calendar programs cannot sign in. Only its SHA-256 is kept."""

import hashlib
import hmac
import json
import secrets

from voice_agent.archive.book import Keeper

KEY = "calendar feed"


def new_feed(keeper: Keeper) -> str:
    """A new address; the one before opens nothing any more."""
    token = secrets.token_urlsafe(24)
    kept = json.dumps(_hash(token))
    keeper.commit(lambda db: db.execute("INSERT OR REPLACE INTO kept VALUES (?, ?)", (KEY, kept)))
    return token


def feed_is(keeper: Keeper, token: str) -> bool:
    """Is that the address?"""
    rows = keeper.read("SELECT value FROM kept WHERE key = ?", (KEY,))
    return bool(rows) and hmac.compare_digest(json.loads(rows[0][0]), _hash(token))


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
