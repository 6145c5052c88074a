"""What the drill saw, as a page: what happened, what the talks noticed, who answered, and what was found on the disk."""

import re
from collections.abc import Mapping, Sequence
from statistics import median
from typing import Any

FINE = ("closing", "stopped", "microphone closed")
"""Reasons of a talk that ended by itself."""


def wrong(seen: Mapping[str, Any]) -> list[str]:
    """What must not have been."""
    found = [
        f"the talk in house {each['house']}: {each['reason']}"
        for each in seen["talks"]
        if each["reason"] not in FINE
    ]
    found += [
        f"house {each['house']} lost {each['lost']} lines"
        for each in seen["talks"]
        if each.get("lost")
    ]
    return found + [f"on the cluster's disk: {each}" for each in seen["canary"]["found"]]


def written(seen: Mapping[str, Any]) -> str:
    """All of it."""
    bad, canary, here = wrong(seen), seen["canary"], seen["machine"]
    talks = seen["talks"]
    lines = [
        "# A cluster that dies in parts under two talks",
        "",
        "Made by `python -m lab fleet --keep`; do not edit. Two houses, the real program in a process each, tell the sample narrator's",
        f"stories {seen['rounds']} times over in real time, and borrow recognition (whisper-tiny-en), a voice (hibari), meanings (MiniLM) and a",
        "language model (a stand-in of a stated pace) from three nodes of Ray on this one computer, behind one door with a key. Both",
        "networks are cut and silenced for real. Two cores for all of it: what is said of time is which way it goes, and no more.",
        "",
        f"**{'Nothing went wrong.' if not bad else 'Wrong: ' + '; '.join(bad) + '.'}** "
        f"{len(talks)} talks, {sum(t.get('lines', 0) for t in talks)} lines told, {sum(t.get('lost', 0) for t in talks)} lost, "
        f"{sum(t.get('ours', 0) for t in talks)} times we spoke. On the cluster's disk: {canary['files']} files, "
        f"{canary['bytes'] / 1e6:.1f} MB, searched for {canary['words']} threes of words and {canary['sounds']} pieces of sound: "
        f"{len(canary['found'])} found.",
        "",
        "| what happened | whole again after | replies | wait for a reply, half of them | the longest | requests the cluster answered | not | said in the house |",
        "|---|---:|---:|---:|---:|---|---|---|",
        *(_row(each) for each in seen["phases"]),
        "",
        "“Wait”: from the narrator's last sound to the first of the reply itself, patience for her pauses included. What the cluster did",
        "not answer, the house's own engine did in its place. “Said in the house”: on its screen, not to the narrator.",
        "",
        f"How the talks ended: {', '.join(map(_ended, talks))}. "
        f"What we said was of these kinds: {', '.join(sorted({k for t in talks for k in t.get('kinds', ())}))}.",
        "",
        "Processor seconds of the cluster in all: "
        + ", ".join(f"{name} {seconds:.0f}" for name, seconds in seen["spent_s"].items())
        + f". It stood after {seen['up_s']:.0f} s.",
        "",
        "| endpoint | answered | bytes up, each | bytes down, each | seconds, each |",
        "|---|---:|---:|---:|---:|",
        *(
            f"| {path} | {of['requests']:.0f} | {of['up'] / of['requests']:,.0f} | {of['down'] / of['requests']:,.0f} | {of['seconds'] / of['requests']:.2f} |"
            for path, of in sorted(seen["asked"].items())
        ),
        "",
        f"{here['processor']}, {here['cores']} cores, load {here['load']} at the end; commit {here['commit']}.",
    ]
    return "\n".join(lines) + "\n"


def _ended(talk: Mapping[str, Any]) -> str:
    return f"house {talk['house']}: {talk['reason']}, {talk.get('turns', 0)} turns kept"


def _row(phase: Mapping[str, Any]) -> str:
    waits: Sequence[float] = phase["replies"]
    whole = f"{phase['whole_after']:.0f} s" if phase["whole_after"] is not None else ""
    half, longest = (f"{median(waits):.1f} s", f"{max(waits):.1f} s") if waits else ("", "")
    said = "; ".join(_once(phase["said"]))
    return (
        f"| {phase['name']} | {whole} | {len(waits)} | {half} | {longest} | {_counts(phase['answered'])} | "
        f"{_counts(phase['not_answered'])} | {said} |"
    )


def _counts(of: Mapping[str, int]) -> str:
    return ", ".join(f"{name.rpartition('/')[2]} {count}" for name, count in sorted(of.items()))


def _once(said: Sequence[str]) -> list[str]:
    """Each sentence with how often it came; ports tell nobody anything."""
    plain = [re.sub(r"127\.0\.0\.1:\d+", "the cluster", each) for each in said]
    return [f"{each} ({plain.count(each)})" for each in dict.fromkeys(plain)]
