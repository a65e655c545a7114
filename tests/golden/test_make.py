"""The program that makes golden files."""

import pytest

from tests.golden import make


@pytest.mark.parametrize(("said", "code"), [(["--help"], 0), ([], 2), (["new", "chess"], 2)])
def test_who_asks_for_help_or_errs_makes_nothing(said, code, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.argv", ["make.py", *said])
    with pytest.raises(SystemExit) as end:
        make.main()
    assert end.value.code == code
    assert list(tmp_path.iterdir()) == []
