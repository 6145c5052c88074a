"""`python -m lab commands`: is a wish understood, and a story never taken for one?

Conventions: the paraphrases of lab/labelled/commands.tsv, or others of the same form; as text and as a
recogniser might write them. Understood: the very command. False triggers are counted on people's own life stories,
once a paragraph and once for each sentence alone, which is harder: a sentence by itself is a whole turn. Five hours
of telling are 45,000 words. The baseline is the paraphrase's command by its first listed form alone, word for word.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from lab.evaluation.feeling.danger import FIVE_HOURS, NO_STORIES
from lab.evaluation.tables import Figures
from lab.utterances import Utterance, as_heard
from voice_agent.measuring.shares import wilson
from voice_agent.reading.wishes import commands
from voice_agent.reading.wishes.commands import Command, Wish
from voice_agent.reading.wishes.wish_by_meaning import ASKED_BACK


def evaluate(
    said: Sequence[Utterance],
    stories: Iterable[str],
    *,
    held: bool | None,
    second: Callable[[str], Wish | None] | None = None,
    render: Callable[[str], str] = as_heard,
    seed: int = 0,
) -> Figures:
    """Measure the rules, and with `second` the second opinion. `held`: the half that tuned nothing; None: all.

    `stories`: paragraphs without a wish. `render`: how the words come out of a recogniser. `seed`: by which
    `said` was drawn, for the record.
    """

    def understood(words: str) -> Command | None:
        wish = commands.wish(words) or (second(words) if second else None)
        return wish.command if wish else None

    chosen = [each for each in said if held is None or each.held_back is held]
    first: dict[str, str] = {}
    for each in said:
        first.setdefault(each.label, _bare(each.words))
    rows: list[dict[str, object]] = []
    wrong: list[dict[str, str]] = []
    turns: list[dict[str, object]] = []
    for command in dict.fromkeys(each.label for each in said if each.label != "story"):
        there = [each for each in chosen if each.label == command]
        row: dict[str, object] = {"command": command, "n": len(there)}
        row["one form"] = sum(_bare(each.words) == first[command] for each in there) / max(
            1, len(there)
        )
        for name, texts in (
            ("text", [each.words for each in there]),
            ("heard", [render(each.words) for each in there]),
        ):
            got = [understood(text) for text in texts]
            hits = sum(each == command for each in got)
            row[f"as {name}"] = hits / max(1, len(got))
            row[f"{name}, at least"] = wilson(hits, len(got))[0]
            turns += [_turn(command, name, *pair) for pair in zip(texts, got, strict=True)]
            wrong += [
                {"wanted": command, "got": str(each or "-"), "words": text}
                for text, each in zip(texts, got, strict=True)
                if each != command
            ]
        rows.append(row)
    quoted = [each for each in chosen if each.label == "story"]
    fooled: list[str] = []
    for each in quoted:
        forms = {"text": each.words, "heard": render(each.words)}
        taken = {name: understood(text) for name, text in forms.items()}
        turns += [_turn("story", name, text, taken[name]) for name, text in forms.items()]
        if any(taken.values()):
            fooled.append(each.words)
    words, whole, alone, asked = 0, Counter[str](), Counter[str](), 0
    heard, heard_asked = 0, 0
    examples: list[str] = []
    for paragraph in stories:
        words += len(paragraph.split())
        if found := understood(paragraph):
            if found in ASKED_BACK and commands.wish(paragraph) is None:
                asked += 1
            else:
                whole[str(found)] += 1
            examples.append(f"{found}: {paragraph}")
            turns.append(_turn("life story", "text", paragraph, found))
        if found := understood(as_heard(paragraph)):
            back = found in ASKED_BACK and commands.wish(as_heard(paragraph)) is None
            heard, heard_asked = heard + (not back), heard_asked + back
        for sentence in re.split(r"(?<=[.!?])\s+", paragraph):
            if found := understood(sentence):
                alone[str(found)] += 1
    total = sum(int(str(row["n"])) for row in rows)
    notes = [f"{len(fooled)} of {len(quoted)} sentences that quote a wish were taken for one."]
    if words:
        notes.append(
            f"Life stories, {words} words: {sum(whole.values())} turns taken for a wish "
            f"({sum(whole.values()) * FIVE_HOURS / words:.2f} in five hours), after {asked} more it is asked "
            f"whether to stop; as a recogniser might write them {heard} and {heard_asked}; of all their sentences, "
            f"each taken as a whole turn, {sum(alone.values())}."
        )
    else:
        notes.append(NO_STORIES)
    notes.append("Of commands.tsv one hand wrote the paraphrases, and then the rules.")
    half = {True: "held-back half", False: "development half", None: "all"}[held]
    return Figures(
        "commands",
        f"Wishes understood, {half}, {total} paraphrases",
        rows,
        seed,
        notes,
        more={"wrong": wrong, "fooled": fooled, "turns": examples, "alone": dict(alone)},
        turns=turns,
    )


def _turn(label: str, form: str, words: str, got: Command | None) -> dict[str, object]:
    """One utterance as text or as heard, for the log."""
    return {
        "label": label,
        "as": form,
        "words": words,
        "command": str(got or ""),
        "right": str(got or "story") == label.removeprefix("life "),
    }


def _bare(words: str) -> str:
    return " ".join(re.findall(r"[a-z']+", words.lower()))
