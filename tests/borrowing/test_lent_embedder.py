"""A lent embedder is the very model of this house, or it is not used: vectors of two models are never mixed."""

import json
from collections.abc import Iterator, Sequence

import numpy as np
import pytest
from fakes import BagOfWords
from lender import Answers, Asked, Lender, Line, Reply, embeds, lender, line, raw, told
from numpy.typing import NDArray

from voice_agent.borrowing.embedder import KNOWN, LONGEST, BorrowedEmbedder

TEXTS = ["My mother baked bread.", "He came home from the war.", "We danced."]


class Turned(BagOfWords):
    """Another model of the same length."""

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return np.roll(super().embed(texts), 1, axis=1)


@pytest.fixture
def study() -> Iterator[Lender]:
    with lender(embeds(BagOfWords())) as runs:
        yield runs


def embedder(study: Lender) -> tuple[BorrowedEmbedder, Line]:
    who = line(study.server())
    return BorrowedEmbedder(who.asking, BagOfWords(), model="minilm"), who


def same(rows: NDArray[np.float32], texts: Sequence[str] = TEXTS) -> bool:
    return bool(((rows * BagOfWords().embed(texts)).sum(1) > 0.9999).all())


def test_the_same_model_elsewhere_gives_our_vectors_in_our_order(study: Lender) -> None:
    lent, who = embedder(study)
    assert same(lent.embed(TEXTS)) and not who.said
    (asked,) = study.asked
    assert asked.path == "/v1/embeddings" and asked.said["input"] == [*KNOWN, *TEXTS]


def test_what_is_kept_back_is_compared_at_home_and_the_rest_elsewhere(study: Lender) -> None:
    kept = set(TEXTS[:1])
    who = line(study.server())
    lent = BorrowedEmbedder(who.asking, BagOfWords(), leave=lambda: lambda text: text not in kept)
    assert same(lent.embed(TEXTS))
    kept.add(TEXTS[1])
    assert same(lent.embed(TEXTS))
    assert [each.said["input"] for each in study.asked] == [
        [*KNOWN, *TEXTS[1:]],
        [*KNOWN, TEXTS[2]],
    ]


def test_another_model_is_found_out_said_once_and_never_asked_again(study: Lender) -> None:
    study.answers = embeds(Turned())
    lent, who = embedder(study)
    assert same(lent.embed(TEXTS)), "ours did it"
    assert len(who.said) == 1 and "another model" in who.said[0]
    who.clock.now += 1e6
    assert same(lent.embed(TEXTS)) and len(study.asked) == 1 == len(who.said)


def test_a_server_that_is_given_another_model_while_it_runs_is_found_out(study: Lender) -> None:
    lent, who = embedder(study)
    assert same(lent.embed(TEXTS))
    study.answers = embeds(Turned())
    assert same(lent.embed(TEXTS)) and "another model" in who.said[0]


def test_the_next_server_is_asked_where_the_first_has_another_model(study: Lender) -> None:
    with lender(embeds(Turned())) as attic:
        who = line(attic.server(), study.server())
        lent = BorrowedEmbedder(who.asking, BagOfWords())
        assert same(lent.embed(TEXTS)) and len(study.asked) == 1


def vectors(*rows: object) -> Answers:
    return told({"data": [{"index": n, "embedding": row} for n, row in enumerate(rows)]})


def doubled(asked: Asked) -> Reply:
    rows = BagOfWords().embed(asked.said["input"])
    data = [{"index": 0, "embedding": [float(x) for x in row]} for row in rows]
    return Reply(json.dumps({"data": data}).encode())


BAD: dict[str, Answers] = {
    "no vectors": told({"data": []}),
    "NaN": raw(
        b'{"data": ['
        + b",".join(b'{"index": %d, "embedding": [NaN]}' % n for n in range(6))
        + b"]}"
    ),
    "short ones": vectors(*[[1.0, 0.0]] * 6),
    "of unequal length": vectors([1.0], [1.0, 2.0], [1.0], [1.0], [1.0], [1.0]),
    "texts": vectors(*["aGVsbG8="] * 6),
    "nothing but zeros": vectors(*[[0.0] * 256] * 6),
    "too few": vectors([1.0] * 256),
    "all of one number": doubled,
    "infinite": vectors(*[[1e39] * 256] * 6),
    "a page": raw(b"<html></html>", kind="text/html"),
}


@pytest.mark.parametrize("bad", BAD)
def test_rubbish_is_no_vector(study: Lender, bad: str) -> None:
    study.answers = BAD[bad]
    lent, who = embedder(study)
    assert same(lent.embed(TEXTS)) and len(who.said) == 1


def test_what_servers_cut_or_refuse_is_never_sent(study: Lender) -> None:
    lent, who = embedder(study)
    texts = ["", "  ", "and then " * LONGEST, "We danced."]
    assert same(lent.embed(texts), texts) and not who.said
    assert study.asked[0].said["input"][len(KNOWN) :] == ["We danced."]
    assert lent.embed([]).shape == (0, 256) and len(study.asked) == 1
