"""The openai package on Responses."""

from cases import *
from connections import Person, openai_settings
import json
import openai


def connect(token=place.token):
    return openai.OpenAI(**openai_settings(token))


client = connect()
TOOLS = [{"type": "function", "name": "get_weather", "parameters": WEATHER_OF, "strict": True}]


def ask(input, client=client, **more):
    return client.responses.create(model=place.model, input=input, **more)


def text():
    answer = ask(HELLO, store=False)
    equal(answer.output_text, SAID)
    equal(answer.status, "completed")


def stream():
    pieces = []
    with client.responses.stream(model=place.model, input=HELLO, store=False) as running:
        for event in running:
            if event.type == "response.output_text.delta":
                pieces.append(event.delta)
        equal(running.get_final_response().output_text, SAID)
    check_stream(pieces)


def tools():
    messages = [{"role": "user", "content": CALL}]
    asked = ask(messages, tools=TOOLS, store=False)
    calls = [item for item in asked.output if item.type == "function_call"]
    equal([(call.name, json.loads(call.arguments)) for call in calls], [("get_weather", {"city": "Rome"})])
    messages += asked.output
    messages += [{"type": "function_call_output", "call_id": c.call_id, "output": WEATHER} for c in calls]
    check_returned(ask(messages, tools=TOOLS, store=False).output_text)


def structured():
    answer = client.responses.parse(model=place.model, input="Who is it?", text_format=Person, store=False)
    check_person(answer.output_parsed.model_dump())


def turns():
    first = ask("First", instructions="Be brief.")
    second = ask(HELLO, previous_response_id=first.id)
    equal(second.output_text, SAID)
    kept = client.responses.retrieve(second.id)
    equal(kept.previous_response_id, first.id)
    client.responses.delete(second.id)
    thrown_by(lambda: client.responses.retrieve(second.id), openai.NotFoundError)


def errors():
    busy = thrown_by(lambda: ask(BUSY, store=False), openai.RateLimitError)
    assert "come back later" in busy.message, busy.message
    thrown_by(lambda: ask(HELLO, connect("wrong")), openai.AuthenticationError)


def image():
    content = [
        {"type": "input_text", "text": "What is it?"},
        {"type": "input_image", "image_url": f"data:image/png;base64,{PIXEL}", "detail": "auto"},
    ]
    answer = ask([{"role": "user", "content": content}], store=False).output_text
    assert "an image (image/png, 70 bytes)" in answer, answer


def reasoning():
    answer = ask(WHY, reasoning={"effort": "medium", "summary": "auto"}, store=False)
    check_reasoning("".join(part.text for item in answer.output if item.type == "reasoning" for part in item.summary))


run_cases(text, stream, tools, structured, turns, errors, image, reasoning)
