"""What `make check` says of functions and files that are too long."""

from scripts import sizes

LONGEST = "def long():\n" + "    pass\n" * 29


def test_a_function_of_thirty_lines_passes_and_one_of_thirty_one_is_named():
    assert list(sizes.too_long(LONGEST, "a.py")) == []
    assert list(sizes.too_long("\n" + LONGEST + "    pass\n", "a.py")) == ["a.py:2: long has 31 lines, 30 at most"]


def test_a_file_of_four_hundred_lines_passes_and_one_of_401_is_named():
    assert list(sizes.too_long("\n" * 400, "a.py")) == []
    assert list(sizes.too_long("\n" * 401, "a.py")) == ["a.py: 401 lines, 400 at most"]


def test_a_file_of_javascript_may_have_four_hundred_lines_too():
    assert list(sizes.too_long("//\n" * 400, "a.js")) == []
    assert list(sizes.too_long("//\n" * 401, "a.js")) == ["a.js: 401 lines, 400 at most"]


def test_an_async_method_counts_as_a_function():
    method = "class A:\n    async def long(self):\n" + "        pass\n" * 30
    assert list(sizes.too_long(method, "a.py")) == ["a.py:2: long has 31 lines, 30 at most"]
