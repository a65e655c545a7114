"""The runner: what passes, what fails and why, and what cannot be understood."""

import textwrap
from pathlib import Path

import pytest

from tests.scenario_language import Failed, ScenarioError, read_file, run, scenario_files

SOUND = """
title: A turn at sea
given:
  ships:
    Bombay: {at: P18, heading: NE, hand: B3 B3}
when:
  - Bombay: sail S21
  - Bombay: heading S
then:
  ships: {Bombay: {at: S21, heading: S}}
"""


@pytest.fixture
def play(tmp_path):
    """Writes a file and plays what is in it."""

    def play(text):
        file = tmp_path / "buccaneer" / "scenarios" / "one.yaml"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(textwrap.dedent(text), encoding="utf-8")
        for scenario in read_file(file):
            run(scenario)

    return play


def failure(play, text) -> str:
    with pytest.raises(Failed) as failed:
        play(text)
    return "\n".join(failed.value.reasons)


def misunderstanding(play, text) -> str:
    with pytest.raises(ScenarioError) as error:
        play(text)
    assert "one.yaml:" in str(error.value)
    return f"{error.value.line}: {error.value.text}"


def test_a_sound_scenario_passes(play):
    play(SOUND)


def test_everything_that_is_not_as_written_is_named_with_its_line(play, golden):
    reasons = failure(play, SOUND.replace("{at: S21, heading: S}", "{at: S22, heading: N, cards: 2, bound: true}"))
    assert golden("programs/scenario", reasons)


def test_an_unexpected_refusal_is_told(play, golden):
    reasons = failure(play, SOUND.replace("sail S21", "sail P21"))
    assert golden("programs/scenario", reasons)


def test_an_expected_refusal_that_does_not_come_is_told(play, golden):
    assert golden("programs/scenario", failure(play, SOUND.replace("sail S21\n", "sail S21\n    refused: too-far\n")))


def test_another_refusal_than_the_expected_one_is_told(play, golden):
    reasons = failure(play, SOUND.replace("sail S21\n", "sail P21\n    refused: too-far\n"))
    assert golden("programs/scenario", reasons)


def test_the_law_of_a_refusal_is_compared(play, golden):
    step = "sail P21\n    refused: not-ahead\n    law: 12\n"
    assert golden("programs/scenario", failure(play, SOUND.replace("sail S21\n", step)))


def test_the_last_step_may_be_refused_in_then(play):
    play("""
        given: {ships: {Bombay: {at: P18, heading: NE}}}
        when:
          - Bombay: sail P21
        then:
          refused: not-ahead
          law: 8
          ships: {Bombay: {at: P18}}
        """)


def test_a_refused_step_changes_nothing(play):
    play("""
        given: {ships: {Bombay: {at: J12, heading: N, hand: B1}}}
        when:
          - Bombay: sail X1
            card: 15
            refused: true
        then:
          chance pack: 1 2 3 ...
        """)


def test_checks_may_stand_between_steps(play, golden):
    assert golden(
        "programs/scenario",
        failure(
            play,
            """
        given: {ships: {Bombay: {at: P18, heading: NE}}}
        when:
          - Bombay: sail S21
          - then: {waits for: Bombay end}
        """,
        ),
    )


def test_several_scenarios_may_share_a_file(play, golden):
    assert golden("programs/scenario", failure(play, SOUND.strip() + "\n---\n" + "given: {}\nthen:\n  turn: Cadiz\n"))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("title:", "tittle:"),
        ("  ships:\n    Bombay: {at: P18", "  shipps:\n    Bombay: {at: P18"),
        ("at: P18", "at: Z99"),
        ("at: P18", "at: L12"),
        ("heading: NE", "heading: up"),
        ("hand: B3 B3", "hand: B3 B9"),
        ("hand: B3 B3", "hand: 5 B3"),
        ("hand: B3 B3", "hold: 3 gold"),
        ("hand: B3 B3", "hand: gold"),
        ("Bombay: {at", "Lisbon: {at"),
        ("hand: B3 B3", "hands: B3"),
        ("sail S21", "sial S21"),
        ("- Bombay: heading S", "- Cadis: heading S"),
        ("- Bombay: heading S", "- Genoa: heading S"),
        ("- Bombay: heading S", "- Bombay heading S"),
        ("- Bombay: heading S", "- Bombay: heading S\n    card: 99"),
        ("- Bombay: heading S", "- Bombay: heading S\n    wind: 9"),
        ("then:\n  ships: {Bombay", "then:\n  shop: {Bombay"),
    ],
)
def test_what_means_nothing_is_named_with_file_and_line(play, old, new, golden):
    assert old in SOUND
    assert golden("programs/scenario", misunderstanding(play, SOUND.replace(old, new)))


@pytest.mark.parametrize(
    "given",
    [
        "docks: {London: 7 rubies}",
        "docks: {London: 17 rubies}",
        "safety zones: {Bombay: 2 gold}",
        "safety zones: {London: 3 gold}",
        "ships: {Bombay: {kept: K1}, Cadiz: {kept: K1}}",
        "ships: {Bombay: {at: M9}, Cadiz: {at: M9}, Genoa: {at: M9}}",
        "ships: {Bombay: {kept: LJ}}\nchance pack: 21 ...",
        "chance pack: 3 3",
        "pirate island: 9 B3",
        "options: {oversail: maybe}",
        "options: {oversale: bluff}",
        "captains: [Bombay, Bombay]",
        "dealer: London\ncaptains: [Bombay, Cadiz]",
        "orders: {Bombay: {attack_passing: perhaps}}",
        "orders: {Bombay: {courage: high}}",
        "pending: [dance: {captain: Bombay}]",
        "pending: [flee: {captain: Bombay}]",
        "round: 0",
        "new game: {crew pack: 9 B3}",
        "new game: true\nround: 3",
        "last move: {captain: Bombay}",
    ],
)
def test_an_impossible_position_is_refused(play, given, golden):
    text = "given:\n" + textwrap.indent(given, "  ") + "\nthen: {round: 1}\n"
    assert golden("programs/scenario", misunderstanding(play, text))


@pytest.mark.parametrize(
    "text",
    ["", "just words", "- 1\n- 2", "title: [", "title: a\ntitle: b\nthen: {round: 1}", "a: &x [*x]", "title: nothing else",
     "then: 3", "when: {Bombay: sail M9}\n", "given: 3\nthen: {round: 1}", "game: chess\nthen: {round: 1}", "then: {? [1]: 2}"],
)  # fmt: skip
def test_a_file_that_is_no_scenario_is_refused_with_its_name(play, text):
    assert misunderstanding(play, text)


def test_no_and_yes_are_words_and_dates_are_not_dates(play):
    play("""
        given:
          ships:
            Bombay: {at: H17, heading: E, hand: B3 B2}
            Cadiz: {at: I17, heading: NE}
        when:
          - Bombay: sail I17
          - Bombay: attack no
        then: {waits for: Bombay heading}
        """)


def test_what_should_come_and_is_never_drawn_is_told(play, golden):
    assert golden(
        "programs/scenario",
        failure(
            play,
            """
        given: {ships: {Bombay: {at: P18, heading: NE}}}
        when:
          - Bombay: sail S21
            blind: [B1, B2]
        then: {round: 1}
        """,
        ),
    )


def test_folders_are_searched_and_files_taken_once(tmp_path):
    (tmp_path / "deep").mkdir()
    for name in ("b.yaml", "deep/a.yml", "notes.txt"):
        (tmp_path / name).write_text(SOUND, encoding="utf-8")
    found = scenario_files([tmp_path, tmp_path / "b.yaml"])
    assert [file.name for file in found] == ["b.yaml", "a.yml"]
    with pytest.raises(FileNotFoundError):
        scenario_files([Path(tmp_path / "missing.yaml")])
