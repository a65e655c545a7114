"""A failing run made smaller: fewer faults, people and days that still fail in the same way."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from .town import Failed, Plan
from .weather import FAULTS

NUMBERS = re.compile(r"<[^>]*>|\S+@\S+|\d+")
MOMENT = len("23 Mar 2026 10:00:00: ")


def what(found: Failed | None) -> str:
    """Return what was wrong, without the numbers and addresses that another run has otherwise."""
    return NUMBERS.sub("#", str(found).splitlines()[0][MOMENT:]) if found else "nothing"


def failure_of(plan: Plan, run: Callable[[Plan], Any]) -> Failed | None:
    """Return how the run of this plan fails, if it does."""
    try:
        run(plan)
    except Failed as found:
        return found
    return None


def smaller(plan: Plan, failure: Failed) -> Iterator[Plan]:
    """Yield plans that are a little smaller, the greatest step first."""
    if failure.day + 0.2 < plan.days:
        yield replace(plan, days=round(failure.day + 0.15, 1))
    faults = sorted(FAULTS) if plan.faults == "all" else [one for one in plan.faults.split(",") if one != "none"]
    half = len(faults) // 2
    fewer = [[], faults[:half], faults[half:], *([one for one in faults if one != left] for left in faults)] if faults else []
    for few in fewer:
        if len(few) < len(faults) and (few or few is fewer[0]):
            yield replace(plan, faults=",".join(few) or "none")
    for people in (plan.people // 2, plan.people - 1):
        if 2 <= people < plan.people:
            yield replace(plan, people=people)


def minimise(plan: Plan, failure: Failed, run: Callable[[Plan], Any], tell: Callable[[str], Any], most: int = 40) -> Failed:
    """Return the failure of the smallest plan found in at most so many runs, given how this plan fails."""
    runs, shrunk = 0, True
    while shrunk:
        shrunk = False
        for next_plan in smaller(plan, failure):
            if runs >= most:
                return failure
            found, runs = failure_of(next_plan, run), runs + 1
            tell(f"{next_plan}: {what(found)}")
            if found and what(found) == what(failure):
                plan, failure, shrunk = next_plan, found, True
                break
    return failure
