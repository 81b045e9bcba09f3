import { describe, expect, test } from "vitest";
import { levelOf, outcomeOf, showRunId } from "./call-entry.ts";
import { finishedCall } from "./fixtures/call.ts";

describe("the outcome of a call", () => {
  test.each([
    ["finished when it was answered", 200, undefined, "call finished", "info"],
    ["finished when the engine rejected the request itself", 429, undefined, "call finished", "info"],
    ["failed when the engine answered 500", 500, undefined, "call failed", "warn"],
    ["failed when it ended with 503", 503, { code: "shutting_down" }, "call failed", "warn"],
    [
      "failed when it ended with 5xx, even with a field",
      502,
      { code: "x", where: "model" },
      "call failed",
      "warn",
    ],
    [
      "failed when the connection broke after the head",
      200,
      { code: "stream_closed" },
      "call failed",
      "warn",
    ],
    ["failed when no status was sent", undefined, { code: "backend_timeout" }, "call failed", "warn"],
    [
      "refused when the request is at fault",
      400,
      { code: "validation_failed", where: "messages" },
      "call refused",
      "warn",
    ],
    ["refused with a 4xx and no field", 401, { code: "key_unknown" }, "call refused", "warn"],
    [
      "refused when a field is named without a status",
      undefined,
      { code: "x", where: "model" },
      "call refused",
      "warn",
    ],
    ["left when the caller went away", undefined, { code: "client_gone" }, "caller left", "info"],
    [
      "left when the caller went away from a failed call",
      500,
      { code: "client_gone" },
      "caller left",
      "info",
    ],
  ])("is %s", (_, status, error, outcome, level) => {
    expect(outcomeOf({ ...finishedCall, status, error })).toBe(outcome);
    expect(levelOf(outcomeOf({ ...finishedCall, status, error }))).toBe(level);
  });
});

describe("a run id", () => {
  const hide = () => "hidden";

  test("is written as it is when it is a UUID", () => {
    const id = "0192f0c1-2345-7abc-8def-0123456789ab";
    expect(showRunId(id, hide)).toBe(id);
  });

  test.each([
    "x0192f0c1-2345-7abc-8def-0123456789ab",
    "0192f0c1-2345-7abc-8def-0123456789ab ",
    "0192f0c1-2345-7abc-8def-0123456789aB",
    "0192f0c1-2345-7abc-8def_0123456789ab",
    "sk-abcdefghijkl",
    "",
  ])("passes the redaction when it is %j", (id) => {
    expect(showRunId(id, hide)).toBe("hidden");
  });
});
