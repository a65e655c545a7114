"""Compare the shapes of stored states with the shapes recorded for their formats: `python scripts/formats.py [--renew]`.

After a change of names in a state or of entries in a step, this code cannot read stored games, or older code cannot read new games.
So the change needs a new format with an upgrade (docs/changing-rules.md). `--renew` records the new format.
"""

import json
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from games.engine import Dice, Ruleset
from games.kit.folder import FolderRuleset
from games.rulesets import all_rulesets

Shape = dict[str, Any]
HOW = "See “Formats of stored games” in docs/changing-rules.md: write an upgrade, then run python scripts/formats.py --renew."
RENEW = "Run python scripts/formats.py --renew."


def shape(rules: Ruleset) -> Shape:
    """Return all names stored for a game of this edition, public and secret, the entries of its steps, and the version of its rules."""
    by_part: dict[str, set[str]] = {"public": set(), "seats": set(), "decks": set()}
    for count in range(rules.seats[0], rules.seats[1] + 1):
        snapshot = rules.dump(dealt(rules, count))
        by_part["public"] |= set(snapshot.public)
        by_part["seats"] |= {name for seat in snapshot.seats for name in seat}
        by_part["decks"] |= set(snapshot.decks)
    steps = rules.context.steps.types if isinstance(rules, FolderRuleset) else {}
    by_part["steps"] = {" ".join((kind, *step._fields[1:])) for (kind, _), step in steps.items()}
    return {part: sorted(names) for part, names in by_part.items()} | {"version": rules.version}


def dealt(rules: Ruleset, count: int) -> Any:
    """Return a new game for `count` players."""
    options = {option.key: option.default for option in rules.options}
    for option in rules.options:
        fitting = [value for value, _ in option.choices if not rules.unplayable(options | {option.key: value}, count)]
        options[option.key] = options[option.key] if options[option.key] in fitting else fitting[0]
    return rules.setup(rules.first_places(count), 0, options, Dice(b"shape"))[0]


def written_down(rules: Ruleset) -> Path:
    """Return the path of the file, beside the edition's module, that lists the shapes of its formats."""
    return Path(str(sys.modules[type(rules).__module__].__file__)).with_name("formats.json")


def read_shapes(path: Path) -> dict[str, dict[str, Shape]]:
    return json.loads(path.read_text()) if path.exists() else {}


def differences(recorded: Shape, now: Shape) -> list[tuple[str, str, str]]:
    """Return added and removed names as (part, "+" or "-", name)."""
    changes = []
    for part in ("public", "seats", "decks", "steps"):
        changes += [(part, "+", name) for name in now[part] if name not in recorded[part]]
        changes += [(part, "-", name) for name in recorded[part] if name not in now[part]]
    return changes


def comes_with_new_rules(recorded: Shape, now: Shape) -> bool:
    """Return whether the only changes are new kinds of steps in a new version of the rules, whose games older code does not open."""
    kinds = {words.split()[0] for words in recorded["steps"]}
    more = [part == "steps" and sign == "+" and name.split()[0] not in kinds for part, sign, name in differences(recorded, now)]
    return all(more) and now["version"] > recorded["version"]


def problem(rules: Ruleset, known: dict[str, Shape]) -> str:
    """Return a sentence that says what is wrong with the format of this edition; "" if nothing is wrong."""
    recorded, now = known.get(str(rules.format)), shape(rules)
    if recorded is None:
        return f"{rules.slug}: format {rules.format} is not written down yet. {RENEW}"
    if comes_with_new_rules(recorded, now):
        return f"{rules.slug}: version {rules.version} of the rules is not written down yet. {RENEW}"
    changed = ", ".join(f"{part} {sign}{name}" for part, sign, name in differences(recorded, now))
    return f"{rules.slug}: states are not those of format {rules.format} ({changed}). {HOW}" if changed else ""


def renew(rules: Ruleset) -> None:
    """Record a new format, or the new steps of a new version of the rules."""
    path, now = written_down(rules), shape(rules)
    everything = read_shapes(path)
    known = everything.setdefault(rules.slug, {})
    recorded = known.get(str(rules.format))
    if recorded is None or comes_with_new_rules(recorded, now):
        known[str(rules.format)] = now
    path.write_text(json.dumps(everything, indent=1, sort_keys=True, ensure_ascii=False) + "\n")


def main(words: list[str]) -> int:
    """Check the formats of all editions, with `--renew` after recording them. Return 1 if a format is wrong."""
    if words == ["--renew"]:
        for rules in all_rulesets().values():
            renew(rules)
    problems = [
        fault for rules in all_rulesets().values() if (fault := problem(rules, read_shapes(written_down(rules)).get(rules.slug, {})))
    ]
    print("\n".join(problems), end="\n" if problems else "")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
