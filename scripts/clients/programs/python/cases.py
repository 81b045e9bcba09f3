"""What every client program shares: where the gateway is, the questions, and the report of the cases."""

import contact_guard  # noqa: F401  It must come before any client.

import asyncio
import inspect
import json
import os
import re
from types import SimpleNamespace

place = SimpleNamespace(
    base_url=os.environ["ABP_CLIENT_BASE_URL"],
    token=os.environ["ABP_CLIENT_TOKEN"],
    model=os.environ["ABP_CLIENT_MODEL"],
    api=os.environ["ABP_CLIENT_API"],
    engine=os.environ["ABP_CLIENT_ENGINE"],
)

PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
HELLO = "Hello there"
SAID = '[simulated] You said: "Hello there"'
CALL = "sim: call get_weather Rome"
WEATHER = "21 degrees"
BUSY = "sim: error 429 come back later"
WHY = "Why?"

TIME_LIMIT_S = 30

PERSON = {
    "type": "object",
    "properties": {"name": {"type": "string"}, "age": {"type": "integer"}},
    "required": ["name", "age"],
    "additionalProperties": False,
}
WEATHER_OF = {
    "type": "object",
    "properties": {"city": {"type": "string"}},
    "required": ["city"],
    "additionalProperties": False,
}


class Skip(Exception):
    """A case that this client cannot have."""


def run_cases(*cases):
    """Runs the functions in order and reports each under its name; no failure stops the others."""
    for case in cases:
        name = case.__name__
        try:
            if inspect.iscoroutinefunction(case):
                asyncio.run(asyncio.wait_for(case(), TIME_LIMIT_S))
            else:
                case()
            _report({"name": name, "result": "passed"})
        except Skip as skip:
            _report({"name": name, "result": "skipped", "reason": str(skip)})
        except Exception as error:  # Every failure is one of the case.
            _report({"name": name, "result": "failed", "reason": f"{type(error).__name__}: {error}"[:600]})


def _report(line):
    with open(os.environ["ABP_CLIENT_RESULTS"], "a") as file:
        file.write(json.dumps(line) + "\n")


def equal(found, wanted):
    assert found == wanted, f"{found!r} is not {wanted!r}"


def check_returned(text):
    assert re.search(r"get_weather returned .*21 degrees", text), f"the answer is {text!r}"


def check_stream(pieces, text=SAID):
    full = [piece for piece in pieces if piece]
    equal("".join(full), text)
    assert len(full) > 1, "the stream came in one piece"


def check_reasoning(text):
    """Every simulated engine tells its reasoning."""
    assert "Thinking about" in (text or ""), f"the reasoning is {text!r}"


def check_person(person):
    assert isinstance(person["name"], str), f"the person is {person!r}"
    assert isinstance(person["age"], int), f"the person is {person!r}"


def thrown_by(call, kind):
    """What a call raises, which must be of a kind."""
    try:
        call()
    except kind as error:
        return error
    except Exception as error:
        raise AssertionError(f"{type(error).__name__} was raised, not {kind}: {error}") from error
    raise AssertionError("nothing was raised")
