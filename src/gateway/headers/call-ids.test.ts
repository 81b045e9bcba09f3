import { expect, it } from "vitest";
import { findDialect } from "../../dialects/index.ts";
import { addCallIds, addEngineHeaders } from "./call-ids.ts";

it.each([
  ["claude", "request-id"],
  ["openai", "x-request-id"],
  ["codex", "x-request-id"],
  ["kimi", "x-request-id"],
  ["copilot", "x-request-id"],
  ["gemini", "x-request-id"],
])("an answer of %s has the run's id in the header %s", (dialect, name) => {
  expect(addCallIds(["a", "b"], findDialect(dialect), "r1")).toEqual([
    "a",
    "b",
    "x-abp-run-id",
    "r1",
    name,
    "r1",
  ]);
});

it("the engine's own id of the request stays, however it is spelled", () => {
  const headers = ["X-Request-Id", "req_1"];
  expect(addCallIds([...headers], findDialect("openai"), "r1")).toEqual([...headers, "x-abp-run-id", "r1"]);
});

it.each([
  [{ mode: "passthrough", engine: { name: "main", isSimulated: false } }, []],
  [{ mode: "mapped", engine: { name: "main", isSimulated: true } }, ["x-abp-simulated", "true"]],
  [
    { mode: "mapped", engine: { name: "zwei é", isSimulated: false }, isFallback: true },
    ["x-abp-fallback", "zwei %C3%A9"],
  ],
  [
    { mode: "passthrough", engine: { name: "b", isSimulated: true }, isFallback: true },
    ["x-abp-fallback", "b", "x-abp-simulated", "true"],
  ],
] as const)("an answer of %o says which engine gave it, and how", (answer, more) => {
  const ids = ["x-abp-run-id", "r1", "x-request-id", "r1"];
  const headers = ["x-abp-mode", answer.mode, ...ids, ...more];
  expect(addEngineHeaders([], findDialect("openai"), "r1", answer)).toEqual(headers);
});
