"""A failing run made smaller: fewer faults, people and days that still fail in the same way."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from .town import Failed, Plan
from .weather import FAULTS

NUMBERS = re.compile(r"<[^>]*>|\S+@\S+|\d+")
MOMENT = len("23 Mar 2026 10:00:00: ")


def what(found: Failed) -> str:
    """Return what was wrong, without the numbers and addresses that another run has otherwise."""
    return NUMBERS.sub("#", str(found).splitlines()[0][MOMENT:])


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
    if faults:
        yield replace(plan, faults="none")
    for half in (faults[: len(faults) // 2], faults[len(faults) // 2 :]):
        if 0 < len(half) < len(faults):
            yield replace(plan, faults=",".join(half))
    if len(faults) > 2:
        yield from (replace(plan, faults=",".join(one for one in faults if one != left)) for left in faults)
    for people in (plan.people // 2, plan.people - 1):
        if 2 <= people < plan.people:
            yield replace(plan, people=people)


def minimise(plan: Plan, run: Callable[[Plan], Any], tell: Callable[[str], Any], most: int = 40) -> Failed | None:
    """Return the failure of the smallest plan found in at most so many runs; None if the plan does not fail."""
    failure = failure_of(plan, run)
    if failure is None:
        return None
    wanted, runs, shrunk = what(failure), 1, True
    while shrunk and runs < most:
        shrunk = False
        for next_plan in smaller(plan, failure):
            found, runs = failure_of(next_plan, run), runs + 1
            tell(f"{next_plan}: {what(found) if found else 'nothing'}")
            if found is not None and what(found) == wanted:
                plan, failure, shrunk = next_plan, found, True
                break
            if runs >= most:
                break
    return failure
