"""What a person reads on a page or in a letter, found by structure: role, id, class, heading, field; never by its words.

A page is a response, a letter with an HTML part, or markup. Selectors are those of stylesheets (https://lexbor.com).
"""

import re
from collections.abc import Iterator

from selectolax.lexbor import LexborHTMLParser, LexborNode

BLOCKS = (
    "address article aside blockquote body br caption dd details dialog div dl dt fieldset figcaption figure footer form "
    "h1 h2 h3 h4 h5 h6 header hr html label legend li main nav ol p section summary table tbody thead tr ul"
)
"""Tags that begin on a new line."""
UNREAD = frozenset(["head", "script", "style", "template", "svg"])
WIDTH = 66
"""Of lines in the text of a letter."""
HELD = "\ue000"
"""A space that is not joined with others."""
LONG = 12
"""A list of more options is told by its first and last one, and those chosen."""


def tree(page) -> LexborHTMLParser:
    """The page, parsed."""
    return LexborHTMLParser(markup(page))


def markup(page) -> str:
    """The HTML of a response, of a letter that was sent or written, or what is HTML already."""
    if isinstance(page, str):
        return page
    if hasattr(page, "alternatives"):
        return page.alternatives[0].content
    return page.html if hasattr(page, "html") else page.content.decode()


# -- parts of a page ------------------------------------------------------------------------------
def has(page, selector: str) -> bool:
    """Is there such an element?"""
    return tree(page).css_first(selector) is not None


def part(page, selector: str, number: int = 0, without: str = "") -> str | None:
    """What one reads in the first element of this kind, or the one with that number, but for some parts of it; None when there is none."""
    found = parts(page, selector, without)
    return found[number] if -len(found) <= number < len(found) else None


def parts(page, selector: str, without: str = "") -> list[str]:
    """What one reads in each element of this kind."""
    parsed = tree(page)
    for node in parsed.css(without) if without else ():
        node.decompose()
    return [words(node) for node in parsed.css(selector)]


def alert(page) -> str | None:
    """What is said to be wrong."""
    return part(page, "[role=alert]")


def flash(page) -> str | None:
    """What the page says of what was done just now, each message on a line."""
    return "\n".join(parts(page, "main > p.message")) or None


def headings(page) -> list[str]:
    return parts(page, "h1, h2, h3")


def buttons(page, inside: str = "main") -> list[str]:
    """What buttons say, and links that look like one."""
    return parts(page, f"{inside} button, {inside} a.button")


def titles(page, selector: str = "[title]") -> list[str]:
    """What stands under the pointer at each element of this kind."""
    return [node.attributes.get("title") or "" for node in tree(page).css(selector)]


def links(page, inside: str = "main") -> list[str]:
    """Where links lead."""
    return [node.attributes.get("href") or "" for node in tree(page).css(f"{inside} a")]


def fields(page, form: str = "main") -> dict[str, str | None]:
    """Names of the fields in a form, and what stands in them; of boxes and circles, those that are on."""
    found: dict[str, str | None] = {}
    for node in tree(page).css(" ,".join(f"{form} {tag}" for tag in ("input", "select", "textarea"))):
        name, kind = node.attributes.get("name"), node.attributes.get("type")
        if name and kind in ("checkbox", "radio"):
            found[name] = value(node) if "checked" in node.attributes else found.get(name)
        elif name:
            found[name] = value(node)
    return found


def value(node: LexborNode) -> str:
    if node.tag == "select":
        chosen = node.css_first("option[selected]") or node.css_first("option")
        return (chosen.attributes.get("value") or "") if chosen else ""
    return node.text() if node.tag == "textarea" else node.attributes.get("value") or ""


# -- parts of a letter ----------------------------------------------------------------------------
def text(letter) -> str:
    """The text part, each paragraph and point on one line, since long lines were broken to be short; charts stay as they are."""
    found: list[str] = []
    for line in (letter.text if hasattr(letter, "html") else letter.body).strip().split("\n"):
        word, *_ = line.split() or [""]
        before = found[-1].rpartition("\n")[2] if found else ""
        is_link = "://" in before and " " not in before.strip()
        if word and "://" not in word and not is_link and len(before) + 1 + len(word) > WIDTH:
            found[-1] += "\n" + line
        else:
            found.append(line)
    return "\n".join(" ".join(part.strip() if number else part for number, part in enumerate(line.split("\n"))) for line in found)


def subject(letter) -> str:
    return letter.subject


def paragraphs(letter) -> list[str]:
    """Of the text part, each point of a list on a line; without what stands at the foot of every letter."""
    above = text(letter).partition("\n--------\n")[0].strip()
    return ["\n".join(" ".join(line.split()) for line in found.split("\n")) for found in re.split(r"\n(?:\s*\n)+", above)]


def section(letter, number: int) -> str | None:
    """The paragraphs beneath a heading of the letter, with the heading: 1 is that of the first. Headings are those of the HTML part."""
    found: list[list[str]] = [[]]
    heads = parts(letter, "h2")
    for paragraph in paragraphs(letter):
        if paragraph in heads:
            found.append([])
        found[-1].append(paragraph)
    return "\n".join(found[number]) if number < len(found) else None


def opening(letter) -> str | None:
    """What a letter says before its first heading, with the greeting."""
    return section(letter, 0)


def foot(letter) -> str:
    """Why this letter came, and how it does not come again."""
    return text(letter).partition("\n--------\n")[2]


# -- what one reads -------------------------------------------------------------------------------
def words(node: LexborNode) -> str:
    """An element as lines of plain text: headings, points, [buttons], fields and pictures can be told apart."""
    lines = ("".join(pieces(node)) if node.tag not in UNREAD else "").split("\n")
    told = "\n".join(line for found in lines if (line := " ".join(found.split())))
    return re.sub(r"^((?:- |#+ )*(?:-|#+))\n", r"\1 ", told, flags=re.MULTILINE).replace(HELD, " ")


def pieces(node: LexborNode) -> Iterator[str]:
    for child in node.iter(include_text=True):
        yield from piece(child)


def piece(node: LexborNode) -> Iterator[str]:
    """One node inside what is read."""
    tag, has = node.tag, node.attributes
    if tag == "pre":
        yield f"\n{node.text().replace(' ', HELD)}\n"
    elif tag == "-text":
        yield node.text_content.replace("\n", " ") if node.text_content else ""
    elif tag == "img":
        yield f" ({has.get('alt')}) " if has.get("alt") else ""
    elif tag in ("input", "select", "textarea"):
        yield field(node)
    elif tag in ("button", "a"):
        named = has.get("aria-label")
        inside = f"{''.join(pieces(node)).strip()}{f' ({named})' if named else ''}"
        yield f" [{inside}] " if tag == "button" or "button" in (has.get("class") or "") else inside
    elif tag in ("td", "th"):
        yield from (" | ", *pieces(node))
    elif tag not in UNREAD:
        yield from block(node) if tag in BLOCKS.split() else pieces(node)


def block(node: LexborNode) -> Iterator[str]:
    """Something that begins on a new line. What belongs to a term or label stands beside it."""
    tag, named = node.tag or "", node.attributes.get("aria-label")
    marks = {"li": "- ", "hr": "----", **{f"h{level}": "#" * level + " " for level in range(1, 7)}}
    begin, end = ("" if tag == "dd" else "\n"), "\n"
    if tag == "dt":
        end = ": "
    elif tag == "label" and not node.css_first("input, select, textarea"):
        end = " "
    yield from (begin, f"({named})\n" if named else "", marks.get(tag, ""), *pieces(node), end)


def field(node: LexborNode) -> str:
    """A field as one sees it, with what stands in it."""
    has = node.attributes
    kind = has.get("type") or "text"
    if node.tag == "select":
        return " <" + " | ".join(options(node)) + "> "
    if kind in ("checkbox", "radio"):
        return " (x) " if "checked" in has else " ( ) "
    if kind == "submit":
        return f" [{has.get('value')}] "
    return "" if kind == "hidden" else f" <{value(node) or '…'}> ".replace("\n", " ")


def options(node: LexborNode) -> list[str]:
    """What one can choose, that which is chosen with a star."""
    found = [("*" if "selected" in option.attributes else "") + option.text().strip() for option in node.css("option")]
    return found if len(found) <= LONG else [found[0], "…", *(one for one in found[1:-1] if one[:1] == "*"), "…", found[-1]]
