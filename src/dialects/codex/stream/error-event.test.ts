import { describe, expect, it } from "vitest";
import { readStream, splitSse, writeStream } from "../fixtures/stage.ts";
import { writeErrorEvent, writeResponseError } from "./error-event.ts";

describe("the error of a stream", () => {
  it("has the members of OpenAI's event and those of Open Responses", () => {
    const event = { type: "error", code: "backend_rate_limited", message: "Slow down." } as const;
    expect(writeErrorEvent(event)).toEqual({
      code: "rate_limit_exceeded",
      message: "Slow down.",
      param: null,
      error: { type: "rate_limit_error", code: "rate_limit_exceeded", message: "Slow down.", param: null },
    });
  });

  it.each([
    ["backend_rate_limited", "rate_limit_exceeded"],
    ["backend_context_length", "invalid_prompt"],
    ["backend_content_filtered", "invalid_prompt"],
    ["backend_auth_failed", "server_error"],
    ["stream_closed", "server_error"],
  ])("%s fails the response with a code of the API: %s", (code, written) => {
    expect(writeResponseError({ type: "error", code, message: "m" })).toEqual({
      code: written,
      message: "m",
    });
  });

  it("keeps the code that the engine gave in this dialect", () => {
    const event = {
      type: "error",
      code: "backend_context_length",
      message: "m",
      vendor: { codex: { code: "context_length_exceeded" } },
    } as const;
    expect(writeErrorEvent(event)["code"]).toBe("context_length_exceeded");
    expect(writeResponseError(event)["code"]).toBe("context_length_exceeded");
  });

  it("is read back as it was written", () => {
    const written = writeStream([{ type: "error", code: "backend_rate_limited", message: "Slow down." }]);
    expect(splitSse(written).map(({ event }) => event)).toEqual([
      "response.created",
      "response.in_progress",
      "error",
      "response.failed",
    ]);
    expect(readStream(written).at(-1)).toMatchObject({
      type: "error",
      code: "backend_rate_limited",
      message: "Slow down.",
    });
  });
});
