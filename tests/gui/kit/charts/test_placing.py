"""Names at the ends of lines stand apart; the value box stands where no line runs, wherever there is room."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from svcconsole.gui.kit.charts.label_placement import Room, box_place, heights_within, spread_apart

ROOM = Room(0, 0, 300, 200)


def test_names_that_have_room_stay_at_their_lines() -> None:
    assert spread_apart([10, 80, 40], 12, 0, 100) == [10, 80, 40]


def test_names_at_one_place_move_apart() -> None:
    assert spread_apart([50, 50, 50], 12, 0, 100) == [50, 62, 74]
    assert spread_apart([95, 96, 97], 12, 0, 100) == [76, 88, 100]


@given(st.lists(st.floats(0, 200), max_size=5))
def test_names_never_touch_and_keep_their_order(wanted: list[float]) -> None:
    placed = spread_apart(wanted, 14, 0, 200)
    assert all(two - one >= 14 - 1e-9 for one, two in pairwise(sorted(placed)))
    assert all(-1e-9 <= place <= 200 + 1e-9 for place in placed)
    order = sorted(range(len(wanted)), key=lambda at: wanted[at])
    assert order == sorted(range(len(wanted)), key=lambda at: placed[at])


def test_the_box_goes_under_a_line_that_runs_high() -> None:
    line = [(0.0, 20.0), (300.0, 30.0)]
    place = box_place((100, 60), 100, ROOM, [line], 8)
    assert place.is_free
    assert place.left > 100
    assert place.top >= 30


def test_the_box_goes_left_where_the_plot_ends() -> None:
    place = box_place((100, 60), 280, ROOM, [[(0.0, 190.0), (300.0, 190.0)]], 8)
    assert place == (280 - 8 - 100, 0, True)


def test_the_box_takes_the_widest_space_where_every_height_is_crossed() -> None:
    lines = [[(0.0, height), (300.0, height)] for height in (10.0, 60.0, 150.0, 190.0)]
    place = box_place((100, 120), 100, ROOM, lines, 8)
    assert not place.is_free
    assert place.top < 105 < place.top + 120


@given(
    st.lists(st.lists(st.floats(0, 200), min_size=6, max_size=6), min_size=1, max_size=5),
    st.floats(0, 300),
    st.tuples(st.floats(20, 120), st.floats(20, 90)),
)
def test_a_free_place_is_free(heights: list[list[float]], x: float, size: tuple[float, float]) -> None:
    lines = [[(60.0 * at, height) for at, height in enumerate(each)] for each in heights]
    place = box_place(size, x, ROOM, lines, 8)
    width, height = size
    assert place.left >= ROOM.left
    assert place.left + width <= ROOM.right + 1e-9
    if place.is_free:
        for line in lines:
            found = heights_within(line, place.left, place.left + width)
            assert found is None or found[1] <= place.top or found[0] >= place.top + height
