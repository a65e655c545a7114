"""Long lines of a letter are broken so that one still sees what belongs together."""

from core.plain_text import WIDTH, wrapped

LONG = "Calico Jack sailed eight squares with six crew cards in hand. Dispute it? Say what you forfeit."


def test_an_option_that_is_broken_goes_on_below_its_words():
    first, second = wrapped(f"[3 TC]  {LONG}").splitlines()
    assert first.startswith("[3 TC]  Calico Jack")
    assert second.startswith("        ")
    assert " ".join(f"{first} {second}".split()) == f"[3 TC] {LONG}"


def test_what_is_glued_together_is_never_broken_apart():
    for length in range(40, WIDTH + 8):
        text = wrapped(f"  - {'x' * length} g)\u00a0Gold h)\u00a0Rum")
        assert "\u00a0" not in text
        assert "g) Gold" in text
        assert "h) Rum" in text
