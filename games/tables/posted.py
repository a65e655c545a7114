"""Parse posted forms: an answer to a decision, a new table, a chat line, a record."""

from collections.abc import Sequence
from copy import copy
from typing import Any, cast

from django import forms
from django.http import QueryDict
from django.utils.text import get_text_list

from accounts.models import User
from games.clocks.terms import BadTerms
from games.engine import Action, IllegalAction, Ruleset
from games.formats.notation.reading import MOST_MOVES, MOST_TEXT
from games.play.controllers import bot_levels
from games.tables.chat import MAX_LINE_LENGTH
from games.tables.clock_form import PREFIX, ClockFields, choice_field, helmsman_choices
from games.tables.lobby import checked_options

MAX_ANSWER = 300
"""The maximum number of characters in an answer. An answer may hold a whole turn."""
MOST_ANSWERS = 200
LARGEST = 10**9
BOTS_ONLY = "bots"


def read_action(data: QueryDict, seat: int) -> tuple[Action, int]:
    """Return the posted action, and the newest move on the player's page. Raise IllegalAction for an invalid form."""
    decision = single_value(data, "decision")
    if data.get("kind") == "deal" or "give" in data or "take" in data:
        answer: Any = (all_values(data, "give"), all_values(data, "take"))
    else:
        values = all_values(data, "answer")
        answer = values[0] if len(values) == 1 else values
    return Action(seat, decision, answer), read_seen(data)


def read_seen(data: QueryDict) -> int:
    """Return the number of the newest move on the player's page. Raise IllegalAction for an invalid form."""
    seen = single_value(data, "seen")
    if not (seen.isascii() and seen.isdecimal()) or int(seen) > LARGEST:
        raise malformed()
    return int(seen)


def single_value(data: QueryDict, key: str, longest: int = MAX_ANSWER) -> str:
    """Return a field that must occur exactly once. Raise IllegalAction for an invalid form."""
    values = all_values(data, key, longest)
    if len(values) != 1:
        raise malformed()
    return values[0]


def all_values(data: QueryDict, key: str, longest: int = MAX_ANSWER) -> tuple[str, ...]:
    """Return all values of a field. Raise IllegalAction if there are too many values or a value is too long."""
    values = tuple(data.getlist(key))
    if len(values) > MOST_ANSWERS or any(len(word) > longest for word in values):
        raise malformed()
    return values


def malformed() -> IllegalAction:
    return IllegalAction("malformed", "That form could not be read. Please try again from the page.")


class TalkForm(forms.Form):
    """A chat line."""

    text = forms.CharField(max_length=MAX_LINE_LENGTH, error_messages={"required": "Write something first."})

    def clean_text(self) -> str:
        if isinstance(self.data, QueryDict) and len(self.data.getlist("text")) > 1:
            raise forms.ValidationError(malformed().text)
        text: str = self.cleaned_data["text"]
        return text


def whole(sentence: str) -> dict[str, str]:
    """Return error messages with the same sentence for every error of a number field."""
    return dict.fromkeys(("required", "invalid", "min_value", "max_value"), sentence)


class RecordForm(forms.Form):
    """A record to import, pasted or sent as a file."""

    text = forms.CharField(
        required=False, strip=False, label="The record", help_text="Paste it here, or choose the file below.",
        widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false", "class": "record"}), max_length=MOST_TEXT,
        error_messages={
            "max_length": "That is too long for a record: it may have 200 thousand characters at most.",
            "null_characters_not_allowed": "It contains characters that no record has. Export it again.",
        },
    )  # fmt: skip
    file = forms.FileField(required=False, max_length=200, label="Or as a file")
    at = forms.IntegerField(
        required=False, min_value=0, max_value=MOST_MOVES, label="Play on after move",
        help_text="Left empty, the whole game is kept as it ended.",
        error_messages=whole(f"After which move? Give its number, from 0 to {MOST_MOVES}, or leave this empty."),
    )  # fmt: skip
    seat = forms.IntegerField(
        min_value=1, max_value=20, initial=1, label="Your seat", help_text="Seats are counted in the order of the record.",
        error_messages=whole("Which seat is yours? Give its number: 1 is the first that the record names."),
    )  # fmt: skip

    def clean(self) -> dict[str, Any]:
        super().clean()
        values = self.cleaned_data
        file, text = values.get("file"), values.get("text") or ""
        if file is not None:
            if file.size > 4 * MOST_TEXT:
                self.add_error("file", "That file is too large for a record.")
                return values
            try:
                text = file.read().decode()
            except UnicodeDecodeError:
                self.add_error("file", "That file is no text.")
                return values
        if not text.strip() and not self.errors:
            self.add_error("text", "Paste a record, or choose a file.")
        return values | {"record": text.replace("\r\n", "\n")}


class TableForm(ClockFields):
    """A new table of an edition. Every field has a default, so that a person can send the form unchanged."""

    name = forms.CharField(required=False, max_length=60, label="Name of the table", help_text="Left empty, it is named after you.")
    seats = forms.TypedChoiceField(coerce=int, label="Captains in all")
    bots = forms.TypedChoiceField(coerce=int, initial=0, label="Bots among them")
    level = forms.ChoiceField(label="Strength of the bots")
    place = forms.ChoiceField(required=False)
    field_order = ["open_to_all", "friends", "seats", "bots", "level", "place", "name"]
    open_to_all = forms.ChoiceField(
        label="With whom?", widget=forms.RadioSelect, initial="False",
        choices=[("False", "People I invite, or send the link to"), ("True", "Anyone: the table is in the lobby"),
                 (BOTS_ONLY, "Bots only: the game begins at once")],
    )  # fmt: skip

    friends = forms.MultipleChoiceField(
        required=False, label="Friends to invite", widget=forms.CheckboxSelectMultiple, help_text="Each gets an invitation.",
        error_messages={"invalid_choice": "Tick friends from this list."},
    )  # fmt: skip

    def __init__(
        self, rules: Ruleset, *args: Any, friends: Sequence[User] = (), asked: Sequence[int] = (), seats: Sequence[int] = (), **kwargs: Any
    ):
        """Offer the edition's numbers of players, or only those in `seats`. Tick each friend whose id is in `asked`."""
        super().__init__(*args, **kwargs)
        self.rules, self.known = rules, friends
        least, most = rules.seats
        choice_field(self, "seats").choices = [(count, str(count)) for count in seats or range(least, most + 1)]
        choice_field(self, "bots").choices = [(count, "none" if count == 0 else str(count)) for count in range(most)]
        self.fields["seats"].initial = rules.usual_seats
        if asked:
            self.fields["seats"].initial = next((count for count in seats or range(least, most) if count > len(asked)), most)
        choice_field(self, "friends").choices = [(str(friend.pk), friend.name) for friend in friends]
        self.fields["friends"].initial = [str(pk) for pk in asked]
        if not friends:
            del self.fields["friends"]
        choice_field(self, "level").choices = [(level, level.capitalize()) for level in bot_levels(rules)]
        choice_field(self, "clock_helmsman").choices = helmsman_choices(rules)
        choice_field(self, "place").choices = [("", "Any that is free"), *rules.places]
        self.fields["place"].label = f"Your {rules.place_called}"
        if not rules.places:
            del self.fields["place"]
        if not rules.round_limit:
            del self.fields["clock_ends_on"], self.fields["clock_ends_at"]
        for option in rules.options:
            self.fields[f"option-{option.key}"] = forms.ChoiceField(
                label=option.label, help_text=option.sentence, initial=str(option.default), required=False,
                choices=[(str(value), label) for value, label in option.choices],
            )  # fmt: skip

    def invited(self) -> list[User]:
        ticked = self.cleaned_data.get("friends", ())
        return [friend for friend in self.known if str(friend.pk) in ticked]

    def company_fields(self) -> list[forms.BoundField]:
        """Return the fields about who plays, which the page shows first."""
        return [self[name] for name in ("open_to_all", "friends", "seats", "bots", "level") if name in self.fields]

    def other_fields(self) -> list[forms.BoundField]:
        """Return the fields that most people leave unchanged: place, name, and the options of the edition."""
        return [field for field in self if field.name in ("place", "name") or field.name.startswith("option-")]

    def has_other_errors(self) -> bool:
        return any(field.errors for field in self.other_fields())

    def what_happens(self) -> str:
        """Return what the button will do, in a sentence, or "" for a form with errors about who plays."""
        names = ("open_to_all", "seats", "bots")
        if any(name in self.errors for name in (*names, "friends")):
            return ""
        company, *numbers = (self.cleaned_data.get(name) if self.is_bound else self[name].value() for name in names)
        seats, bots = (int(number or 0) for number in numbers)
        invited = [friend.name for friend in self.known if str(friend.pk) in (self["friends"].value() if "friends" in self.fields else ())]
        chairs = seats - 1 - bots
        if company == BOTS_ONLY or chairs == 0:
            bots = seats - 1
            return f"The game begins at once, against {bots} bot{'s' * (bots > 1)}."
        others = [f"{chairs - len(invited)} more" if invited else f"{chairs} captain{'s' * (chairs > 1)}"] if chairs > len(invited) else []
        begins = f"The game begins when {get_text_list([*invited, *others], 'and')} {'join' if chairs > 1 else 'joins'}."
        if company is True or company == "True":
            return f"{begins} The table is in the lobby, and anyone may watch it."
        return f"{begins} The next page has a link to send." if others else begins

    def clean(self) -> dict[str, Any]:
        super().clean()
        values = self.cleaned_data
        company = values.get("open_to_all")
        if company == BOTS_ONLY and values.get("seats"):
            values["bots"] = values["seats"] - 1
        elif company is not None:
            self.lower_bots()
        if company is not None:
            values["open_to_all"] = company == "True"
        if values.get("seats") and values.get("bots", 0) >= values["seats"]:
            most = values["seats"] - 1
            self.add_error(
                "bots", f"There must be a chair left for you: {values['seats']} captains means at most {most} bot{'s' * (most > 1)}."
            )
        chairs = (values.get("seats") or 0) - 1 - (values.get("bots") or 0)
        if "seats" in values and "bots" in values and 0 <= chairs < len(self.invited()):
            room = {0: "is no chair", 1: "is one chair"}.get(chairs, f"are {chairs} chairs")
            self.add_error("friends", f"There {room} for friends. Choose fewer bots.")
        if not self.is_about_time() and "open_to_all" in values:
            try:
                values["clock"] = self.clock_terms(friends_only=not values["open_to_all"])
            except BadTerms as problem:
                self.add_error(self.place_of(problem), str(problem))
        if not self.is_about_time() and "clock" in values:
            try:
                values["ends_at"] = self.agreed_end()
            except BadTerms as problem:
                self.add_error("clock_ends_on", str(problem))
        return values

    def lower_bots(self) -> None:
        """Lower the number of bots to the number of free chairs, in the form that shows the error."""
        room = (self.cleaned_data.get("seats") or 0) - 1 - len(self.invited())
        if 0 <= room < self.cleaned_data.get("bots", 0):
            shown = cast(dict[str, Any], copy(self.data))
            shown["bots"] = str(room)
            self.data = shown

    def time_fields(self) -> list[str]:
        return ["pace", *(name for name in self.fields if name.startswith(PREFIX))]

    def is_about_time(self) -> bool:
        return any(name in self.errors for name in self.time_fields())

    def options(self) -> dict[str, Any]:
        """Return the posted valid options, and defaults for all others."""
        chosen = {
            key.removeprefix("option-"): value for key, value in getattr(self, "cleaned_data", {}).items() if key.startswith("option-")
        }
        return checked_options(self.rules, {key: value for key, value in chosen.items() if value})

    def terms(self) -> dict[str, Any]:
        """Return the keyword arguments for `games.tables.lobby.create`."""
        values = self.cleaned_data
        return {
            "slug": self.rules.slug, "options": self.options(), "clock": values["clock"], "name": values["name"],
            "open_to_all": values["open_to_all"], "seats": values["seats"], "place": values.get("place", ""),
            "ends_at": values["ends_at"],
            "bots": (values["level"],) * values["bots"] if values.get("bots") else (),
        }  # fmt: skip
