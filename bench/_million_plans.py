"""Plans of statements in short, and the report of what was measured."""

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from _million_look import MOST_CPU, MOST_QUERIES, MOST_STATEMENT, Cost, Statement
from django.db import connection

EXPLAINED = ("SELECT", "UPDATE", "DELETE", "WITH")
TABLE = re.compile(r'(?:FROM|JOIN|UPDATE) "(\w+)"')
MANY = 20_000
"""Rows from which on reading a whole table is worth a mark."""


def plan_of(statement: Statement) -> str:
    """Return the plan of a statement in one line; "" for what has none."""
    if not statement.sql.lstrip().upper().startswith(EXPLAINED):
        return ""
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN (FORMAT JSON) {statement.sql}", statement.parameters)
        found = cursor.fetchone()[0]
    return in_short((json.loads(found) if isinstance(found, str) else found)[0]["Plan"])


def in_short(node: dict[str, Any]) -> str:
    """Return a plan in one line: kinds of nodes, with their indexes or tables, and what is below them in brackets."""
    below = [in_short(part) for part in node.get("Plans", ())]
    where = node.get("Index Name") or node.get("Relation Name") or ""
    is_long = node["Node Type"] == "Seq Scan" and node.get("Plan Rows", 0) + node["Total Cost"] > MANY
    mark = " (THE WHOLE TABLE)" if is_long else ""
    text = f"{node['Node Type']}{' ' + where if where else ''}{mark}"
    return f"{text} [{', '.join(below)}]" if len(below) > 1 else f"{text} > {below[0]}" if below else text


def head_of(statement: Statement) -> str:
    """Return what a statement does and with which tables, each named once."""
    verb = statement.sql.lstrip().split(None, 1)[0].upper()
    return f"{verb} {', '.join(dict.fromkeys(TABLE.findall(statement.sql)))}"


def plans_of(costs: Iterable[Cost]) -> Iterator[tuple[str, list[str]]]:
    """Yield (title, plans) of each page or sweep; a statement that came before is left out."""
    seen: set[str] = set()
    for cost in costs:
        lines = []
        for statement in cost.statements:
            if statement.sql not in seen and (plan := plan_of(statement)):
                seen.add(statement.sql)
                lines.append(f"{head_of(statement)}: {plan}")
        if lines:
            yield cost.title, lines


def told(costs: Iterable[Cost], is_page: bool) -> Iterator[str]:
    """Yield a line for each page or sweep, with a mark where a goal is missed."""
    for cost in costs:
        good = cost.is_good_page if is_page else cost.is_good_sweep
        yield (
            f"{cost.title[:52]:<52} {cost.answer[:20] if is_page else '':<4} {len(cost.statements):>3} queries, CPU {cost.web:6.1f} ms"
            f" + {cost.database:6.1f} ms in the database, slowest statement {cost.slowest:6.1f} ms{'' if good else '   MISSED'}"
        )


GOALS = f"goals: a page {MOST_CPU:.0f} ms of CPU and {MOST_QUERIES} queries, a statement of a sweep {MOST_STATEMENT:.0f} ms"


class Figures(NamedTuple):
    """What was measured over one size: (title, queries, CPU here, CPU of the database, slowest statement) of each, and plans."""

    games: int
    pages: list[list[Any]]
    sweeps: list[list[Any]]
    plans: list[list[Any]]


def figures_of(games: int, pages: list[Cost], sweeps: list[Cost]) -> Figures:
    """Return costs and plans as they are kept and written."""
    kept = [[[one.title, len(one.statements), one.web, one.database, one.slowest] for one in part] for part in (pages, sweeps)]
    return Figures(games, *kept, [list(plan) for plan in plans_of([*pages, *sweeps])])


def page_of(sizes: list[Figures]) -> str:
    """Return the page for docs: figures at each size beside each other, and the plans of the largest."""
    *_, large = sizes = sorted(sizes, key=lambda one: one.games)
    head = " | ".join(f"{one.games:,} games" for one in sizes)
    parts = [HEAD.format(sizes=" and ".join(f"{one.games:,}" for one in sizes))]
    for title, name in (("Pages", "pages"), ("Sweeps", "sweeps")):
        parts += [f"## {title}\n", f"| | queries | {head} |", f"| --- | --- |{' --- |' * len(sizes)}"]
        parts += [*rows([getattr(one, name) for one in sizes]), ""]
    parts.append(f"## Plans with {large.games:,} games\n\nEach statement once, where it comes first.\n")
    for title, lines in large.plans:
        parts += [f"**{title}**\n", *(f"- {line.replace('|', '/')}" for line in lines), ""]
    return "\n".join(parts).rstrip() + "\n"


def rows(sizes: list[list[list[Any]]]) -> Iterator[str]:
    """Yield a line for each title: queries, and for each size CPU of the site + of the database, and the slowest statement."""
    for same in zip(*sizes, strict=True):
        cells = [f"{web:.1f} + {database:.1f} ({slowest:.1f})" for _, _, web, database, slowest in same]
        yield f"| {same[-1][0]} | {same[-1][1]} | {' | '.join(cells)} |"


HEAD = """# A million games: figures and plans

Written by `python bench/million.py write`, over {sizes} running games filled in by COPY ([large.md](large.md) says how, and what was done).
Each cell: milliseconds of CPU of the site + of the database, medians of nine, and in brackets the quickest run of the slowest statement.
A plan names its nodes from the top; what is in brackets is below, in order.
"""
