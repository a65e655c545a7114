"""An organiser's button as a person uses it: what it will do is read first, and then confirmed."""

from django.urls import reverse


def press(client, season, what: str, **said):
    """`press(client, season, "void", fixture=3, reason="…")` gives the last answer; a refusal is the first one."""
    address = reverse("leagues:decide", args=[season.league.slug, season.number, what])
    told = client.post(address, said)
    if "preview" not in (told.context or {}):
        return told
    return client.post(address, {**said, "seen": told.context["preview"].token})
