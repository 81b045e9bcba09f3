import { describe, expect, it } from "vitest";
import { sampleString } from "./sample-string.ts";

describe("a made-up string", () => {
  it.each<[object, number, string]>([
    [{}, 0, "simulated"],
    [{}, 1, "simulated 2"],
    [{}, 9, "simulated 10"],
    [{ minLength: 9 }, 0, "simulated"],
    [{ minLength: 12 }, 0, "simulatedxxx"],
    [{ minLength: 11.5 }, 0, "simulatedxxx"],
    [{ minLength: "12" }, 0, "simulatedxxx"],
    [{ minLength: "x12" }, 0, "simulated"],
    [{ minLength: "12x" }, 0, "simulated"],
    [{ minLength: -1 }, 0, "simulated"],
    [{ minLength: null }, 0, "simulated"],
    [{ minLength: 14 }, 1, "simulated 2xxx"],
    [{ maxLength: 9 }, 0, "simulated"],
    [{ maxLength: 4 }, 0, "simu"],
    [{ maxLength: 0 }, 0, ""],
    [{ maxLength: 0 }, 3, ""],
    [{ maxLength: 4 }, 1, "sim2"],
    [{ maxLength: 1 }, 11, "1"],
    [{ maxLength: 2 }, 11, "12"],
    [{ maxLength: 11 }, 1, "simulated 2"],
    [{ pattern: "^[a-c]+$", minLength: 3 }, 1, "bbb"],
    [{ pattern: "(?=x)y", format: "date" }, 0, "2025-01-01"],
    [{ pattern: "(?=x)y" }, 0, "simulated"],
    [{ pattern: 5 }, 0, "simulated"],
    [{ minLength: "12" }, 0, "simulatedxxx"],
    [{ minLength: "12x" }, 0, "simulated"],
    [{ minLength: true }, 0, "simulated"],
    [{ minLength: 10.5 }, 0, "simulatedxx"],
    [{ maxLength: "3" }, 0, "sim"],
    [{ maxLength: "-3" }, 0, "simulated"],
    [{ maxLength: -3 }, 0, "simulated"],
    [{ maxLength: 0 }, 0, ""],
    [{ maxLength: false }, 0, "simulated"],
    [{ format: "unheard-of" }, 0, "simulated"],
    [{ format: "toString" }, 0, "simulated"],
    [{ format: 5 }, 0, "simulated"],
  ])("of %j and variant %i is %j", (schema, variant, text) => {
    expect(sampleString(schema as never, variant)).toBe(text);
  });

  it.each([
    ["date-time", "2025-01-01T00:00:00Z"],
    ["date", "2025-01-01"],
    ["time", "00:00:00Z"],
    ["duration", "P1D"],
    ["email", "simulated@example.com"],
    ["idn-email", "simulated@example.com"],
    ["hostname", "example.com"],
    ["idn-hostname", "example.com"],
    ["ipv4", "192.0.2.1"],
    ["ipv6", "2001:db8::1"],
    ["uri", "https://example.com/simulated"],
    ["url", "https://example.com/simulated"],
    ["iri", "https://example.com/simulated"],
    ["uri-reference", "https://example.com/simulated"],
    ["iri-reference", "https://example.com/simulated"],
    ["uri-template", "https://example.com/simulated"],
    ["uuid", "00000000-0000-4000-8000-000000000000"],
    ["json-pointer", "/simulated"],
    ["relative-json-pointer", "0"],
    ["regex", "simulated"],
    ["byte", "c2ltdWxhdGVk"],
  ])("of the format %s is %s", (format, text) => {
    expect(sampleString({ format }, 0)).toBe(text);
  });

  it("has at most 100,000 characters", () => {
    expect(sampleString({ minLength: 1e9 }, 0)).toHaveLength(100_000);
  });
});
