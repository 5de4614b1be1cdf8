"""Tells by its beginning that a text holds games inside something else: a mail, a web page, RTF."""

import re

MAIL, WEB_PAGE, RTF = "a mail", "a web page", "RTF"
_PAGE = re.compile(
    r"\s*+(?:<\?xml[^>]*+>\s*+)?(?:<!--(?:(?!-->).)*+-->\s*+)*+"
    r"<(?:!DOCTYPE\s+html|(?:html|head|body|table|tbody|tr|div|p|pre|ul|ol|section|article|main)(?=[\s>/]))",
    re.IGNORECASE | re.DOTALL,
)
_HEADER = re.compile(r"[A-Za-z][A-Za-z0-9-]{0,60}:(?:[ \t]|$)|[ \t]+\S")
_KNOWN = re.compile(
    r"(?:From|To|Cc|Subject|Date|Sent|Message-ID|Received|Return-Path|MIME-Version|Content-Type|Delivered-To|Reply-To):",
    re.IGNORECASE,
)
_SENDER = re.compile(r"(?:From|Received|Return-Path|Message-ID|Delivered-To):", re.IGNORECASE)
_FROM_LINE = re.compile(r"From \S+.*[0-9]{4}")
_LEAST_KNOWN = 2


def kind_of(head: str) -> str | None:
    """Say what a text begins as, of what games can stand inside.

    >>> kind_of("<!DOCTYPE html><html>"), kind_of("From: Ann <a@b.c>\\nSubject: game\\n\\n1. Ge8"), kind_of("1. Ge8")
    ('a web page', 'a mail', None)
    """
    text = head.lstrip("\ufeff")
    if text.startswith("{\\rtf"):
        return RTF
    if text.lstrip()[:1] == "<" and _PAGE.match(text):
        return WEB_PAGE
    return MAIL if ":" in text[:1000] and _is_mail(text) else None


def _is_mail(text: str) -> bool:
    """Say whether a text begins with the headers of a mail, two or more that are known, one of them of its sender."""
    lines = text.lstrip("\r\n").split("\n")
    if _FROM_LINE.match(lines[0]):
        lines = lines[1:]
    known, sender = 0, False
    for line in lines:
        if not line.strip():
            break
        if not _HEADER.match(line):
            return False
        known += bool(_KNOWN.match(line))
        sender = sender or bool(_SENDER.match(line))
    return sender and known >= _LEAST_KNOWN
