"""Instructor with the client of a vendor."""

from cases import *
from connections import Person, anthropic_settings, openai_settings
import instructor
from pydantic import BaseModel


class Weather(BaseModel):
    """The weather of a city."""

    city: str


def connect(token=place.token, mode=None):
    modes = {} if mode is None else {"mode": mode}
    if place.api in ("openai", "responses"):
        import openai

        client = openai.OpenAI(**openai_settings(token))
        if place.api == "responses":
            modes = {"mode": instructor.Mode.RESPONSES_TOOLS}
        return instructor.from_openai(client, **modes)
    if place.api == "anthropic":
        import anthropic

        client = anthropic.Anthropic(**anthropic_settings(token))
        return instructor.from_anthropic(client, **modes)
    from google import genai
    from google.genai import types

    client = genai.Client(api_key=token, http_options=types.HttpOptions(base_url=place.base_url))
    return instructor.from_genai(client, **modes)


client = connect()


def ask(messages, model=Person, client=client, method="create", **more):
    if isinstance(messages, str):
        messages = [{"role": "user", "content": messages}]
    if place.api == "anthropic":
        more["max_tokens"] = 2048
    call = getattr(client, method) if place.api == "responses" else getattr(client.chat.completions, method)
    return call(model=place.model, messages=messages, response_model=model, max_retries=1, **more)


def structured():
    check_person(ask("Who is it?").model_dump())


def tools():
    # The answer is the call of a function that has the schema's members.
    equal(ask('sim: call Weather {"city": "Rome"}', Weather).city, "Rome")


def stream():
    found = list(ask("Who is it?", method="create_partial"))
    check_person(found[-1].model_dump())


def turns():
    messages = [
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": "First"},
        {"role": "model" if place.api == "google" else "assistant", "content": "Noted."},
        {"role": "user", "content": "Who is it?"},
    ]
    check_person(ask(messages).model_dump())


def errors():
    from instructor.core.exceptions import InstructorRetryException

    busy = thrown_by(lambda: ask(BUSY), Exception)
    assert "come back later" in str(busy), str(busy)
    unknown = thrown_by(lambda: ask("Who is it?", client=connect("wrong")), Exception)
    assert isinstance(busy, InstructorRetryException) == isinstance(unknown, InstructorRetryException)


run_cases(structured, tools, stream, turns, errors)
