"""The eight points of the compass, clockwise from north, numbered 0 to 7."""

HEADINGS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
STEPS = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
NUMBER = {name: number for number, name in enumerate(HEADINGS)}
SPOKEN = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")


def reverse(heading: int) -> int:
    return (heading + 4) % 8
