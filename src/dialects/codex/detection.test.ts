import { describe, expect, it } from "vitest";
import { detect } from "./detection.ts";

describe("a request of the Responses API", () => {
  it.each(["/v1/responses", "/v1/responses/input_tokens", "/v1/responses/compact", "/responses?x=1"])(
    "is known by its path %s",
    (path) => expect(detect({}, { path })).toBe(1),
  );

  it("is not known by a path that goes on", () => {
    expect(detect({}, { path: "/v1/responses/resp_1" })).toBe(0);
    expect(detect({}, { path: "/v1/myresponses" })).toBe(0);
  });

  it.each<[object, number]>([
    [{ input: "x", messages: [] }, 0],
    [{ input: "x", contents: [] }, 0],
    [{}, 0],
    [{ instructions: "x" }, 0],
    [{ input: "x" }, 0.4],
    [{ input: [] }, 0.2],
    [{ input: [{ role: "user" }] }, 0.9],
    [{ input: [{ type: "message" }] }, 0.9],
    [{ input: [{ role: "user" }, 3] }, 0.2],
    [{ input: [{ x: 1 }] }, 0.2],
    [{ prompt: { id: "p" } }, 0.7],
    [{ prompt: "text" }, 0],
    [{ previous_response_id: "r" }, 0.9],
    [{ previous_response_id: 3 }, 0],
  ])("%j scores %d", (body, score) => expect(detect({ ...body }, {})).toBe(score));

  it.each([
    "instructions",
    "max_output_tokens",
    "previous_response_id",
    "reasoning",
    "text",
    "include",
    "truncation",
    "parallel_tool_calls",
  ])("is likelier with the member %s", (member) => {
    expect(detect({ input: "x", [member]: 1 }, {})).toBe(0.9);
  });
});
