import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CONTRACT_VERSION, isCompatibleVersion, parseVersion } from "./version.ts";

describe("contract versions", () => {
  it("are taken apart into major and minor", () => {
    expect(parseVersion("abp/v0.1")).toEqual({ major: 0, minor: 1 });
    expect(parseVersion("abp/v12.345")).toEqual({ major: 12, minor: 345 });
  });

  it.each([
    "",
    "abp/v0",
    "abp/v0.1.2",
    "v0.1",
    "abp/0.1",
    "abp/v01.1",
    "abp/v0.1 ",
    "ABP/v0.1",
    "abp/v4294967296.0",
  ])("are refused when malformed: %j", (text) => {
    expect(parseVersion(text)).toBeUndefined();
    expect(isCompatibleVersion(text)).toBe(false);
  });

  it("are compatible exactly when the major version is the same", () => {
    expect(isCompatibleVersion("abp/v0.9")).toBe(true);
    expect(isCompatibleVersion("abp/v1.0")).toBe(false);
    const version = fc.tuple(fc.nat(9), fc.nat(9));
    fc.assert(
      fc.property(version, version, ([a, b], [c, d]) => {
        expect(isCompatibleVersion(`abp/v${a}.${b}`, `abp/v${c}.${d}`)).toBe(a === c);
      }),
    );
  });

  it("begin with the one that is written", () => {
    expect(CONTRACT_VERSION).toBe("abp/v0.1");
  });
});
