"""How the package of each vendor reaches the gateway, and what the programs ask of it."""

from cases import place
from pydantic import BaseModel


class Person(BaseModel):
    """A person."""

    name: str
    age: int


def openai_settings(token=place.token):
    return {"api_key": token, "base_url": f"{place.base_url}/v1", "max_retries": 0}


def anthropic_settings(token=place.token):
    return {"api_key": token, "base_url": place.base_url, "max_retries": 0}


def vendor_errors():
    """The errors of the vendor's package for a busy engine and for a wrong key; none for Google, whose clients differ."""
    if place.api == "google":
        return None
    if place.api == "anthropic":
        import anthropic as package
    else:
        import openai as package
    return package.RateLimitError, package.AuthenticationError
