"""The outcome of tests as a JUnit file, as servers that build software read it."""

import re
from collections.abc import Sequence
from xml.etree import ElementTree as xml

from attrs import frozen

# What XML cannot hold, not even escaped.
_FORBIDDEN = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@frozen
class Case:
    """One test: its name, where it stands, and what failed in it (nothing: it passed)."""

    name: str
    group: str
    file: str = ""
    line: int = 0
    failure: str = ""


def junit(suite: str, cases: Sequence[Case]) -> str:
    """The text of the file."""
    failures = sum(1 for case in cases if case.failure)
    top = xml.Element("testsuites")
    inside = xml.SubElement(
        top,
        "testsuite",
        name=_clean(suite),
        tests=str(len(cases)),
        failures=str(failures),
        errors="0",
        skipped="0",
    )
    for case in cases:
        one = xml.SubElement(
            inside, "testcase", name=_clean(case.name), classname=_clean(f"{suite}.{case.group}")
        )
        if case.file:
            one.set("file", _clean(case.file))
            one.set("line", str(case.line))
        if case.failure:
            first = case.failure.strip().split("\n")[0]
            xml.SubElement(one, "failure", message=_clean(first)).text = _clean(case.failure)
    xml.indent(top)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + xml.tostring(top, encoding="unicode") + "\n"


def _clean(text: str) -> str:
    return _FORBIDDEN.sub("?", text)
