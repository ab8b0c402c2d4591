"""Charts the server draws: places logarithmic, points by height, nothing where there is only one."""

from fractions import Fraction

from kamchatka.web.site.charts import BOTTOM, TOP, places_chart, points_chart, spark


def test_from_4th_to_1st_is_as_high_as_from_80th_to_20th() -> None:
    high, low = spark([4, 1], 105), spark([80, 20], 105)
    assert high is not None
    assert low is not None

    def rise(path: str) -> float:
        first, last = path[1:].split(" L")
        return float(first.split()[1]) - float(last.split()[1])

    assert abs(rise(high.path) - 7.15) < 0.1
    assert abs(rise(low.path) - 7.15) < 0.1
    assert (high.x, high.y) == (69, 3)
    assert spark([4], 105) is None
    assert spark([4, 0, 0], 105) is None


def test_places_go_from_the_best_on_top_to_the_worst_with_their_numbers() -> None:
    chart = places_chart([16, 0, 4, 1], ["T1", "T2", "T3", "T4"])
    assert chart is not None
    assert [(each.name, each.label, each.y) for each in chart.marks] == [
        ("T1", "16°", BOTTOM),
        ("T3", "4°", (TOP + BOTTOM) / 2),
        ("T4", "1°", TOP),
    ]
    assert chart.path == "M30 122 L203.3 74 L290 26"
    calm = places_chart([60, 60, 61], ["T1", "T2", "T3"])
    assert calm is not None
    assert [each.y for each in calm.marks] == [TOP, TOP, 27.1]
    assert places_chart([0, 3, 0], ["T1", "T2", "T3"]) is None


def test_points_are_bars_as_high_as_their_share_and_discards_are_quiet() -> None:
    chart = points_chart(
        [("T1", "60", 60, True), ("T2", "7,5", Fraction(15, 2), False), ("T3", "-", None, True)]
    )
    assert chart is not None
    assert [(each.label, each.y, each.is_quiet) for each in chart.marks] == [
        ("60", TOP, False),
        ("7,5", 110, True),
        ("-", BOTTOM, False),
    ]
    assert points_chart([("T1", "60", 60, True)]) is None
    assert points_chart([("T1", "0", 0, True), ("T2", "0", 0, True)]) is None
