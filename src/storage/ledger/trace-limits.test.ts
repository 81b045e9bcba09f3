import { expect, it } from "vitest";
import { TRACE_LIMITS } from "./trace-limits.ts";

it("a trace has at most 10,000 events, and 4 MiB", () => {
  expect(TRACE_LIMITS).toStrictEqual({ maxEvents: 10_000, maxBytes: 4_194_304 });
});
