import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { instantOfSeconds, normalizeTimestamp, parseInstant } from "./instant.ts";

describe("an instant", () => {
  it("agrees with the platform's clock to the millisecond", () => {
    const dates = fc.date({
      min: new Date("0001-01-01T00:00:00Z"),
      max: new Date("9999-12-31T23:59:59Z"),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(dates, (date) => {
        expect(parseInstant(date.toISOString())).toBe(BigInt(date.getTime()) * 1_000_000n);
        expect(normalizeTimestamp(date.toISOString())).toBe(date.toISOString().replace(".000Z", "Z"));
      }),
    );
  });

  it.each([
    ["2025-01-01T00:00:46.000Z", "2025-01-01T00:00:46Z"],
    ["2025-01-01T00:00:46.100Z", "2025-01-01T00:00:46.100Z"],
    ["2025-01-01T00:00:46.1Z", "2025-01-01T00:00:46.100Z"],
    ["2025-01-01T00:00:46.000001Z", "2025-01-01T00:00:46.000001Z"],
    ["2025-01-01T00:00:46.0000000001Z", "2025-01-01T00:00:46Z"],
    ["2025-01-01T00:00:46.123456789Z", "2025-01-01T00:00:46.123456789Z"],
    ["2025-03-01T00:30:00+01:00", "2025-02-28T23:30:00Z"],
    ["2024-12-31T23:59:60-05:30", "2025-01-01T05:29:60Z"],
    ["2025-01-01t00:00:00z", "2025-01-01T00:00:00Z"],
    ["2025-01-01T23:59:00+23:59", "2025-01-01T00:00:00Z"],
    ["2025-01-01T00:00:00-23:59", "2025-01-01T23:59:00Z"],
  ])("spells %s as %s", (text, expected) => {
    expect(normalizeTimestamp(text)).toBe(expected);
  });

  it("is a number of seconds in nanoseconds", () => {
    expect(instantOfSeconds(1_735_689_600)).toBe(parseInstant("2025-01-01T00:00:00Z"));
    expect(instantOfSeconds(0)).toBe(0n);
  });

  it("orders times of different zones and precision", () => {
    const later = parseInstant("2025-01-01T00:00:00.000000001Z") as bigint;
    expect(later - (parseInstant("2025-01-01T01:00:00+01:00") as bigint)).toBe(1n);
  });

  it.each([
    "2025-02-29T00:00:00Z",
    "2025-01-00T00:00:00Z",
    "2025-04-31T00:00:00Z",
    "2025-00-01T00:00:00Z",
    "2025-13-01T00:00:00Z",
    "2025-01-01T24:00:00Z",
    "2025-01-01T00:60:00Z",
    "2025-01-01T00:00:61Z",
    "2025-01-01T00:00:00",
    "2025-01-01T00:00:00+24:00",
    "2025-01-01T00:00:00+00:60",
    "2025-01-01 00:00:00Z",
    "2025-01-01T00:00:00.Z",
    "0000-01-01T00:00:00Z",
    "2025-01-01T00:00:00Z ",
    "",
    17,
    undefined,
    ["2025-01-01T00:00:00Z"],
  ])("is not read from %s", (text) => {
    expect(parseInstant(text)).toBeUndefined();
    expect(normalizeTimestamp(text)).toBeUndefined();
  });
});
