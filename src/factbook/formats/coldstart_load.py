"""Lines of a Cold Start knowledge base to assertions (seed 002, "Task Output – Knowledge Base Variant")."""

from __future__ import annotations

import re

from factbook.formats.coldstart_assertions import Assertions
from factbook.formats.coldstart_codes import Log
from factbook.formats.coldstart_text import block_lines, blocks, is_scientific, plain_confidence, split_comment
from factbook.formats.format import Context
from factbook.formats.provenance import EMPTY, ProvenanceReader
from factbook.schema.coldstart import TASKS, edition_of, run_id_fault

# Only this looks like a confidence; so a bare 1 is one column too many.
_CONFIDENCE = re.compile(r"[0-9]+\.[0-9]+")
_NO_PROVENANCE = frozenset({"type", "link"})


def read_run_id(line: str) -> str:
    """The run id on line 1; "" where there is no legal one."""
    run_id = line.partition("#")[0].strip()
    return "" if run_id.startswith(":") or len(run_id.split()) != 1 else run_id


class Loader:
    """Reads one file into `Assertions`."""

    def __init__(self, log: Log, context: Context) -> None:
        edition = edition_of(context.edition)
        options = context.options
        self.log = log
        self.table = Assertions(log, edition, multiple=options.get("multiple", "one").lower())
        self.task = options.get("task", "CSKB").upper()
        self.allowed = TASKS.get(self.task)
        self._official = options.get("profile") == "cs2016"
        self._submission = options.get("submission") == "yes"
        self._provenance = ProvenanceReader(log, context)
        self._plain = False  # no comments in the whole file

    def read(self, data: bytes) -> Assertions:
        """All lines of the file."""
        self._plain = b"#" not in data
        number = 1
        for block in blocks(data):
            found = block_lines(block, number, self.log)
            if number == 1 and not self._run_id(found[0] or ""):
                self._no_run_id()
            elif number == 1:
                found[0] = None
            self._lines(found, number)
            number += len(found)
        if number == 1:
            self._no_run_id()
        return self.table

    def _lines(self, found: list[str | None], number: int) -> None:
        """Most lines have columns of known words, trimmed, and go straight to the table; `_line` takes any."""
        table = self.table
        nodes, slots, add_mention, add_fill = table.nodes, table.slots, table.add_mention, table.add_fill
        confidences, places, read = table.confidences, self._provenance.kept, self._provenance.read
        plain = self._plain
        line = number - 1
        for text in found:
            line += 1
            if text is None:
                continue
            columns = text.split("\t")
            if len(columns) == 5:
                subject, verb, object, place, written = columns
                confidence = confidences.get(written)
            elif len(columns) == 4 and columns[3]:
                (subject, verb, object, place), confidence = columns, "1.0"
            else:
                if not self._type_line(columns, line):
                    self._line(text, line)
                continue
            node = nodes.get(subject)
            if node is not None and confidence is not None and ":" in place and (plain or "#" not in text):
                slot = slots[node.type].get(verb)
                if slot is None:
                    pass
                elif slot.inverse:
                    target = nodes.get(object)
                    if target is not None:
                        provenance = places.get(place) or read(place, line)
                        add_fill(node, slot, target.name, target, provenance, confidence, line)
                        continue
                elif object[:1] == '"' and object.find('"', 1) == len(object) - 1 and "\\" not in object:
                    if slot.kind == "mention":
                        add_mention(node, slot, object, places.get(place) or read(place, line), confidence, line)
                        continue
                    if slot.kind == "slot":
                        add_fill(node, slot, object, None, places.get(place) or read(place, line), confidence, line)
                        continue
            self._line(text, line)

    def _type_line(self, columns: list[str], line: int) -> bool:
        """Keep a type line if it is a plain one, as it is written here or by the official program (with a last tab)."""
        if not 3 <= len(columns) <= 4 or any(columns[3:]):
            return False
        subject, verb, object = columns[:3]
        if verb != "type" or not object.isalpha() or "#" in subject or subject != subject.strip():
            return False
        self.table.add(subject, verb, object, EMPTY, "1.0", line)
        return True

    def _run_id(self, text: str) -> bool:
        run_id = read_run_id(text)
        if not run_id:
            return False
        self.table.run_id, self.table.run_id_line = run_id, text
        fault = run_id_fault(run_id, task="KB") if self._submission else ""
        if fault:
            self.log.add("RUN_ID_NAME", 1, run=run_id, fault=fault)
        return True

    def _no_run_id(self) -> None:
        self.log.add("MISSING_RUNID", 1)
        self.log.shift = 1  # the official program reads line 1 again and counts it as line 2

    def _line(self, text: str, number: int) -> None:
        comment = ""
        if "#" in text:
            text, comment = split_comment(text)
        columns = text.split("\t")
        while columns and not columns[-1]:
            columns.pop()
        columns = list(map(str.strip, columns))
        if not any(columns):
            return
        confidence = self._confidence(columns, number)
        verb = columns[1] if len(columns) > 1 else ""
        if self.allowed is not None and verb.lower() not in self.allowed:
            self.log.add("OFF_TASK_SLOT", number, slot=verb, task=self.task)
            return
        if len(columns) == 4 and verb.lower() not in _NO_PROVENANCE:
            provenance = self._provenance.read(columns[3], number)
            self.table.add(columns[0], verb, columns[2], provenance, confidence, number, comment)
        else:
            self._without_provenance(columns, verb, confidence, number, comment)

    def _without_provenance(self, columns: list[str], verb: str, confidence: str, number: int, comment: str) -> None:
        expected = 3 if verb.lower() in _NO_PROVENANCE else 4
        if expected == 3 and len(columns) == 4 and not columns[3] and not self._official:
            columns.pop()  # as our own and the official writer print a link
        if len(columns) == 3 == expected:
            self.table.add(columns[0], verb, columns[2], EMPTY, confidence, number, comment)
        else:
            self.log.add("WRONG_NUM_ENTRIES", number, expected=expected, got=len(columns))

    def _confidence(self, columns: list[str], number: int) -> str:
        """Take the confidence off the end; 1.0 where there is none."""
        last = columns[-1]
        if not last[-1:].isdigit():
            return "1.0"
        if _CONFIDENCE.fullmatch(last):
            value = columns.pop()
        elif is_scientific(last):
            self.log.add("IMPROPER_CONFIDENCE_VALUE", number, value=last, space=" ")
            value = plain_confidence(columns.pop())
        else:
            return "1.0"
        return self.table.confidences.setdefault(value, value)
