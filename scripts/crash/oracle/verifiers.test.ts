import { describe, expect, it } from "vitest";
import { compareVerdicts } from "./verifiers.ts";

const cases = [{ kind: "bundle", tenant: "t" }] as const;
const valid = [{ ok: true, codes: [] }];
const invalid = [{ ok: false, codes: ["receipt_hash_mismatch"] }];

describe("the comparison of two verifiers", () => {
  it("accepts a case that both accept", () => {
    expect(compareVerdicts(cases, valid, valid)).toEqual([]);
  });

  it("reports a case that both refuse, that one refuses, or that one does not answer", () => {
    expect(compareVerdicts(cases, invalid, invalid)).toEqual([expect.stringContaining("is invalid")]);
    expect(compareVerdicts(cases, valid, invalid)).toEqual([expect.stringContaining("disagree")]);
    expect(compareVerdicts(cases, invalid, valid)).toEqual([expect.stringContaining("disagree")]);
    expect(compareVerdicts(cases, valid, [])).toEqual([expect.stringContaining("did not answer")]);
  });
});
