import { describe, expect, it } from "vitest";
import { expiryCutoff } from "./retention.ts";

const now = new Date("2026-03-31T12:00:00Z");

describe("the time at which content has expired", () => {
  it("is so many days before now", () => {
    expect(expiryCutoff(30, now)).toBe(Date.parse("2026-03-01T12:00:00Z"));
    expect(expiryCutoff(1, now)).toBe(Date.parse("2026-03-30T12:00:00Z"));
  });

  it("is before every time if content is kept for ever", () => {
    expect(expiryCutoff(0, now)).toBeLessThan(new Date(-8.64e15).getTime());
  });
});
