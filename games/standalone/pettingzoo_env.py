"""Every edition as a PettingZoo environment (AEC), for reinforcement learning: `pip install buccaneer-site[pettingzoo]`.

    from games.standalone import pettingzoo_env
    env = pettingzoo_env.env("buccaneer", players=3)

docs/rules-in-python.md explains actions, observations and rewards. An agent sees its seat's own view and nothing else.
"""

import json
import random
from collections.abc import Iterator, Sequence
from itertools import chain, islice
from typing import Any
from zlib import crc32

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from games.engine import SITE, Action, Decision, Dice, IllegalAction, play
from games.engine.play import site_answer
from games.kit.parts import face_of
from games.standalone.playouts import CannotPlay, find_ruleset, some_places

ACTIONS = 4096
"""The number of actions. Action 0 leaves optional questions unanswered; any other number is a hash of a question and its answer."""
MOST_OFFERED = 2000
"""The maximum number of answers offered at once. If there are more, the default and the answers with the fewest items are offered."""
FEATURES = 2048
"""The number of features in an observation."""
LIMIT = 1e6
"""The largest absolute value in an observation."""
PASS = 0


def env(slug: str, players: int | None = None, options: dict[str, Any] | None = None, **settings: Any) -> AECEnv:
    """Return the environment in PettingZoo's usual wrappers: an illegal action ends the game for its agent with reward -1.

    `players` and `options` are as at a table (default: the usual number, and the edition's defaults). `most` is the number of answers
    after which a game is truncated. `render_mode` "ansi" returns boards as text, "human" prints them. Raise CannotPlay for invalid values.
    """
    environment: AECEnv = wrappers.TerminateIllegalWrapper(RulesetEnv(slug, players, options, **settings), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(environment))


class RulesetEnv(AECEnv):
    """The environment of one edition.

    The environment itself answers questions that only wait for time to pass, and offers optional reactions before the game goes on.
    At the end, winners get a reward of 1 and the others -1; everyone gets 0 if there is no winner.
    """

    def __init__(
        self,
        slug: str,
        players: int | None = None,
        options: dict[str, Any] | None = None,
        most: int = 20_000,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.rules = find_ruleset(slug)
        players = players or self.rules.usual_seats
        if wrong := self.rules.unplayable(options or {}, players):
            raise CannotPlay(wrong)
        self.options, self.most, self.render_mode = dict(options or {}), most, render_mode
        self.metadata = {"name": f"{slug}_v{self.rules.version}", "render_modes": ["ansi", "human"], "is_parallelizable": False}
        self.chance = random.Random()  # noqa: S311  reset(seed=…) makes games repeatable; no stored game uses this generator
        self.possible_agents = [f"seat_{seat}" for seat in range(players)]
        self.seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.action_spaces = {agent: Discrete(ACTIONS) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: Dict({"observation": Box(-LIMIT, LIMIT, (FEATURES,), np.float32), "action_mask": Box(0, 1, (ACTIONS,), np.int8)})
            for agent in self.possible_agents
        }

    def action_space(self, agent: str) -> Discrete:
        return self.action_spaces[agent]

    def observation_space(self, agent: str) -> Dict:
        return self.observation_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game. The same seed deals the same game. `options` is ignored: the options of the table are already set."""
        if seed is not None:
            self.chance = random.Random(seed)  # noqa: S311
        self.agents, self.played, self.dice = self.possible_agents[:], 0, Dice(self.chance.randbytes(32))
        places = some_places(self.rules, len(self.agents), self.chance)
        self.position, _ = self.rules.setup(places, self.chance.randrange(len(places)), self.options, self.dice)
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations, self.truncations = dict.fromkeys(self.agents, False), dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self.passed: set[tuple[int, str]] = set()
        self.ask()

    def step(self, action: int | None) -> None:
        """Carry out an action of the selected agent. Raise ValueError, and change nothing, if the action is not offered."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        if action is None or int(action) not in self.offers:
            raise ValueError(f"Action {action} is not offered to {self.agent_selection}; the action mask shows those that are.")
        self._cumulative_rewards[self.agent_selection] = 0
        self._clear_rewards()
        action_taken = self.offers[int(action)]
        if action_taken is None:
            self.passed |= {(question.seat, question.name) for question in self.questions}
        else:
            self.carry_out(action_taken)
        self.ask()
        self._accumulate_rewards()

    def carry_out(self, action: Action) -> None:
        self.position = play(self.rules, self.position, action, self.dice).state
        self.played, self.passed = self.played + 1, set()

    def ask(self) -> None:
        """Select the agent whose answer comes next, or end the game."""
        self.questions: list[Decision] = []
        while self.rules.outcome(self.position) is None and self.played < self.most and not self.questions:
            open_now = self.rules.decisions(self.position)
            awaited = next(question for question in open_now if not question.optional)
            reactions = [question for question in open_now if question.optional and question.reaction and question.seat != awaited.seat]
            if unanswered := [reaction for reaction in reactions if (reaction.seat, reaction.name) not in self.passed]:
                self.questions = unanswered[:1]
            elif awaited.seat is SITE:
                self.carry_out(site_answer(awaited))
            else:
                self.questions = [question for question in open_now if question.seat == awaited.seat]
        self.offers = offered(self.questions)
        if self.questions:
            self.agent_selection = self.possible_agents[self.questions[0].seat]
        else:
            self.finish()

    def finish(self) -> None:
        """Reward the winners, or truncate a game that is too long."""
        outcome = self.rules.outcome(self.position)
        if outcome is None:
            self.truncations = dict.fromkeys(self.agents, True)
            return
        self.terminations = dict.fromkeys(self.agents, True)
        for agent in self.agents:
            seat = self.seats[agent]
            self.infos[agent] = {"place": outcome.places[seat], "score": outcome.scores[seat], "reason": outcome.reason}
            self.rewards[agent] = (1 if seat in outcome.winners else -1) if outcome.winners else 0

    def view(self, agent: str) -> Any:
        """Return the view of this agent's seat as JSON-ready names and values, with more detail than an observation."""
        return self.rules.view(self.position, self.seats[agent]).to_json()

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """Return the agent's view and open questions as numbers, and the mask of its legal actions (all zero if the agent is not asked)."""
        numbers, mask = np.zeros(FEATURES, np.float32), np.zeros(ACTIONS, np.int8)
        count_in(numbers, "", self.view(agent))
        if agent == self.agent_selection:
            mask[list(self.offers)] = 1
            for question in self.questions:
                count_in(numbers, f"?{question.name}", {"asked": True, **question.facts})
        return {"observation": np.clip(numbers, -LIMIT, LIMIT), "action_mask": mask}

    def render(self) -> str | None:
        """Return (or print, for "human") the board as text, as the selected agent sees it."""
        if self.render_mode is None:
            return None
        view, board = self.rules.view(self.position, self.seats[self.agent_selection]), face_of(self.rules).text_board
        question = self.questions[0] if self.questions else None
        text = board(view, self.possible_agents, question) if board else json.dumps(view.to_json(), indent=1)
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def close(self) -> None:
        """Do nothing: there is no window or file to close."""


def offered(questions: Sequence[Decision]) -> dict[int, Action | None]:
    """Return a dict from action numbers to the actions that answer these questions of one seat."""
    actions: dict[int, Action | None] = {PASS: None} if all(question.optional for question in questions) else {}
    for question in questions:
        for answer in some_answers(question, MOST_OFFERED // len(questions)):
            number = 1 + crc32(json.dumps([question.name, answer]).encode()) % (ACTIONS - 1)
            while number in actions:  # another answer has this number already: take the next number
                number = 1 + number % (ACTIONS - 1)
            actions[number] = Action(question.seat, question.name, answer)
    return actions


def some_answers(question: Decision, most: int) -> Iterator[Any]:
    """Yield up to `most` legal answers, each once, starting with the default if the default is legal."""
    try:
        default = [question.check(question.default)]
    except IllegalAction:  # an optional question may have no default
        default = []
    return islice(chain(default, (answer for answer in question.answers() if answer not in default)), most)


def count_in(numbers: np.ndarray, path: str, value: Any) -> None:
    """Add a value to the features by feature hashing: a number is added to the feature of its path; a word adds 1 to its own feature."""
    if isinstance(value, dict):
        for key, inner in value.items():
            count_in(numbers, f"{path}/{key}", inner)
    elif isinstance(value, list | tuple):
        for index, inner in enumerate(value):
            count_in(numbers, f"{path}/{index}", inner)
    elif isinstance(value, str):
        numbers[crc32(f"{path}={value}".encode()) % FEATURES] += 1
    elif value is not None:
        numbers[crc32(path.encode()) % FEATURES] += value
