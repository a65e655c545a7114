"""The rules of an edition for readers: the text with numbered laws, the cards of its piles, and the table's options."""

import re
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from itertools import count
from typing import Any, NamedTuple

import nh3
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import slugify
from markdown_it import MarkdownIt

from games.editions import guard
from games.engine import Ruleset, TableOption
from games.kit.face import Pile
from games.kit.parts import face_of
from games.kit.symbols import PREFIX
from games.rulesets import get_ruleset

PICTURE = re.compile(r"<p>\[\[picture: ([a-z0-9 -]{1,60})\]\]</p>")
SECTION = re.compile(r"^(?=## )", re.MULTILINE)
HEADING = re.compile(r"<h2>(.*?)</h2>")
NUMBER = r"[A-Z]?\d+[A-Z]?"
NUMBERS = re.compile(rf"<em>\(({NUMBER}(?:, {NUMBER})*)\)</em>")
DRAWN_ID = re.compile(rf'(\bid="|\bhref="#|\burl\(#){PREFIX}')


class Written(NamedTuple):
    """The text of a rules page, its table of contents, and the laws that have an anchor in the text."""

    text: SafeString
    contents: list[tuple[str, str]]
    laws: frozenset[str]

    @property
    def parts(self) -> tuple[SafeString, SafeString]:
        """Return the first section, which describes the game and how to win, and all other sections."""
        end = self.text.find("<h2", 1)
        return mark_safe(self.text[:end]), mark_safe(self.text[end:])  # noqa: S308  # parts of a safe text


class Agreed(NamedTuple):
    """An option of a table. Its choices are (label, whether the table plays by it, whether it is the default)."""

    option: TableOption
    choices: list[tuple[str, bool, bool]]

    @property
    def chosen(self) -> str:
        return next(label for label, is_chosen, _ in self.choices if is_chosen)

    @property
    def is_usual(self) -> bool:
        return any(is_chosen and is_usual for _, is_chosen, is_usual in self.choices)


def written(slug: str) -> Written:
    """Return the rules page of an edition, with an empty text if rendering fails."""
    return guard.serve(get_ruleset(slug), "rules text", Written(SafeString(), [], frozenset()), rendered, slug)


@cache
def rendered(slug: str) -> Written:
    """Return the rules page of an edition, cached because it does not change while the site runs."""
    rules = get_ruleset(slug)
    html = nh3.clean(MarkdownIt("commonmark").enable("table").render(source(rules)))
    contents: list[tuple[str, str]] = []

    def anchored(match: re.Match[str]) -> str:
        key = slugify(match[1])
        contents.append((key, match[1]))
        return f'<h2 id="{key}">{match[1]}</h2>'

    html, numbers = HEADING.sub(anchored, html), count(1)
    html, laws = numbered(html)
    return Written(mark_safe(PICTURE.sub(lambda match: picture(rules, match[1], next(numbers)), html)), contents, laws)  # noqa: S308


def source(rules: Ruleset) -> str:
    """Return the page as Markdown: the folder's rules.md, with sections replaced by the edition's own."""
    pages = dict.fromkeys(("rules.md", rules.rules_page))
    texts = [path.read_text("utf-8") for page in pages if (path := files(rules.package) / page).is_file()]
    return "".join({section.partition("\n")[0]: section for text in texts for section in SECTION.split(text)}.values())


def numbered(html: str) -> tuple[str, frozenset[str]]:
    """Turn law numbers, `*(T1, T2)*` in the source, into anchors where they first appear, and into links elsewhere."""
    laws: set[str] = set()

    def anchored(law: str) -> str:
        place = "" if law in laws else f' id="{key_of(law)}"'
        laws.add(law)
        return f'<a class="law"{place} href="#{key_of(law)}">{law}</a>'

    def several(match: re.Match[str]) -> str:
        return f'<small class="laws">({", ".join(map(anchored, match[1].split(", ")))})</small>'

    return NUMBERS.sub(several, html), frozenset(laws)


def key_of(law: str) -> str:
    return f"law-{law}"


def in_order(laws: Iterable[str]) -> list[str]:
    """Return the numbers of laws sorted by letter, number, and any letter after the number: 9, 9B, 10."""

    def key(law: str) -> tuple[str, int, str]:
        before, number, behind = re.split(r"(\d+)", law)
        return before, int(number), behind

    return sorted(laws, key=key)


def picture(rules: Ruleset, words: str, number: int) -> str:
    """Draw `[[picture: name argument…]]` with the edition's function of that name. `number` makes the ids unique on the page."""
    draw = face_of(rules).pictures
    name, _, rest = words.partition(" ")
    if name not in draw:
        return ""
    drawn = guard.serve(rules, "drawing", "", lambda: DRAWN_ID.sub(rf"\g<1>{PREFIX}{number}-", draw[name](*rest.split())))
    return f"<figure>{drawn}</figure>"


def agreed(rules: Ruleset, options: Mapping[str, Any] | None = None) -> list[Agreed]:
    """Return all options of the edition's version, with the values in `options` or else the defaults."""
    rows = []
    for option in rules.options:
        chosen = (options or {}).get(option.key, option.default)
        rows.append(Agreed(option, [(label, value == chosen, value == option.default) for value, label in option.choices]))
    return rows


def piles(rules: Ruleset, view: Any = None) -> tuple[Pile, ...]:
    """Return all cards in all piles of the edition. With a view, add the public number of cards left in each pile."""
    return guard.serve(rules, "drawing", (), face_of(rules).piles, rules, view)


def changes(rules: Ruleset) -> list[str]:
    """Return the changes in newer versions of the rules, compared with the version of `rules`."""
    newer = range(rules.version + 1, get_ruleset(rules.slug).version + 1)
    return [sentence for version in newer for sentence in rules.changes.get(version, ())]
