"""Parse a From line as mail programs write it. Use only the standard library, because the letter parser is a separate program."""

import re

ADDRESS = re.compile(r"[^\s@<>(),;:\"\\\[\]]{1,64}@[^\s@<>(),;:\"\\\[\]]{1,253}")
BETWEEN = re.compile("[,;]")


def address_of(line: str) -> str:
    """Return the single address of a From line, in lower case; "" if the line has no address or more than one."""
    words = without_quoted(line).strip()
    if words.endswith(")"):
        words = words[: words.rfind("(")].rstrip()
    name, bracket, rest = words.rpartition("<")
    if not bracket:
        return words.lower() if ADDRESS.fullmatch(words) else ""
    address = rest[:-1].strip()
    if not rest.endswith(">") or not ADDRESS.fullmatch(address) or ("<" in name and "@" in name.partition("<")[2]):
        return ""
    others = [part for part in BETWEEN.split(name)[:-1] if "@" in part and part.strip(" '").lower() != address.lower()]
    return "" if others else address.lower()


def without_quoted(line: str) -> str:
    """Return the line without the strings in double quotes; the whole line if a quote is not closed."""
    words, is_quoted, is_escaped = list[str](), False, False
    for char in line:
        if is_escaped:
            is_escaped = False
        elif is_quoted and char == "\\":
            is_escaped = True
        elif char == '"':
            is_quoted = not is_quoted
        elif not is_quoted:
            words.append(char)
    return line if is_quoted else "".join(words)
