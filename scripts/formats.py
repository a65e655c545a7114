"""What stored states are made of, compared with what was written down of their format: `python scripts/formats.py [--renew]`.

A name that is added to a state, or an entry to a step, makes every stored game unreadable for the code, or a new one for older
code. So it needs a format of its own, with an upgrade (docs/adding-a-game.md). `--renew` writes down the format that is new.
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
HOW = "See “Formats of stored games” in docs/adding-a-game.md: write an upgrade, then run python scripts/formats.py --renew."
RENEW = "Run python scripts/formats.py --renew."


def shape(rules: Ruleset) -> Shape:
    """The names of everything that is stored of a game, open and secret, what its steps are made of, and the version of its rules."""
    found: dict[str, set[str]] = {"public": set(), "seats": set(), "decks": set()}
    for count in range(rules.seats[0], rules.seats[1] + 1):
        snapshot = rules.dump(dealt(rules, count))
        found["public"] |= set(snapshot.public)
        found["seats"] |= {name for seat in snapshot.seats for name in seat}
        found["decks"] |= set(snapshot.decks)
    steps = rules.context.steps.types if isinstance(rules, FolderRuleset) else {}
    found["steps"] = {" ".join((kind, *step._fields[1:])) for (kind, _), step in steps.items()}
    return {part: sorted(names) for part, names in found.items()} | {"version": rules.version}


def dealt(rules: Ruleset, count: int) -> Any:
    """A new game of so many."""
    options = {option.key: option.default for option in rules.options}
    for option in rules.options:
        fitting = [value for value, _ in option.choices if not rules.unplayable(options | {option.key: value}, count)]
        options[option.key] = options[option.key] if options[option.key] in fitting else fitting[0]
    return rules.setup(rules.first_places(count), 0, options, Dice(b"shape"))[0]


def written_down(rules: Ruleset) -> Path:
    """The file beside the edition in which the shapes of its formats stand."""
    return Path(str(sys.modules[type(rules).__module__].__file__)).with_name("formats.json")


def read(path: Path) -> dict[str, dict[str, Shape]]:
    return json.loads(path.read_text()) if path.exists() else {}


def differences(kept: Shape, now: Shape) -> list[tuple[str, str, str]]:
    """What came and what went: (part, + or -, name)."""
    found = []
    for part in ("public", "seats", "decks", "steps"):
        found += [(part, "+", name) for name in now[part] if name not in kept[part]]
        found += [(part, "-", name) for name in kept[part] if name not in now[part]]
    return found


def comes_with_new_rules(kept: Shape, now: Shape) -> bool:
    """Is nothing new but kinds of steps, in a new version of the rules? Older code does not touch games of that version anyway."""
    kinds = {words.split()[0] for words in kept["steps"]}
    more = [part == "steps" and sign == "+" and name.split()[0] not in kinds for part, sign, name in differences(kept, now)]
    return all(more) and now["version"] > kept["version"]


def problem(rules: Ruleset, known: dict[str, Shape]) -> str:
    """What is wrong with the format of this edition, as a sentence; "" when nothing is."""
    kept, now = known.get(str(rules.format)), shape(rules)
    if kept is None:
        return f"{rules.slug}: format {rules.format} is not written down yet. {RENEW}"
    if comes_with_new_rules(kept, now):
        return f"{rules.slug}: version {rules.version} of the rules is not written down yet. {RENEW}"
    changed = ", ".join(f"{part} {sign}{name}" for part, sign, name in differences(kept, now))
    return f"{rules.slug}: states are not those of format {rules.format} ({changed}). {HOW}" if changed else ""


def renew(rules: Ruleset) -> None:
    """Write down a format that is not there yet, or the steps that a new version of the rules has in it."""
    path, now = written_down(rules), shape(rules)
    everything = read(path)
    known = everything.setdefault(rules.slug, {})
    kept = known.get(str(rules.format))
    if kept is None or comes_with_new_rules(kept, now):
        known[str(rules.format)] = now
    path.write_text(json.dumps(everything, indent=1, sort_keys=True, ensure_ascii=False) + "\n")


def main(words: list[str]) -> int:
    """Compare, or renew and compare; 1 when something is wrong."""
    if words == ["--renew"]:
        for rules in all_rulesets().values():
            renew(rules)
    problems = [said for rules in all_rulesets().values() if (said := problem(rules, read(written_down(rules)).get(rules.slug, {})))]
    print("\n".join(problems), end="\n" if problems else "")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
