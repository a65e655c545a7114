"""The JSON API: the same tables, rules and refusals as on the pages, for programs (docs/api.md).

It is imported when a program asks first: its libraries take 12 MB, and a worker needs none of it.
"""
