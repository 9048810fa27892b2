"""Plots as SVG text: bars, lines, a reliability diagram, a matrix. No script, no font, no file from outside."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from math import floor

COLOURS = ("#2f6f9f", "#c2571a", "#3f8f4f", "#8a4f9f", "#9f8a2f", "#5f5f5f")
_WIDTH, _HEIGHT, _LEFT, _TOP, _BOTTOM = 520, 260, 50, 14, 46
_DARK = 0.6  # from this share on a cell has white figures
_LETTER = 7  # about the width of a capital at font size 10


def bars(series: Mapping[str, Mapping[str, float]], *, title: str) -> str:
    """Grouped bars up to 1, below 0 where a value is negative (to -1): a bar a series in each group."""
    groups = list(dict.fromkeys(group for values in series.values() for group in values))
    if not groups:
        return ""
    plot_width = max(_WIDTH - _LEFT - 10, 26 * len(groups) * max(len(series), 1))
    step = plot_width / len(groups)
    width = min(26.0, step * 0.8 / max(len(series), 1))
    longest = max(map(len, groups))
    slanted = _LETTER * longest > step
    low = max(-1.0, floor(4 * min(0.0, *(value for values in series.values() for value in values.values()))) / 4)
    parts = [_axes(plot_width, low=low)]
    for index, group in enumerate(groups):
        left = _LEFT + index * step + (step - width * len(series)) / 2
        for number, values in enumerate(series.values()):
            value = values.get(group)
            if value is None:
                continue
            shown = max(low, min(1.0, value))
            top, bottom = _y(max(0.0, shown), low), _y(min(0.0, shown), low)
            height = bottom - top
            place = f'x="{left + number * width:.1f}" y="{top:.1f}"'
            parts.append(
                f'<rect {place} width="{width - 1:.1f}" height="{height:.1f}" fill="{_colour(number)}">'
                f"<title>{escape(group)} {value:.4f}</title></rect>"
            )
        middle, below = _LEFT + (index + 0.5) * step, _HEIGHT - _BOTTOM + 14
        parts.append(
            _slanted(middle, below, group) if slanted else _text(middle, below, group, anchor="middle", size=10)
        )
    further = 4.2 * longest if slanted else 0.0  # room for slanted names
    return _svg(parts, plot_width + _LEFT + 10, title, list(series), height=_HEIGHT + further)


def lines(
    series: Mapping[str, Sequence[tuple[float, float]]],
    *,
    title: str,
    across: str,
    up: str,
    diagonal: bool = False,
    dots: bool = False,
) -> str:
    """Lines (or dots) in the unit square."""
    width = _WIDTH - _LEFT - 10
    parts = [_axes(width, across=across, up=up)]
    if diagonal:
        parts.append(f'<path d="M{_LEFT} {_y(0):.1f} L{_LEFT + width} {_y(1):.1f}" stroke="#bbb" fill="none"/>')
    for number, points in enumerate(series.values()):
        places = [(_LEFT + x * width, _y(y)) for x, y in points]
        if len(places) > 1:
            path = " ".join(f"{'L' if index else 'M'}{x:.1f} {y:.1f}" for index, (x, y) in enumerate(places))
            parts.append(f'<path d="{path}" stroke="{_colour(number)}" stroke-width="1.6" fill="none"/>')
        if dots or len(places) == 1:
            parts.extend(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{_colour(number)}"/>' for x, y in places)
    return _svg(parts, _WIDTH, title, list(series))


def matrix(counts: Mapping[tuple[str, str], int], *, title: str) -> str:
    """Gold labels down, system labels across; darker is more."""
    rows = columns = sorted({label for pair in counts for label in pair})
    longest = max(map(len, columns), default=0)
    cell, left = 44, max(80, _LETTER * longest + 12)
    slanted = _LETTER * longest > cell
    top = 24 + (round(4.5 * longest) if slanted else 0)  # room for slanted names
    most = max(counts.values(), default=1)
    parts = [_text(left - 6, top - 8, "gold \\ system", anchor="end", size=10)]
    for j, column in enumerate(columns):
        x, y = left + (j + 0.5) * cell, top - 8
        above = _slanted(x, y, column, anchor="start") if slanted else _text(x, y, column, anchor="middle", size=10)
        parts.append(above)
    for i, row in enumerate(rows):
        parts.append(_text(left - 6, top + (i + 0.6) * cell, row, anchor="end", size=10))
        for j, column in enumerate(columns):
            value = counts.get((row, column), 0)
            share = value / most
            fill = COLOURS[0] if row == column else COLOURS[1]
            x, y = left + j * cell, top + i * cell
            parts.append(
                f'<rect x="{x}" y="{y}" width="{cell - 1}" height="{cell - 1}" fill="{fill}" '
                f'fill-opacity="{0.06 + 0.84 * share:.2f}"/>'
            )
            if value:
                number = _text(x + cell / 2, y + cell * 0.6, str(value), anchor="middle", size=11)
                parts.append(number.replace("<text", '<text fill="#fff"', 1) if share > _DARK else number)
    return _svg(
        parts,
        left + cell * len(columns) + (4.5 * longest if slanted else 20),
        title,
        [],
        height=top + cell * len(rows) + 20,
    )


def _plot_height() -> float:
    return _HEIGHT - _TOP - _BOTTOM


def _y(value: float, low: float = 0.0) -> float:
    return _TOP + (1 - value) / (1 - low) * _plot_height()


def _colour(number: int) -> str:
    return COLOURS[number % len(COLOURS)]


def _axes(width: float, *, across: str = "", up: str = "", low: float = 0.0) -> str:
    parts = []
    for tick in (step / 4 for step in range(round(4 * low), 5)):
        colour = "#999" if low and not tick else "#ddd"
        parts.append(f'<path d="M{_LEFT} {_y(tick, low):.1f} H{_LEFT + width:.1f}" stroke="{colour}" fill="none"/>')
        parts.append(_text(_LEFT - 6, _y(tick, low) + 4, f"{tick:g}", anchor="end", size=10))
        if across:
            parts.append(_text(_LEFT + tick * width, _HEIGHT - _BOTTOM + 14, f"{tick:g}", anchor="middle", size=10))
    if across:
        parts.append(_text(_LEFT + width / 2, _HEIGHT - _BOTTOM + 30, across, anchor="middle", size=11))
    if up:
        parts.append(_text(_LEFT, _TOP - 3, up, anchor="start", size=11))
    return "".join(parts)


def _text(x: float, y: float, text: str, *, anchor: str, size: int) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}">{escape(text)}</text>'


def _slanted(x: float, y: float, text: str, *, anchor: str = "end") -> str:
    turn = f'transform="rotate(-40 {x:.1f} {y:.1f})"'
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="10" {turn}>{escape(text)}</text>'


def _svg(parts: Sequence[str], width: float, title: str, names: Sequence[str], height: float = _HEIGHT) -> str:
    legend, place = [], float(_LEFT)
    for number, name in enumerate(names):
        legend.append(f'<rect x="{place:.0f}" y="{height - 12:.0f}" width="9" height="9" fill="{_colour(number)}"/>')
        legend.append(_text(place + 13, height - 4, name, anchor="start", size=11))
        place += 30 + 7 * len(name)
    size = f'width="{max(width, place):.0f}" height="{height:.0f}"'
    return (
        f'<figure><figcaption>{escape(title)}</figcaption><svg xmlns="http://www.w3.org/2000/svg" {size} '
        f'role="img" aria-label="{escape(title)}">{"".join([*parts, *legend])}</svg></figure>'
    )
