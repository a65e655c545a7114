"""The JSON API: the same tables, rules and refusals as on the pages (docs/api.md).

It is imported with the first request, as its libraries take 12 MB, which a worker does not need.
"""
