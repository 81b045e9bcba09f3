"""The library of the `llm` command with the plugin of a vendor."""

from cases import *
from connections import Person
import base64
import os

# The plugin of Anthropic has no setting for it.
os.environ["ANTHROPIC_BASE_URL"] = place.base_url
os.environ["LLM_USER_PATH"] = os.environ["HOME"]

import llm


def connect():
    if place.api == "openai":
        from llm.default_plugins.openai_models import Chat

        return Chat(
            "client-model",
            model_name=place.model,
            api_base=f"{place.base_url}/v1",
            supports_schema=True,
            supports_tools=True,
            vision=True,
        )
    from llm_anthropic import ClaudeMessages

    return ClaudeMessages(
        place.model, claude_model_id=place.model, supports_images=True, use_structured_outputs=True, default_max_tokens=2048
    )


model = connect()


def ask(text, key=place.token, **more):
    return model.prompt(text, key=key, **more)


def get_weather(city: str) -> str:
    """Tells the weather of a city."""
    return WEATHER


def text():
    equal(ask(HELLO, stream=False).text(), SAID)


def stream():
    check_stream(list(ask(HELLO)))


def tools():
    check_returned(model.chain(CALL, tools=[get_weather], key=place.token).text())


def structured():
    import json

    check_person(json.loads(ask("Who is it?", schema=Person, stream=False).text()))


def turns():
    conversation = model.conversation()
    conversation.prompt("First", system="Be brief.", key=place.token).text()
    equal(conversation.prompt(HELLO, key=place.token).text(), SAID)


def errors():
    if place.api == "openai":
        from openai import AuthenticationError, RateLimitError
    else:
        from anthropic import AuthenticationError, RateLimitError
    busy = thrown_by(lambda: ask(BUSY, stream=False).text(), RateLimitError)
    assert "come back later" in str(busy), str(busy)
    thrown_by(lambda: ask(HELLO, "wrong", stream=False).text(), AuthenticationError)


def image():
    picture = llm.Attachment(type="image/png", content=base64.b64decode(PIXEL))
    answer = ask("What is it?", attachments=[picture], stream=False).text()
    assert "an image (image/png, 70 bytes)" in answer, answer


run_cases(text, stream, tools, structured, turns, errors, image)
