import pytest
from django.core.exceptions import ValidationError

from accounts.names import tidy, validate_name


@pytest.mark.parametrize("name", ["Anne", "Al", "Mary Read", "Ørsted 2", "安妮", "O'Malley", "x" * 24])
def test_a_good_name_is_taken(name):
    assert validate_name(name) is None


@pytest.mark.parametrize(
    "name",
    ["A", "x" * 25, "", "--", "An\u202ene", "An\u200bne", "An\x00ne", "An\nne", "\ud800\ud800", "anne@example.org"],
)
def test_a_name_that_hides_something_is_refused(name):
    with pytest.raises(ValidationError):
        validate_name(name)


def test_names_that_look_alike_are_spelt_alike():
    assert tidy("  Ａnne \u00a0 Bonny ") == "Anne Bonny"


@pytest.mark.django_db
def test_two_people_cannot_have_one_name_in_two_cases(anne, django_user_model, golden):
    twin = django_user_model(name="ANNE", email="twin@example.org")
    with golden.refused("refusals/names", ValidationError):
        twin.full_clean(exclude=["password"])
