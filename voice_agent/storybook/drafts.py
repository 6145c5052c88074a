"""Books into rows and back: a passage as JSON, whole and exact."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from voice_agent.archive.passages import Draft
from voice_agent.memory.claims import Mention, Part
from voice_agent.memory.privacy import parsed
from voice_agent.story import SessionId, TurnId
from voice_agent.storybook.marks import Doubt, Reason
from voice_agent.storybook.pages import Book, Chapter, Kind, Passage, Sentence
from voice_agent.storybook.plan import Plan


def as_drafts(book: Book) -> list[Draft]:
    """Every passage of `book` as it is kept."""
    return [
        Draft(
            passage.id,
            chapter.key,
            json.dumps(_body(passage), ensure_ascii=False),
            passage.privacy.label,
            _turns(passage),
            book.writer,
        )
        for chapter in book.chapters
        for passage in chapter.passages
    ]


def as_book(drafts: Iterable[Draft], narrator: str, plan: Plan) -> Book:
    """The book that was kept. Raises SettingsError for a chapter that is planned no more."""
    chapters: dict[str, list[Passage]] = {}
    writer = "none"
    for each in drafts:
        chapters.setdefault(each.chapter, []).append(_passage(json.loads(each.body)))
        writer = each.writer
    planned = {key: plan.design(key) for key in chapters}
    made = tuple(
        Chapter(key, planned[key].title, planned[key].short, tuple(passages))
        for key, passages in chapters.items()
    )
    return Book(narrator, made, writer)


def passages(drafts: Iterable[Draft]) -> tuple[Passage, ...]:
    """Every passage that was kept, whatever chapters are planned now."""
    return tuple(_passage(json.loads(each.body)) for each in drafts)


def _turns(passage: Passage) -> frozenset[tuple[str, int]]:
    """All whose words are in it, those of its marks too: whatever is forgotten takes it along."""
    marks = {each.doubt.said_in for each in passage.marked if each.doubt and each.doubt.words}
    return frozenset((str(span.session), int(span.turn)) for span in passage.spans) | marks


def _body(passage: Passage) -> dict[str, Any]:
    return {
        "when": passage.when,
        **{
            name: [
                {
                    "text": each.text,
                    "kind": str(each.kind),
                    "privacy": each.privacy.label,
                    **({} if each.reads is None else {"reads": each.reads}),
                    **({"beside": each.beside} if each.beside else {}),
                    **({"doubt": _mark(each.doubt)} if each.doubt else {}),
                    "spans": [
                        [s.session, s.turn, s.version, s.first, s.last, s.words, s.began, s.ended]
                        for s in each.spans
                    ],
                }
                for each in sentences
            ]
            for name, sentences in (
                ("sentences", passage.sentences),
                ("verbatim", passage.verbatim),
                ("tidied", passage.tidied),
            )
        },
    }


def _passage(body: Mapping[str, Any]) -> Passage:
    return Passage(
        _sentences(body["sentences"]),
        str(body["when"]),
        _sentences(body["verbatim"]),
        _sentences(body["tidied"]),
    )


def _sentences(rows: Sequence[Mapping[str, Any]]) -> tuple[Sentence, ...]:
    return tuple(
        Sentence(
            str(row["text"]),
            Kind(row["kind"]),
            tuple(
                Mention(
                    Part.WHAT, SessionId(s), TurnId(t), version, first, last, words, began, ended
                )
                for s, t, version, first, last, words, began, ended in row["spans"]
            ),
            parsed(str(row["privacy"])),
            None if row.get("reads") is None else str(row["reads"]),
            str(row.get("beside", "")),
            _doubt(row["doubt"]) if "doubt" in row else None,
        )
        for row in rows
    )


def _mark(doubt: Doubt) -> list[Any]:
    return [doubt.reason, doubt.words, doubt.said_in, doubt.out, doubt.answered]


def _doubt(row: Sequence[Any]) -> Doubt:
    reason, words, (session, turn), out, answered = row
    return Doubt(Reason(reason), str(words), (session, turn), bool(out), bool(answered))
