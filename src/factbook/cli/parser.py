"""The argument parser of all verbs: a wrong call is answered in a few lines, with the word that may be meant."""

from __future__ import annotations

import argparse
import errno
import os
import re
from typing import NoReturn

from factbook.text.near import near

_CHOICE = re.compile(r"invalid choice: (?P<word>.+?) \(choose from (?P<choices>.*)\)", re.DOTALL)
_LISTED = re.compile(
    r"(?P<start>no [\w ]+ '(?P<word>[^']*)'); (?:choose one of|the steps are): (?P<choices>.*)", re.DOTALL
)
_UNKNOWN = re.compile(r"unrecognized arguments: (?P<words>.*)", re.DOTALL)
# What to do where the system says only what went wrong.
_ADVICE = {
    errno.ENOENT: "there is no such file or folder: check the path",
    errno.EACCES: "not allowed: look at the rights of the file and of its folder",
    errno.EPERM: "not allowed: look at the rights of the file and of its folder",
    errno.EROFS: "the disk is read-only: name a place that can be written",
    errno.EISDIR: "this is a folder: name a file",
    errno.ENOTDIR: "a part of the path is a file: name a folder",
    errno.EEXIST: "a file is in the way: name another folder, or move the file",
    errno.ENOSPC: "the disk is full: make room, then run it again",
}


class Parser(argparse.ArgumentParser):
    """An argument parser whose errors are short: the whole usage would hide them."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}{self._meant(message)}\n`{self.prog} --help` lists all arguments.\n")

    def _meant(self, message: str) -> str:
        if found := _CHOICE.search(message):
            return near(_bare(found["word"]), map(_bare, found["choices"].split(", ")))
        if found := _UNKNOWN.match(message):
            options = [word.partition("=")[0] for word in found["words"].split() if word.startswith("-")]
            return near(options[0], self._option_string_actions) if options else ""
        return ""


def _bare(word: str) -> str:
    return word.strip("'\"")  # Python versions differ in the quotes


def hinted(message: str) -> str:
    """A message that lists all choices; where one of them is near, that one instead.

    >>> hinted("no measure 'edl.mu'; choose one of: edl.muc, edl.pairwise")
    "no measure 'edl.mu'; did you mean 'edl.muc'?"
    """
    found = _LISTED.fullmatch(message)
    meant = near(found["word"], found["choices"].split(", ")) if found else ""
    return found["start"] + meant if found and meant else message


def positive(text: str) -> int:
    """The type of an option that takes a number of things."""
    try:
        number = int(text)
    except ValueError:
        number = 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of 1 or more")
    return number


def told(error: OSError) -> str:
    """What went wrong with a file, and what to do; words that are not the system's own stay as they are."""
    place = f"{error.filename}: " if error.filename else ""
    number = error.errno or 0
    if error.strerror == os.strerror(number) and number in _ADVICE:
        return f"{place}{_ADVICE[number]}"
    return f"{place}{error.strerror or error}"
