"""Overlap of two places (Appendix A, mutual_overlap): characters of a text, seconds of a recording, area of a page."""

from __future__ import annotations

from factbook.evaluate.align import optimal
from factbook.model.records import Box, ImageArea, Locator, TimeSpan
from factbook.text.offsets import Span


def mutual_overlap(reference: Locator, system: Locator) -> float:
    """Appendix A, mutual_overlap: common part over the larger; 0 for places of different kinds or documents."""
    if isinstance(reference, Span) and isinstance(system, Span):
        common = min(reference.end, system.end) - max(reference.start, system.start)
        if common <= 0 or reference.doc != system.doc:
            return 0.0
        return common / max(reference.end - reference.start, system.end - system.start)
    if isinstance(reference, TimeSpan) and isinstance(system, TimeSpan):
        return _time_overlap(reference, system)
    if isinstance(reference, ImageArea) and isinstance(system, ImageArea):
        return _area_overlap(reference, system)
    return 0.0


def _time_overlap(reference: TimeSpan, system: TimeSpan) -> float:
    """Appendix A, mutual_overlap "in terms of time for audio input": common time over the longer."""
    common = min(reference.end, system.end) - max(reference.start, system.start)
    if common <= 0 or reference.doc != system.doc:
        return 0.0
    return common / max(reference.end - reference.start, system.end - system.start)


def _area_overlap(reference: ImageArea, system: ImageArea) -> float:
    """Appendix A, mutual_overlap "in terms of area for image input"; boxes are paired for the largest common area."""
    if reference.doc != system.doc or reference.page != system.page:
        return 0.0
    areas = {
        (i, j): area
        for i, left in enumerate(reference.boxes)
        for j, right in enumerate(system.boxes)
        if (area := _common_area(left, right)) > 0
    }
    common = sum(areas[pair] for pair in optimal(areas).items())
    largest = max(sum(map(_area, reference.boxes)), sum(map(_area, system.boxes)))
    return common / largest if largest else 0.0


def _common_area(left: Box, right: Box) -> float:
    """Common area of two boxes of an image."""
    width = min(left.right, right.right) - max(left.left, right.left)
    height = min(left.bottom, right.bottom) - max(left.top, right.top)
    return width * height if width > 0 and height > 0 else 0.0


def _area(box: Box) -> float:
    """Area of a box."""
    return (box.right - box.left) * (box.bottom - box.top)


def hull(places: list[Locator]) -> Locator | None:
    """The stretch from the first to the last of these places (section 4.4); None for areas and for no place."""
    spans = [place for place in places if isinstance(place, Span)]
    if spans:
        return Span(spans[0].doc, min(span.start for span in spans), max(span.end for span in spans))
    times = [place for place in places if isinstance(place, TimeSpan)]
    if times:
        return TimeSpan(times[0].doc, min(time.start for time in times), max(time.end for time in times))
    return None


def text_match(left: str, right: str) -> float:
    """Appendix A, fractional_consecutive_string: longest common run of characters over the longer text.

    Case is ignored; of plain ASCII texts only letters and digits count. Two equal texts give 1, one empty text 0.
    """
    left, right = left.upper(), right.upper()
    if left.isascii() and right.isascii():
        left, right = (_letters(text) for text in (left, right))
    if left == right:
        return 1.0
    if not left or not right:
        return 0.0
    longest, previous = 0, [0] * (len(right) + 1)
    for character in left:
        current = [0] * (len(right) + 1)
        for place, other in enumerate(right, start=1):
            if character == other:
                current[place] = previous[place - 1] + 1
                longest = max(longest, current[place])
        previous = current
    return longest / max(len(left), len(right))


def _letters(text: str) -> str:
    return "".join(character for character in text if character.isalnum())
