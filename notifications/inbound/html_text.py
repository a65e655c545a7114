"""Convert a letter's HTML to lines of text, without quoted, hidden or struck-out parts. Use only the standard library."""

import re
from collections import Counter
from html import unescape


class Unreadable(Exception):
    """Raised if a letter cannot be read; the message names the reason."""


BLOCKS = {"p", "div", "br", "li", "tr", "ul", "ol", "table", "caption", "h1", "h2", "h3", "h4", "h5", "h6", "pre", "hr",
          "section", "article", "dl", "dt", "dd", "center", "address", "header", "footer", "main", "nav", "aside", "details", "summary",
          "figure", "figcaption", "blockquote", "body", "form", "fieldset"}  # fmt: skip
CELLS, BETWEEN_CELLS = {"td", "th"}, " | "
"""The separator of cells is not a line end, so that a name in a table of our letters never stands alone on a line like an order."""
VOID = {"br", "hr", "img", "input", "meta", "link", "wbr", "col", "area", "base", "embed", "source", "track", "param"}
UNSEEN_TAGS = {"script", "style", "head", "title", "template", "noscript", "object", "blockquote", "del", "s", "strike"}
QUOTES = ("gmail_quote", "gmail_attr", "moz-cite-prefix", "yahoo_quoted", "divrplyfwdmsg", "appendonsend", "protonmail_quote")
AS_WRITTEN = ("pre", "pre-wrap", "pre-line", "break-spaces")
ZERO = re.compile(r"[+-]?(?:0+(?:\.0*)?|\.0+)(?:e[+-]?\d+)?(?:%|[a-z]+)?")
"""A CSS number that is zero, in any unit: “0”, “0.0em”, “.0%”, but not “0.9em”."""

WORDS_ONLY = frozenset(("script", "style", "title", "textarea", "xmp", "iframe", "noembed", "noframes"))
"""Elements whose content is plain text up to the element's own end tag."""
THEIR_END = re.compile(rf"</({'|'.join(sorted(WORDS_ONLY))})(?=[\s/>])", re.IGNORECASE)
TAG = re.compile(r"<(/?)([a-zA-Z][^\s/>]*+)")
ATTRIBUTE = re.compile(r"[\s/]*+([^\s/>][^\s/>=]*+)(?:\s*+=\s*+(\"[^\"]*+\"?|'[^']*+'?|[^\s>]*+))?")
TAG_ENDS, COMMENT_ENDS = re.compile(r"[\s/]*+>"), re.compile("--!?>")
MAX_MARKUP = 20_000
"""The maximum number of "<" in an HTML part. Mail programs write a few thousand."""


def declared(style: str) -> dict[str, str]:
    """Return {property: value} for a style attribute. The last declaration wins, but `!important` beats all others."""
    first, *others = style.split("/*")  # all parts but the first begin inside a comment
    words = first + " ".join(other.partition("*/")[2] for other in others)
    pairs = [(name.strip(), value.partition("!")) for name, _, value in (declaration.partition(":") for declaration in words.split(";"))]
    return {name: value.strip() for name, (value, _, _) in sorted(pairs, key=lambda pair: "important" in pair[1][2])}


def is_hidden(values: dict[str, str]) -> bool:
    """Return whether CSS values hide an element or strike it out."""
    sizes = [values.get(name, "") for name in ("font-size", "opacity", "max-height")]
    sizes += [part.partition("/")[0] for part in values.get("font", "").split()]
    if values.get("overflow") in ("hidden", "clip"):
        sizes += [values.get(name, "") for name in ("height", "width", "max-width")]
    lines = values.get("text-decoration", "") + values.get("text-decoration-line", "")
    shown = values.get("display") != "none" and values.get("visibility") not in ("hidden", "collapse") and values.get("mso-hide") != "all"
    return not shown or "line-through" in lines or any(ZERO.fullmatch(size) for size in sizes)


def from_html(html: str) -> str:
    """Return HTML as lines of text without quoted or hidden parts, in linear time. Raise Unreadable if there is too much markup."""
    if html.count("<") > MAX_MARKUP:
        raise Unreadable("too-much-html")
    text, position = Text(), 0
    while (start := html.find("<", position)) >= 0:
        text.data(html[position:start])
        position = past_tag(html, tag, text) if (tag := TAG.match(html, start)) else past_sign(html, start, text)
    text.data(html[position:])
    return "".join(text.words)


def past_sign(html: str, start: int, text: "Text") -> int:
    """Return the position after a comment, a declaration, or a "<" that is not markup."""
    if html.startswith("<!--", start):
        end = COMMENT_ENDS.search(html, start + 2)
        return end.end() if end else len(html)
    if html[start + 1 : start + 2] in ("!", "?", "/"):
        return html.find(">", start) + 1 or len(html)
    text.data("<")
    return start + 1


def past_tag(html: str, tag: re.Match[str], text: "Text") -> int:
    """Return the position after a tag; for an element that holds only text, the position after the text."""
    attributes: dict[str, str] = {}
    position, (closes, name) = tag.end(), tag.groups()
    while attribute := ATTRIBUTE.match(html, position):
        attributes.setdefault(attribute[1].lower(), unescape((attribute[2] or "").strip("\"'")).lower())
        position = attribute.end()
    if not (end := TAG_ENDS.match(html, position)):
        return len(html)  # the letter breaks off inside this tag
    (text.end if closes else text.begin)(name.lower(), attributes)
    if closes or name.lower() not in WORDS_ONLY:
        return end.end()
    return next((close.start() for close in THEIR_END.finditer(html, end.end()) if close[1].lower() == name.lower()), len(html))


class Text:
    def __init__(self) -> None:
        self.open: list[tuple[str, bool, bool]] = []
        self.named: Counter[str] = Counter()
        self.words: list[str] = []
        self.unseen, self.as_written, self.cut = 0, 0, False
        self.has_begun = False
        """True once the current line has words."""

    def begin(self, tag: str, attributes: dict[str, str]) -> None:
        marks = attributes.get("class", "") + " " + attributes.get("id", "")
        if "divrplyfwdmsg" in marks or "appendonsend" in marks:
            self.cut = True  # Outlook puts quoted text after this mark, not within it
        if tag in BLOCKS:
            self.say("\n")
        elif tag in CELLS and self.has_begun:
            self.say(BETWEEN_CELLS)
        if tag in VOID:
            return
        style = declared(attributes.get("style", ""))
        hides = tag in UNSEEN_TAGS or "hidden" in attributes or is_hidden(style) or any(mark in marks for mark in QUOTES)
        as_written = tag == "pre" or style.get("white-space") in AS_WRITTEN
        self.open.append((tag, hides, as_written))
        self.named[tag] += 1
        self.unseen += hides
        self.as_written += as_written

    def end(self, tag: str, attributes: dict[str, str]) -> None:
        while self.named[tag]:
            other, hides, as_written = self.open.pop()
            self.named[other] -= 1
            self.unseen -= hides
            self.as_written -= as_written
            if other == tag:
                break
        if tag == "tr":  # drop the separators of trailing blank cells
            while self.words and (self.words[-1] == BETWEEN_CELLS or self.words[-1].isspace()) and "\n" not in self.words[-1]:
                self.words.pop()
        if tag in BLOCKS:
            self.say("\n")

    def data(self, data: str) -> None:
        if data:
            lines = unescape(data).split("\n") if self.as_written else [unescape(data)]
            self.say("\n".join(" ".join(f"-{line}-".split())[1:-1] for line in lines))

    def say(self, words: str) -> None:
        if not self.unseen and not self.cut:
            self.words.append(words)
            self.has_begun = bool(words.rpartition("\n")[2].strip()) or (self.has_begun and "\n" not in words)
