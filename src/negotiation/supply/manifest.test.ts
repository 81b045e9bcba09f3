import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalize, sha256Hex } from "../../lib/index.ts";
import { AT, claim, manifest, TARGET } from "../fixtures/builders.ts";
import { makeManifest, manifestFromWire, manifestToWire, pendingManifest } from "./manifest.ts";

const origin = { target: TARGET, at: AT };

describe("manifest", () => {
  it("is hashed as canonical JSON, whatever order its claims are given in", () => {
    const left = manifest({ streaming: "native", tool_use: "emulated" });
    const right = manifest({ tool_use: "emulated", streaming: "native" });
    expect(left.digest).toBe(right.digest);
    const { digest, ...body } = left;
    expect(digest).toBe(sha256Hex(canonicalize(body)));
  });

  it("has another digest when target, completeness or any claim differs", () => {
    const variants = [
      manifest({ streaming: "native" }),
      manifest({ streaming: "emulated" }),
      manifest({ streaming: "native" }, { closed: false }),
      manifest({ streaming: "native" }, { target: { ...TARGET, backend: "mock" } }),
      manifest({ streaming: claim("native", { limit: 1 }) }),
    ];
    expect(new Set(variants.map(({ digest }) => digest)).size).toBe(variants.length);
  });

  it("can be made of any values", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: "binary" }), fc.anything()), (claims) => {
        expect(makeManifest({ target: TARGET, closed: true, claims }).digest).toMatch(/^[0-9a-f]{64}$/);
      }),
    );
  });

  it("keeps half of a surrogate pair out of what is hashed", () => {
    const odd = "\ud800";
    const claims = { [odd]: claim("native", { reason: odd, kinds: [odd], via: odd, at: odd }) };
    const target = { provider: odd, model: odd, backend: odd };
    expect(() => makeManifest({ target, closed: true, claims })).not.toThrow();
  });

  it("of a target that has not spoken is open and empty", () => {
    expect(pendingManifest(TARGET)).toMatchObject({ closed: false, claims: {} });
  });
});

describe("wire manifest", () => {
  it("reads the four levels, restricted with its reason", () => {
    const wire = JSON.parse(
      '{"streaming":"native","tool_read":"emulated","tool_bash":{"restricted":{"reason":"sandbox only"}},"mcp_client":"unsupported"}',
    );
    const read = manifestFromWire(wire, origin);
    expect(read.closed).toBe(true);
    expect(read.claims["tool_bash"]).toEqual({
      support: "restricted",
      reason: "sandbox only",
      evidence: "declared",
      at: AT,
    });
    expect(Object.entries(read.claims).map(([name, { support }]) => [name, support])).toEqual([
      ["mcp_client", "unsupported"],
      ["streaming", "native"],
      ["tool_bash", "restricted"],
      ["tool_read", "emulated"],
    ]);
  });

  it("takes a level that is not one for unknown, and something that is no manifest for silence", () => {
    const read = manifestFromWire({ a: "Native", b: { restricted: {} }, c: 1, d: null }, origin);
    expect(Object.values(read.claims).map(({ support }) => support)).toEqual(Array(4).fill("unknown"));
    for (const nothing of [null, [], "native", 5, undefined]) {
      expect(manifestFromWire(nothing, origin)).toEqual(pendingManifest(TARGET));
    }
  });

  it("believes the lower of two spellings that disagree", () => {
    const names = { tool_use: "tool_use", toolUse: "tool_use" };
    const canonicalName = (name: string): string | undefined => names[name as keyof typeof names];
    for (const wire of [
      { tool_use: "native", toolUse: "unsupported" },
      { toolUse: "unsupported", tool_use: "native" },
    ]) {
      expect(manifestFromWire(wire, { ...origin, canonicalName }).claims["tool_use"]?.support).toBe(
        "unsupported",
      );
    }
  });

  it("is the same after it was read and written", () => {
    const level = fc.oneof(
      fc.constantFrom("native", "emulated", "unsupported"),
      fc.string().map((reason) => ({ restricted: { reason } })),
    );
    fc.assert(
      fc.property(fc.dictionary(fc.string(), level), (wire) => {
        expect(manifestToWire(manifestFromWire(wire, origin))).toEqual(wire);
      }),
    );
  });

  it("leaves unknown claims out when it is written, and writes a restriction without a reason", () => {
    const claims = { a: claim("unknown"), b: claim("restricted"), c: claim("native") };
    expect(manifestToWire(makeManifest({ target: TARGET, closed: true, claims }))).toEqual({
      b: { restricted: { reason: "" } },
      c: "native",
    });
  });
});
