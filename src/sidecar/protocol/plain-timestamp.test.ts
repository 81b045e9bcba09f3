import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AgentEvent } from "../../contract/index.ts";
import { isPlainTimestamp } from "./plain-timestamp.ts";

const isValid = (ts: unknown) => AgentEvent.safeParse({ ts, type: "warning", message: "" }).success;

describe("isPlainTimestamp", () => {
  it.each([
    "2026-01-15T10:00:00Z",
    "2026-12-28T23:59:59.123Z",
    "2026-01-01T00:00:00.123456Z",
    "0001-10-09T19:09:08.1Z",
  ])("recognises %s", (text) => {
    expect(isPlainTimestamp(text)).toBe(true);
    expect(isPlainTimestamp(text)).toBe(true);
  });

  it.each([
    "2026-01-15T24:00:00Z",
    "2026-01-15T10:60:00Z",
    "2026-01-15T10:00:60Z",
    "2026-01-15T10:00:00",
    "2026-01-15T10:00:00.Z",
    "2026-01-15T10:00:00.1xZ",
    "2026-01-15T10:00:00x1Z",
    "2026-01-15T10-00:00Z",
    "2026-01-15T10:00-00Z",
    "2026-01-15T1/:00:00Z",
    "2026-01-15T/1:00:00Z",
    "2026-13-15T10:00:00Z",
    "2026-00-15T10:00:00Z",
    "2026-01-00T10:00:00Z",
    "2026-02-30T10:00:00Z",
    "2026-01-15 10:00:00Z",
    "",
    5,
    null,
  ])("does not recognise %j", (value) => {
    expect(isPlainTimestamp(value)).toBe(false);
  });

  it("recognises nothing that the schema refuses", () => {
    const base = "2026-01-15T10:20:30.456Z";
    fc.assert(
      fc.property(fc.nat(base.length - 1), fc.constantFrom(..."0123456789:-TZ. +x", ""), (at, character) => {
        const value = base.slice(0, at) + character + base.slice(at + 1);
        if (isPlainTimestamp(value)) expect(isValid(value)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});
