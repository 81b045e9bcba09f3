import { describe, expect, it } from "vitest";
import { AbpError } from "../../contract/index.ts";
import { engineError, recordedMessage, streamError } from "./engine-error.ts";

const KEY = `sk-ant-api03-${"a1B2".repeat(20)}`;

describe("an error with an engine's own message", () => {
  it("names the engine's status, and hides what looks like a key", () => {
    const error = engineError("backend_auth_failed", `the key ${KEY} is wrong`, 401);
    expect(error).toMatchObject({ code: "backend_auth_failed", details: { engine_status: 401 } });
    expect(error.message).toMatch(/^the key .* is wrong$/);
    expect(error.message).not.toContain(KEY);
  });

  it("is recorded without that message", () => {
    expect(recordedMessage(engineError("validation_failed", "your prompt: …", 422))).toBe(
      "the engine answered with status 422",
    );
    expect(recordedMessage(engineError("validation_failed", "your prompt: …", null))).toBe(
      "the engine reported an error",
    );
  });
});

describe("the error of an error event", () => {
  it("keeps a known code, and has no status", () => {
    const error = streamError("backend_rate_limited", "slow down");
    expect(error).toMatchObject({ code: "backend_rate_limited", details: { engine_status: null } });
    expect(error.message).toBe("slow down");
  });

  it("becomes backend_unavailable if the code is not known", () => {
    expect(streamError("no_such_code", "odd")).toMatchObject({
      code: "backend_unavailable",
      message: "odd",
      details: { engine_status: null },
    });
  });

  it("keeps our own message if the end of the stream is missing, in the receipt too", () => {
    const error = streamError("stream_closed", "the stream has no end");
    expect(error.details).toEqual({});
    expect(recordedMessage(error)).toBe("the stream has no end");
  });
});

it("an error of ours is recorded with its own message", () => {
  expect(recordedMessage(new AbpError("backend_timeout", "no answer in 5 s"))).toBe("no answer in 5 s");
});
