"""Google's package on generateContent."""

from cases import *
from connections import Person
import base64
from google import genai
from google.genai import errors as google_errors, types


def connect(token=place.token):
    options = types.HttpOptions(base_url=place.base_url, retry_options=types.HttpRetryOptions(attempts=1))
    return genai.Client(api_key=token, http_options=options)


client = connect()
WEATHER_TOOL = types.Tool(
    function_declarations=[types.FunctionDeclaration(name="get_weather", parameters_json_schema=WEATHER_OF)]
)


def ask(contents, client=client, **config):
    return client.models.generate_content(
        model=place.model, contents=contents, config=types.GenerateContentConfig(**config)
    )


def text():
    answer = ask(HELLO)
    equal(answer.text, SAID)
    assert answer.usage_metadata.total_token_count > 0


def stream():
    chunks = list(client.models.generate_content_stream(model=place.model, contents=HELLO))
    check_stream([chunk.text for chunk in chunks])


def tools():
    question = types.Content(role="user", parts=[types.Part(text=CALL)])
    asked = ask([question], tools=[WEATHER_TOOL])
    equal([(call.name, call.args) for call in asked.function_calls], [("get_weather", {"city": "Rome"})])
    parts = [
        types.Part(function_response=types.FunctionResponse(id=c.id, name=c.name, response={"output": WEATHER}))
        for c in asked.function_calls
    ]
    contents = [question, asked.candidates[0].content, types.Content(role="user", parts=parts)]
    check_returned(ask(contents, tools=[WEATHER_TOOL]).text)


def automatic_tools():
    cities = []

    def get_weather(city: str) -> str:
        """Tells the weather of a city."""
        cities.append(city)
        return WEATHER

    answer = ask(CALL, tools=[get_weather])
    equal(cities, ["Rome"])
    check_returned(answer.text)


def structured():
    answer = ask("Who is it?", response_mime_type="application/json", response_schema=Person)
    check_person(answer.parsed.model_dump())


def turns():
    chat = client.chats.create(
        model=place.model, config=types.GenerateContentConfig(system_instruction="Be brief.")
    )
    chat.send_message("First")
    equal(chat.send_message(HELLO).text, SAID)
    equal(len(chat.get_history()), 4)


def errors():
    busy = thrown_by(lambda: ask(BUSY), google_errors.ClientError)
    equal(busy.code, 429)
    assert "come back later" in busy.message, busy.message
    equal(thrown_by(lambda: ask(HELLO, connect("wrong")), google_errors.ClientError).code, 401)


def image():
    picture = types.Part.from_bytes(data=base64.b64decode(PIXEL), mime_type="image/png")
    answer = ask(["What is it?", picture]).text
    assert "an image (image/png, 70 bytes)" in answer, answer


def reasoning():
    answer = ask(WHY, thinking_config=types.ThinkingConfig(include_thoughts=True, thinking_level="MEDIUM"))
    check_reasoning("".join(part.text for part in answer.candidates[0].content.parts if part.thought))


run_cases(text, stream, tools, automatic_tools, structured, turns, errors, image, reasoning)
