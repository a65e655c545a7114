"""The JSON API, with the tables, rules and refusals of the pages (docs/api.md).

It is imported with the first request, as its libraries take 12 MB, which a worker does not need.
"""
