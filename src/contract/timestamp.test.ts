import { describe, expect, it } from "vitest";
import { formatTimestamp } from "./timestamp.ts";

describe("a written instant", () => {
  it("always has milliseconds, so that the order of the texts is the order of the times", () => {
    const times = [-1, 0, 1, 999, 1000, 1001, Date.parse("2026-03-01T08:00:00Z")];
    const texts = times.map((time) => formatTimestamp(new Date(time)));
    expect(texts.slice(1, 5)).toEqual([
      "1970-01-01T00:00:00.000Z",
      "1970-01-01T00:00:00.001Z",
      "1970-01-01T00:00:00.999Z",
      "1970-01-01T00:00:01.000Z",
    ]);
    expect([...texts].sort()).toEqual(texts);
  });

  it("is the right one if two instants share a place of the cache", () => {
    const [one, other] = [new Date(64), new Date(128)];
    expect([one, other, one].map(formatTimestamp)).toEqual([
      "1970-01-01T00:00:00.064Z",
      "1970-01-01T00:00:00.128Z",
      "1970-01-01T00:00:00.064Z",
    ]);
  });
});
