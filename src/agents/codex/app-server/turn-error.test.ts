import { describe, expect, it } from "vitest";
import { turnErrorText } from "./turn-error.ts";

describe("the message of a turn's error", () => {
  it("is that of the engine if Codex passes its whole answer on", () => {
    const message = JSON.stringify({ error: { message: "no such model", type: "invalid_request_error" } });
    expect(turnErrorText({ message, additionalDetails: null })).toBe("no such model");
  });

  it("is Codex's own otherwise, with its details", () => {
    expect(turnErrorText({ message: "Reconnecting... 1/5", additionalDetails: "status 429" })).toBe(
      "Reconnecting... 1/5: status 429",
    );
    expect(turnErrorText({ message: "exceeded retry limit" })).toBe("exceeded retry limit");
    expect(turnErrorText({ message: '{"error":{}}' })).toBe('{"error":{}}');
    expect(turnErrorText({ message: '{"error":"x"}' })).toBe('{"error":"x"}');
  });

  it("says that there is none", () => {
    expect(turnErrorText({})).toBe("Codex gave no reason");
  });
});
