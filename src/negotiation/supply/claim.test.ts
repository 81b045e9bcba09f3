import { describe, expect, it } from "vitest";
import { AT, claim } from "../fixtures/builders.ts";
import { readClaim } from "./claim.ts";

const whole = claim("emulated", {
  limit: 1,
  kinds: ["text"],
  reason: "why",
  via: "tool-protocol",
  evidence: "observed",
});

describe("reading a claim", () => {
  it("keeps every known member and drops the others", () => {
    expect(readClaim({ ...whole, extra: 1 })).toEqual(whole);
    expect(readClaim(claim("native"))).toEqual({ support: "native", evidence: "catalog", at: AT });
  });

  it.each([
    [undefined, "not an object"],
    [null, "not an object"],
    [[], "not an object"],
    ["native", "not an object"],
    [{ ...whole, support: "Native" }, "support is not known"],
    [{ ...whole, evidence: "heard" }, "evidence is not known"],
    [{ ...whole, at: 7 }, "at is not a time"],
    [{ ...whole, limit: 0 }, "limit is not a positive integer"],
    [{ ...whole, limit: 1.5 }, "limit is not a positive integer"],
    [{ ...whole, kinds: "text" }, "kinds is not a list of names"],
    [{ ...whole, kinds: ["text", 1] }, "kinds is not a list of names"],
    [{ ...whole, reason: 1 }, "reason is not text"],
    [{ ...whole, via: null }, "via is not an emulator id"],
  ])("makes the whole of %j unknown: %s", (value, fault) => {
    expect(readClaim(value)).toEqual({
      support: "unknown",
      reason: `malformed claim: ${fault}`,
      evidence: "declared",
      at: "",
    });
  });

  it("reads only own members", () => {
    expect(readClaim(Object.create(whole)).reason).toBe("malformed claim: support is not known");
  });

  it("replaces lone surrogates in every text", () => {
    const odd = "\ud800";
    const read = readClaim({ ...whole, kinds: [odd], reason: odd, via: odd, at: odd });
    expect([read.kinds, read.reason, read.via, read.at]).toEqual([["\ufffd"], "\ufffd", "\ufffd", "\ufffd"]);
  });
});
