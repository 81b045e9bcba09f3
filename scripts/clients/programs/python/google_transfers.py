"""Uploads of Google's package, which pass through to a server that keeps them."""

from cases import *
import io
from google import genai
from google.genai import types

CONTENT = b"line of a file\n" * 20_000


def upload():
    options = types.HttpOptions(
        base_url=place.base_url, headers={"x-abp-engine": f"vendor-{place.engine}"}
    )
    client = genai.Client(api_key=place.token, http_options=options)
    file = client.files.upload(file=io.BytesIO(CONTENT), config={"mime_type": "text/plain"})
    equal(int(file.size_bytes), len(CONTENT))
    equal(client.files.get(name=file.name).state.value, "ACTIVE")


run_cases(upload)
