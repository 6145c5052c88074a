"""Whoever knows a number or an address sees that it is the right one; of a password or a token nobody sees a letter."""

import pytest

from voice_agent.notifying.ends import end_of


@pytest.mark.parametrize(
    ("address", "end"),
    [
        ("tom@example.org", "t…@example.org"),
        ("mailto://house:s3cret@example.org?to=tom@mail.example", "t…@mail.example"),
        ("mailtos://house:s3cret@example.org/tom@mail.example", "t…@mail.example"),
        ("mailto://tom:s3cret@example.org", "t…@example.org"),
        ("mailto://tom%40example.org:s3cret@smtp.example.net:587", "t…@example.org"),
        ("signal://localhost:8080/+441632960001/+441632960218", "the number that ends in 218"),
        ("twilio://AC123:70ken@+441632960001/+44%201632%20960218", "the number that ends in 218"),
        ("clicksend://user:70ken@+441632960218", "the number that ends in 218"),
        ("sns://AKIA/S3C/RET/eu-west-1/+441632960218/", "the number that ends in 218"),
    ],
)
def test_enough_is_shown_to_recognise_it(address: str, end: str) -> None:
    assert end_of(address) == end


@pytest.mark.parametrize(
    "address",
    [
        "",
        "file:///tmp/tom",
        "ntfys://a-secret-room",
        "ntfys://ntfy.example/441632960218",
        "tgram://123456789:AAbbCC/441632960218",
        "threema://*ID:S3CRET/441632960218",
        "clicksend://user:70ken@",
        "d7sms://441632960218",
        "sns://AKIA/S3CRET/eu-west-1/topic",
        "signal://localhost:8080/group.c2VjcmV0",
        "mailto://tom:with/slash@example.org",
        "mailto://tom:with@and/slash@example.org",
        "mailto://tom:with#sign@example.org",
        "mailto://[broken",
        "whatsapp://70ken@441632960001/template",
    ],
)
def test_what_is_not_surely_a_number_or_a_mail_address_is_not_shown(address: str) -> None:
    assert end_of(address) == ""


def test_several_numbers_show_the_last_and_never_more_than_three_figures() -> None:
    end = end_of("signal://localhost/+441632960001/+441632960217/+441632960218")
    assert end == "the number that ends in 218"
