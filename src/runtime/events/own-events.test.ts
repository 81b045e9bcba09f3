import { expect, it } from "vitest";
import { AbpError } from "../../contract/index.ts";
import { errorEvent, questionEvent, repairEvent, steerEvent, warningEvent } from "./own-events.ts";

const at = new Date("2026-01-01T00:00:00Z");

it("the event of an error has its message and the code of abp/v0.1", () => {
  expect(errorEvent(at, new AbpError("run_idle", "too long \ud800"))).toEqual({
    ts: "2026-01-01T00:00:00.000Z",
    type: "error",
    message: "too long \ufffd",
    error_code: "backend_timeout",
  });
});

it.each([
  ["backend_rate_limited", "backend_rate_limited"],
  ["BACKEND_RATE_LIMITED", "backend_rate_limited"],
  ["quota", "backend_crashed"],
  [undefined, "backend_crashed"],
])("the event of a sidecar's own error with the code %s has the code %s", (reported_code, error_code) => {
  const error = new AbpError("sidecar_fatal", "no quota", { details: { reported_code } });
  expect(errorEvent(at, error)).toMatchObject({ message: "no quota", error_code });
});

it("the event of a message shows no text of the assistant", () => {
  expect(steerEvent(at, "and b \ud800")).toEqual({
    ts: "2026-01-01T00:00:00.000Z",
    type: "assistant_delta",
    text: "",
    ext: { steer: "and b \ufffd" },
  });
});

it("the event of a warning is its message", () => {
  expect(warningEvent(at, "careful")).toEqual({
    ts: "2026-01-01T00:00:00.000Z",
    type: "warning",
    message: "careful",
  });
});

it.each([
  [[{ path: "/a", message: "bad", more: 1 }], " at /a: bad"],
  [[{ path: "", message: "bad" }], ": bad"],
  [[], ": it is not valid"],
])("the event of an answer that is asked for again has its faults: %j", (errors, words) => {
  expect(repairEvent(at, { round: 1, of: 2, inSession: true, errors: errors as never })).toEqual({
    ts: "2026-01-01T00:00:00.000Z",
    type: "warning",
    message: `the answer does not satisfy its output schema${words}; it is asked for once more (1 of 2)`,
    ext: {
      repair: {
        round: 1,
        of: 2,
        in_session: true,
        errors: errors.map(({ path, message }) => ({ path, message })),
      },
    },
  });
});

it.each([
  ["yes \ud800", "yes \ufffd"],
  [undefined, null],
])("the event of a question has the answer %j", (answer, shown) => {
  expect(questionEvent(at, "why \ud800", answer)).toEqual({
    ts: "2026-01-01T00:00:00.000Z",
    type: "assistant_delta",
    text: "",
    ext: { question: { text: "why \ufffd", answer: shown } },
  });
});
