import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { AbpError } from "../../contract/index.ts";
import { openCallers, vendorCredential } from "./callers.ts";

const callers = openCallers(
  {
    alice: { token: "secret-a", engines: [], tenant: "a", mode: "strict" },
    bob: {
      token_sha256: createHash("sha256").update("secret-b").digest("hex"),
      engines: ["sim*"],
      max_concurrent: 3,
    },
  },
  { tenant: "default", maxConcurrent: 64 },
);

function who(headers: readonly string[], target = "/v1/messages"): string {
  try {
    return callers.authenticate({ method: "POST", target, headers }).name;
  } catch (error) {
    return AbpError.is(error) ? error.code : String(error);
  }
}

describe("a caller", () => {
  it("is known by its key, in every vendor's way of sending one", () => {
    expect(who(["Authorization", "Bearer secret-a"])).toBe("alice");
    expect(who(["authorization", "bearer secret-b"])).toBe("bob");
    expect(who(["x-api-key", "secret-a"])).toBe("alice");
    expect(who(["X-Goog-Api-Key", "secret-b"])).toBe("bob");
    expect(who([], "/v1beta/models/m:generateContent?alt=sse&key=secret-a")).toBe("alice");
  });

  it("may name itself to us and keep its vendor key for the engine", () => {
    const headers = ["x-abp-key", "secret-a", "authorization", "Bearer sk-vendor"];
    expect(who(headers)).toBe("alice");
    expect(vendorCredential({ method: "POST", target: "/", headers })).toBe("sk-vendor");
    expect(
      vendorCredential({ method: "POST", target: "/", headers: ["authorization", "Bearer secret-a"] }),
    ).toBeUndefined();
  });

  it("G16: is refused for a wrong key whatever its length, and for a near one", () => {
    for (const token of ["", "x", "secret-", "secret-aa", "secret-c", "s".repeat(100_000)]) {
      expect([token.length, who(["x-api-key", token])]).toEqual([
        token.length,
        token === "" ? "auth_required" : "auth_invalid",
      ]);
    }
    expect(who([])).toBe("auth_required");
  });

  it("has the tenant, the mode, the engines and the limit of its key", () => {
    const alice = callers.authenticate({ method: "POST", target: "/", headers: ["x-api-key", "secret-a"] });
    const bob = callers.authenticate({ method: "POST", target: "/", headers: ["x-api-key", "secret-b"] });
    expect([alice.tenant, alice.mode, alice.maxConcurrent, alice.mayUse("any")]).toEqual([
      "a",
      "strict",
      64,
      true,
    ]);
    expect([bob.tenant, bob.mode, bob.maxConcurrent]).toEqual(["default", undefined, 3]);
    expect([bob.mayUse("sim-claude"), bob.mayUse("anthropic")]).toEqual([true, false]);
  });

  it("needs a key that says what it is", () => {
    expect(() => openCallers({ c: { engines: [] } }, { tenant: "t", maxConcurrent: 1 })).toThrow(/keys\.c/);
  });
});
