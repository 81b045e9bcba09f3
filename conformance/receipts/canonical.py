#!/usr/bin/env python3
"""Strict JSON reading and canonical JSON (RFC 8785), written apart from the TypeScript implementation.

It exists so that two programs that share no code can agree, or visibly disagree, on the same bytes.
Only the standard library is used.

As a module:
    read(data: bytes) -> value            refuses with JsonError(rule, offset)
    canonicalize(value) -> bytes          refuses with JsonError(rule)

As a command:
    canonical.py --vectors FILE           runs a vector file, prints every failure, exits 1 if there is one
    canonical.py --stdin-lines            answers each line of JSON text with its canonical form or "!rule@offset"
"""

import json
import re
import struct
import sys

MAX_DEPTH = 128
_INFINITE = (float("inf"), float("-inf"))


class JsonError(ValueError):
    """A text or a value that is refused: the rule it breaks and, for a text, the byte where it does."""

    def __init__(self, rule, offset=None):
        super().__init__(rule if offset is None else "%s@%d" % (rule, offset))
        self.rule = rule
        self.offset = offset


class _Fault(Exception):
    """A rule broken at a character of the text; `read` turns the place into bytes."""

    def __init__(self, rule, at):
        super().__init__(rule, at)
        self.rule = rule
        self.at = at


_skip_space = re.compile(r"[ \t\n\r]*").match
_match_number = re.compile(r"-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?").match
_match_plain = re.compile(r'[^"\\\x00-\x1f]*').match
_match_unit = re.compile(r"\\u([0-9a-fA-F]{4})").match
_match_cut_escape = re.compile(r"\\(?:u[0-9a-fA-F]{0,3})?\Z").match
_has_digit_above_zero = re.compile(r"[^eE]*[1-9]").match

_ESCAPES = {'"': '"', "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
_WORDS = {"t": ("true", True), "f": ("false", False), "n": ("null", None)}

# What may follow in a number, state by state; the states that may end one are in _COMPLETE.
_DIGITS = "0123456789"
_AFTER = {
    "start": {"-": "sign", "0": "zero", **{digit: "integer" for digit in "123456789"}},
    "sign": {"0": "zero", **{digit: "integer" for digit in "123456789"}},
    "zero": {".": "point", "e": "mark", "E": "mark", **{digit: "leading zero" for digit in _DIGITS}},
    "integer": {".": "point", "e": "mark", "E": "mark", **{digit: "integer" for digit in _DIGITS}},
    "point": {digit: "fraction" for digit in _DIGITS},
    "fraction": {"e": "mark", "E": "mark", **{digit: "fraction" for digit in _DIGITS}},
    "mark": {"+": "exponent sign", "-": "exponent sign", **{digit: "exponent" for digit in _DIGITS}},
    "exponent sign": {digit: "exponent" for digit in _DIGITS},
    "exponent": {digit: "exponent" for digit in _DIGITS},
}
_NUMBER_MARKS = frozenset(_DIGITS + ".eE")
_COMPLETE = {"zero", "integer", "fraction", "exponent"}


def read(data, max_depth=MAX_DEPTH):
    """The value of one JSON text given as bytes; every number becomes a float."""
    if data.startswith(b"\xef\xbb\xbf"):
        raise JsonError("bom", 0)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise JsonError("invalid-utf8", error.start) from None
    try:
        value, at = _read_value(text, _skip_space(text, 0).end(), max_depth)
        at = _skip_space(text, at).end()
        if at < len(text):
            raise _Fault("trailing-text", at)
    except _Fault as fault:
        raise JsonError(fault.rule, len(text[: fault.at].encode("utf-8"))) from None
    return value


def _read_value(text, at, depth_left):
    first = text[at : at + 1]
    if first == '"':
        return _read_string(text, at + 1)
    if first == "{" or first == "[":
        if depth_left == 0:
            raise _Fault("too-deep", at)
        reader = _read_object if first == "{" else _read_array
        return reader(text, _skip_space(text, at + 1).end(), depth_left - 1)
    if first in _WORDS:
        word, value = _WORDS[first]
        if text.startswith(word, at):
            return value, at + len(word)
        raise _unexpected(text, len(text) if word.startswith(text[at:]) else at)
    if first != "" and first in "-0123456789":
        return _read_number(text, at)
    raise _unexpected(text, at)


def _read_array(text, at, depth_left):
    items = []
    if text.startswith("]", at):
        return items, at + 1
    while True:
        item, at = _read_value(text, at, depth_left)
        items.append(item)
        at = _skip_space(text, at).end()
        if text.startswith("]", at):
            return items, at + 1
        at = _expect(text, at, ",")


def _read_object(text, at, depth_left):
    members = {}
    if text.startswith("}", at):
        return members, at + 1
    while True:
        key_at = at
        key, at = _read_string(text, _expect_only(text, at, '"'))
        if key in members:
            raise _Fault("duplicate-key", key_at)
        at = _expect(text, _skip_space(text, at).end(), ":")
        members[key], at = _read_value(text, at, depth_left)
        at = _skip_space(text, at).end()
        if text.startswith("}", at):
            return members, at + 1
        at = _expect(text, at, ",")


def _expect_only(text, at, mark):
    if not text.startswith(mark, at):
        raise _unexpected(text, at)
    return at + 1


def _expect(text, at, mark):
    return _skip_space(text, _expect_only(text, at, mark)).end()


def _unexpected(text, at):
    return _Fault("unexpected-end" if at >= len(text) else "syntax", at)


def _read_string(text, at):
    parts = []
    while True:
        plain = _match_plain(text, at)
        parts.append(plain.group())
        at = plain.end()
        mark = text[at : at + 1]
        if mark == '"':
            return "".join(parts), at + 1
        if mark == "":
            raise _Fault("unexpected-end", at)
        if mark != "\\":
            raise _Fault("control-character", at)
        part, at = _read_escape(text, at)
        parts.append(part)


def _read_escape(text, at):
    simple = _ESCAPES.get(text[at + 1 : at + 2])
    if simple is not None:
        return simple, at + 2
    unit = _match_unit(text, at)
    if unit is None:
        cut = _match_cut_escape(text, at)
        raise _Fault("unexpected-end", len(text)) if cut else _Fault("bad-escape", at)
    code = int(unit.group(1), 16)
    if not 0xD800 <= code <= 0xDFFF:
        return chr(code), at + 6
    other = _match_unit(text, at + 6)
    low = int(other.group(1), 16) if other else 0
    if code >= 0xDC00 or not 0xDC00 <= low <= 0xDFFF:
        raise _Fault("lone-surrogate", at)
    return chr(0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00)), at + 12


def _read_number(text, at):
    match = _match_number(text, at)
    end = match.end() if match else at
    if match is None or text[end : end + 1] in _NUMBER_MARKS:
        _check_number_shape(text, at)
    literal = match.group()
    value = float(literal)
    if value in _INFINITE:
        raise _Fault("number-overflow", at)
    if value == 0.0 and _has_digit_above_zero(literal):
        raise _Fault("number-underflow", at)
    # An integer must be held exactly, or be the text that the canonical form has for its double, because
    # that form prints 2**64 as 18446744073709552000. Python compares an int with a float by exact values.
    if match.group(1) is None and match.group(2) is None and int(literal) != value:
        if number_text(value) != literal:
            raise _Fault("inexact-integer", at)
    return value, end


def _check_number_shape(text, at):
    state = "start"
    while True:
        following = _AFTER[state].get(text[at : at + 1])
        if following is None:
            if state not in _COMPLETE:
                raise _unexpected(text, at)
            return
        if following == "leading zero":
            raise _Fault("syntax", at)
        state = following
        at += 1


def canonicalize(value):
    """The canonical bytes of a value made of None, bool, int, float, str, list and dict."""
    parts = []
    _write(value, parts.append, MAX_DEPTH)
    return "".join(parts).encode("utf-8")


def _write(value, put, depth_left):
    if isinstance(value, str):
        put(_string_text(value))
    elif value is None or isinstance(value, bool):
        put({None: "null", True: "true", False: "false"}[value])
    elif isinstance(value, (int, float)):
        put(number_text(value))
    elif not isinstance(value, (list, dict)):
        raise JsonError("unsupported-value")
    elif depth_left == 0:
        raise JsonError("too-deep")
    elif isinstance(value, list):
        before = "["
        for item in value:
            put(before)
            _write(item, put, depth_left - 1)
            before = ","
        put("]" if value else "[]")
    else:
        before = "{"
        for key in sorted(value, key=_utf16_units):
            put(before + _string_text(key) + ":")
            _write(value[key], put, depth_left - 1)
            before = ","
        put("}" if value else "{}")


def _utf16_units(key):
    if not isinstance(key, str):
        raise JsonError("unsupported-value")
    return key.encode("utf-16-be", "surrogatepass")


_ESCAPED = {code: "\\u%04x" % code for code in range(0x20)}
_ESCAPED.update({ord(mark): "\\" + letter for letter, mark in _ESCAPES.items() if letter != "/"})


def _string_text(text):
    if any("\ud800" <= character <= "\udfff" for character in text):
        raise JsonError("lone-surrogate")
    return '"' + text.translate(_ESCAPED) + '"'


def number_text(value):
    """A number as ECMAScript prints it (ECMA-262, Number::toString), from Python's shortest digits."""
    try:
        number = float(value)
    except OverflowError:
        raise JsonError("number-overflow") from None
    if isinstance(value, int) and int(number) != value:
        raise JsonError("inexact-integer")
    if number != number or number in _INFINITE:
        raise JsonError("number-not-finite")
    if number == 0.0:
        return "0"
    text = repr(number)
    if "e" not in text:
        return text[:-2] if text.endswith(".0") else text
    mantissa, exponent = text.split("e")
    sign = "-" if mantissa.startswith("-") else ""
    digits = mantissa.lstrip("-").replace(".", "")
    point = int(exponent) + 1
    if len(digits) <= point <= 21:
        return sign + digits + "0" * (point - len(digits))
    if 0 < point <= 21:
        return sign + digits[:point] + "." + digits[point:]
    if -6 < point <= 0:
        return sign + "0." + "0" * -point + digits
    tail = "." + digits[1:] if len(digits) > 1 else ""
    return "%s%s%se%+d" % (sign, digits[0], tail, point - 1)


def _outcome(make):
    try:
        return make()
    except JsonError as error:
        return "!" + error.rule


def _vector_input(case):
    if "hex" in case:
        return bytes.fromhex(case["hex"])
    if "nested" in case:
        nested = case["nested"]
        return (nested["open"] * nested["count"] + nested["close"] * nested["count"]).encode("utf-8")
    return case["text"].encode("utf-8")


def run_vectors(path):
    """Runs a vector file; answers how many expectations held and the list of those that did not."""
    with open(path, encoding="utf-8") as file:
        vectors = json.load(file)
    held, failures = 0, []
    for case in vectors["cases"]:
        expected = "!" + case["refused"] if "refused" in case else case["jcs"]
        actual = _outcome(lambda: canonicalize(read(_vector_input(case))).decode("utf-8"))
        if actual == expected:
            held += 1
        else:
            failures.append("%s: expected %s, got %s" % (case["name"], expected[:200], actual[:200]))
    for case in vectors["doubles"]:
        number = struct.unpack(">d", bytes.fromhex(case["ieee754"]))[0]
        expected = "!" + case["refused"] if "refused" in case else case["jcs"]
        actual = _outcome(lambda: number_text(number))
        if actual == expected:
            held += 1
        else:
            failures.append("%s: expected %s, got %s" % (case["ieee754"], expected, actual))
    return held, failures


def _answer_lines(source, target):
    answers = []
    for line in source:
        try:
            answers.append(canonicalize(read(line.rstrip(b"\n"))))
        except JsonError as error:
            answers.append(("!" + str(error)).encode("ascii"))
        if len(answers) == 65536:
            target.write(b"\n".join(answers) + b"\n")
            answers = []
    if answers:
        target.write(b"\n".join(answers) + b"\n")


def main(arguments):
    if len(arguments) == 2 and arguments[0] == "--vectors":
        held, failures = run_vectors(arguments[1])
        for failure in failures:
            print(failure)
        print("%d held, %d failed" % (held, len(failures)))
        return 1 if failures else 0
    if arguments == ["--stdin-lines"]:
        _answer_lines(sys.stdin.buffer, sys.stdout.buffer)
        return 0
    print("usage: canonical.py --vectors FILE | --stdin-lines", file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
