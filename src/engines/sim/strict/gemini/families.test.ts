import { describe, expect, it } from "vitest";
import * as families from "./families.ts";

const NAMES =
  "m 1.5-pro 2.0-flash 2.5-pro 2.5-flash 2.5-flash-lite 2.5-computer 3-pro 3-flash 3-pro-image 3.1-pro 3.1-flash 3.1-flash-lite 3.5-flash 3.5-flash-lite 3.6-flash 3.7-flash 4-argon pro-latest flash-latest flash-lite-latest";

/** The models for which a rule has a result. */
function models<Result>(rule: (model: string) => Result, wanted: (result: Result) => boolean): string {
  return NAMES.split(" ")
    .filter((name) => wanted(rule(`gemini-${name}`)))
    .join(" ");
}

describe("a Gemini model", () => {
  it.each<[string, (model: string) => boolean | undefined, string]>([
    [
      "isSecondGeneration",
      families.isSecondGeneration,
      "1.5-pro 2.0-flash 2.5-pro 2.5-flash 2.5-flash-lite 2.5-computer",
    ],
    [
      "isThirdGeneration",
      families.isThirdGeneration,
      "3-pro 3-flash 3-pro-image 3.1-pro 3.1-flash 3.1-flash-lite 3.5-flash 3.5-flash-lite 3.6-flash 3.7-flash 4-argon pro-latest flash-latest flash-lite-latest",
    ],
    ["endsWithUser", families.endsWithUser, "3.5-flash-lite 3.6-flash 3.7-flash 4-argon"],
    ["alwaysThinks", families.alwaysThinks, "2.5-pro 3-pro 3-pro-image 3.1-pro pro-latest"],
  ])("is one for which %s holds", (_, rule, expected) => {
    expect(models(rule, (result) => result === true)).toBe(expected);
  });

  it.each<[string, readonly string[]]>([
    ["3-pro-image", ["LOW", "MEDIUM"]],
    ["3.1-pro 3.7-flash 4-argon", ["MINIMAL"]],
  ])("of %s lacks the levels %j", (expected, levels) => {
    const isSame = (found: readonly string[]) => found.join() === levels.join();
    expect(models(families.missingLevels, isSame)).toBe(expected);
    expect(families.missingLevels("gemini-2.5-flash-image")).toEqual([]);
    expect(families.missingLevels("gemini-3.7-flash-image")).toEqual(["LOW", "MEDIUM"]);
  });

  it("of version 2.5 has its budgets, and no other has any", () => {
    expect(models(families.budgetsOf, (found) => found !== undefined)).toBe(
      "2.5-pro 2.5-flash 2.5-flash-lite",
    );
    expect(families.budgetsOf("gemini-2.5-pro")).toEqual({ least: 128, most: 32_768, zero: false });
    expect(families.budgetsOf("gemini-2.5-flash-image")).toEqual({ least: 1, most: 24_576, zero: true });
    expect(families.budgetsOf("gemini-2.5-flash-lite")).toEqual({ least: 512, most: 24_576, zero: true });
  });

  it.each([
    ["gemini-2.5-flash-lite-preview-09-2025", 205, "flash-lite"],
    ["models/gemini-3-pro-preview", 300, "pro"],
    ["gemini-2.0-flash-001", 200, "flash"],
    ["gemini-4-argon", 400, "other"],
    ["gemini-flash-lite-latest", 300, "flash-lite"],
    ["gemini-pro-latest", 300, "pro"],
  ])("%s has version %i and is %s", (model, version, size) => {
    expect(families.familyOf(model)).toEqual({ version, size });
  });

  it.each(["gemini", "gemini-embedding", "m"])("%s has no version", (model) => {
    expect(families.familyOf(model)).toBeUndefined();
  });
});
