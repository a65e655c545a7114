"""The page of a letter about a season that takes its answer without signing in. The key in its address is the proof."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.web.common import answered_in_word
from leagues.mail import replies
from leagues.models import Season
from notifications.inbound import reply_addresses


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def answer(request: HttpRequest, key: str) -> HttpResponse:
    """Show the words that answer the letter on GET, which machines may follow; carry one out on POST."""
    row = reply_addresses.find_by_key(key)
    season = (
        Season.objects.select_related("league").filter(pk=row.facts["season"]).first() if row and row.purpose == replies.PURPOSE else None
    )
    if row is None or season is None or row.user is None:
        return render(request, "games/by_link_spent.html", {"problem": "This link is not one of ours, or it was cut off."}, status=404)
    if reply_addresses.is_dead(row) or not row.user.is_active:
        return render(request, "games/by_link_spent.html", {"problem": "This link is too old."}, status=410)
    words, user = replies.ANSWERS[row.facts["asked"]], row.user
    answer = answered_in_word(request, words, lambda word: replies.carry_out_reply(user, row.facts, word))
    if isinstance(answer, HttpResponse):
        return answer
    problem, status = answer
    sentence = replies.asked_sentence(user, row.facts)
    context = {"season": season, "sentence": sentence, "words": words if sentence else (), "word_at": request.path, "problem": problem}
    return render(request, "leagues/answer.html", context, status=status)
