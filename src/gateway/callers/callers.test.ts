import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { AbpError } from "../../contract/index.ts";
import { openCallers, requireModelCalls, vendorCredential } from "./callers.ts";

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

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

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

describe("a key", () => {
  it("is read without its scheme and the spaces around it, and only if the scheme is Bearer", () => {
    expect(who(["authorization", "BEARER   secret-a "])).toBe("alice");
    expect(who(["authorization", "Basic secret-a"])).toBe("auth_invalid");
    expect(who(["authorization", "Bearersecret-a"])).toBe("auth_invalid");
  });

  it("is looked for in the next header if one is empty, and never beside x-abp-key", () => {
    expect(who(["authorization", "", "x-api-key", "secret-a"])).toBe("alice");
    expect(who(["x-api-key", "secret-a", "x-abp-key", "wrong"])).toBe("auth_invalid");
    expect(who(["x-abp-key", "", "x-api-key", "secret-a"])).toBe("auth_invalid");
  });

  it("is taken from the query only if no header has one, and only by its whole name", () => {
    expect(who(["x-api-key", "secret-b"], "/v1beta/models?key=secret-a")).toBe("bob");
    expect(who([], "/v1beta/models?monkey=secret-a")).toBe("auth_required");
    expect(who([], "/v1beta/models?a=1&key=secret%2Da")).toBe("alice");
    expect(who([], "key=secret-a")).toBe("auth_required");
  });

  it("must not be short, nor have the token of another, at the start and while it serves", () => {
    const defaults = { tenant: "t", maxConcurrent: 1 };
    const head = { method: "GET", target: "/", headers: ["x-api-key", "token-of-a"] };
    const some = openCallers({ a: { token: "token-of-a", engines: [] } }, defaults);
    const same = {
      a: { token: "token-of-a", engines: [] },
      b: { token_sha256: sha256("token-of-a"), engines: [] },
    };
    for (const [keys, message] of [
      [{ a: { token: "1234567", engines: [] } }, "`keys.a.token` is shorter than 8 characters"],
      [same, "`keys.b.token_sha256` is also the token of `keys.a`; each key needs its own"],
    ] as const) {
      const refused = expect.objectContaining({ code: "config_invalid", message });
      expect(() => openCallers(keys, defaults)).toThrow(refused);
      expect(() => some.replace(keys)).toThrow(refused);
      expect(some.authenticate(head).name).toBe("a");
    }
  });

  it("must have a token or its digest, and not both", () => {
    const both = { token: "token-of-t", token_sha256: "00".repeat(32), engines: [] };
    for (const key of [both, { engines: [] }]) {
      expect(() => openCallers({ c: key }, { tenant: "t", maxConcurrent: 1 })).toThrow(
        expect.objectContaining({ code: "config_invalid", where: "keys.c" }),
      );
    }
  });

  it("is known until the keys are replaced, and stays known if the new ones are invalid", () => {
    const some = openCallers(
      { a: { token: "token-of-one", engines: [] } },
      { tenant: "t", maxConcurrent: 1 },
    );
    const head = (token: string) => ({ method: "GET", target: "/", headers: ["x-api-key", token] });
    expect(() => some.replace({ b: { engines: [] } })).toThrow(/keys\.b/);
    expect(some.authenticate(head("token-of-one")).name).toBe("a");
    some.replace({ b: { token: "token-of-two", engines: [], tenant: "u", max_concurrent: 0 } });
    expect(some.authenticate(head("token-of-two"))).toMatchObject({
      name: "b",
      tenant: "u",
      maxConcurrent: 0,
    });
    expect(() => some.authenticate(head("token-of-one"))).toThrow(
      "Incorrect API key provided: the key is not known here",
    );
  });
});

describe("the owner of what a caller makes", () => {
  const identities = (keys: Parameters<typeof openCallers>[0]) => {
    const some = openCallers(keys, { tenant: "default", maxConcurrent: 1 });
    return Object.values(keys).map(({ token = "" }) => {
      const caller = some.authenticate({ method: "GET", target: "/", headers: ["x-api-key", token] });
      return [caller.tenant, caller.owner, caller.isOnlyKey, caller.readsUnowned];
    });
  };

  it("is the key itself, unless the key names a tenant", () => {
    expect(
      identities({
        a: { token: "token-of-1", engines: [] },
        b: { token: "token-of-2", engines: [] },
        c: { token: "token-of-3", engines: [], tenant: "default" },
        d: { token: "token-of-4", engines: [], tenant: "team" },
        e: { token: "token-of-5", engines: [], tenant: "team" },
      }),
    ).toEqual([
      ["default", "key:a", false, false],
      ["default", "key:b", false, false],
      ["default", "tenant:default", false, false],
      ["team", "tenant:team", false, true],
      ["team", "tenant:team", false, true],
    ]);
  });

  it("may read what has no owner if no other key is configured", () => {
    expect(identities({ a: { token: "token-of-1", engines: [] } })).toEqual([
      ["default", "key:a", true, true],
    ]);
  });

  it("is known by the key's name and tenant, until the keys are replaced", () => {
    const some = openCallers(
      { a: { token: "token-of-1", engines: [] }, b: { token: "token-of-2", engines: [], tenant: "team" } },
      { tenant: "default", maxConcurrent: 1 },
    );
    expect([some.ownerOf("a", "default"), some.ownerOf("b", "team")]).toEqual(["key:a", "tenant:team"]);
    expect([some.ownerOf("a", "team"), some.ownerOf("c", "default")]).toEqual([undefined, undefined]);
    some.replace({ a: { token: "token-of-1", engines: [], tenant: "default" } });
    expect([some.ownerOf("a", "default"), some.ownerOf("b", "team")]).toEqual(["tenant:default", undefined]);
  });
});

describe("the caller's key for its vendor", () => {
  const credential = (...headers: string[]) =>
    vendorCredential({ method: "POST", target: "/?key=q", headers: ["x-abp-key", "secret-a", ...headers] });

  it("is taken from any header of a vendor, without its scheme", () => {
    expect(credential("authorization", "Bearer v")).toBe("v");
    expect(credential("X-Api-Key", "v")).toBe("v");
    expect(credential("x-goog-api-key", "v")).toBe("v");
  });

  it("is none if the caller sent only its key for us", () => {
    expect(credential()).toBeUndefined();
  });
});

describe("the policies of callers", () => {
  const policies = { withoutRoute: undefined, byRoute: new Map() };
  const policiesOf = (name: string, policy: unknown) => {
    if (name === "bad") throw new AbpError("policy_invalid", "no glob");
    return policy === undefined ? undefined : policies;
  };
  const open = openCallers(
    {
      a: { token: "token-of-a", engines: [], policy: { disallowed_tools: ["x"] } },
      b: { token: "token-of-b", engines: [] },
    },
    { tenant: "default", maxConcurrent: 1, policiesOf },
  );
  const find = (token: string) =>
    open.authenticate({ method: "POST", target: "/", headers: ["x-api-key", token] }).policies;

  it("are compiled with the key", () => {
    expect([find("token-of-a"), find("token-of-b")]).toEqual([policies, undefined]);
  });

  it("are replaced with the keys, unless one is invalid", () => {
    expect(() => open.replace({ bad: { token: "token-of-c", engines: [] } })).toThrow(/no glob/);
    expect(find("token-of-a")).toBe(policies);
    open.replace({ a: { token: "token-of-a", engines: [] } });
    expect(find("token-of-a")).toBeUndefined();
  });
});

describe("the caller that the key of a run stands for", () => {
  it("is the key of that name in that tenant, without its rights to what nobody owns", () => {
    const alice = callers.authenticate({ method: "POST", target: "/", headers: ["x-api-key", "secret-a"] });
    expect(alice.readsUnowned).toBe(true);
    expect(callers.forRun("alice", "a")).toEqual({ ...alice, isOnlyKey: false, readsUnowned: false });
    const bob = callers.forRun("bob", "default");
    expect([bob.owner, bob.maxConcurrent, bob.mayUse("sim-x"), bob.mayUse("other")]).toEqual([
      "key:bob",
      3,
      true,
      false,
    ]);
  });

  it("is never the only key", () => {
    const only = openCallers(
      { dev: { token: "token-of-t", engines: [] } },
      { tenant: "default", maxConcurrent: 1 },
    );
    expect(only.forRun("dev", "default")).toMatchObject({ isOnlyKey: false, readsUnowned: false });
  });

  it("may use every engine if no key of that name writes to that log", () => {
    const policiesOf = (name: string) => ({ name }) as never;
    const some = openCallers(
      { bob: { token: "token-of-t", engines: ["sim*"] } },
      { tenant: "default", maxConcurrent: 7, policiesOf },
    );
    const run = some.forRun("run", "default");
    expect(run).toMatchObject({
      name: "run",
      tenant: "default",
      owner: "key:run",
      isOnlyKey: false,
      readsUnowned: false,
      mode: undefined,
      maxConcurrent: 7,
      policies: { name: "run" },
    });
    expect(run.mayUse("any")).toBe(true);
    const other = some.forRun("bob", "team");
    expect([other.tenant, other.owner, other.readsUnowned, other.mayUse("any")]).toEqual([
      "team",
      "tenant:team",
      false,
      true,
    ]);
  });
});

describe("the roles of a key", () => {
  const of = (key: object) => {
    const some = openCallers(
      { k: { token: "token-of-k", engines: [], ...key }, other: { token: "token-of-o", engines: [] } },
      { tenant: "default", maxConcurrent: 1 },
    );
    return {
      some,
      caller: some.authenticate({ method: "GET", target: "/", headers: ["x-api-key", "token-of-k"] }),
    };
  };

  it("are `caller` alone if it names none", () => {
    expect(of({}).caller.roles).toEqual(["caller"]);
    expect(of({ roles: ["viewer", "admin"] }).caller.roles).toEqual(["viewer", "admin"]);
  });

  it.each([
    [["caller"], true],
    [["viewer"], false],
    [["operator"], true],
    [["admin"], true],
    [["viewer", "caller"], true],
  ] as const)("decide whether it calls models: %j", (roles, mayCall) => {
    const check = () => requireModelCalls(of({ roles }).caller);
    if (mayCall) expect(check).not.toThrow();
    else expect(check).toThrow(expect.objectContaining({ code: "access_denied" }));
  });

  it("are not those of its runs, which only call models", () => {
    const { some } = of({ roles: ["admin"], tenant: "*" });
    const run = some.forRun("k", "default");
    expect([run.roles, run.seesAll, run.name]).toEqual([["caller"], undefined, "k"]);
  });

  it("hold for all records if its tenant is `*`, and its own calls are recorded for the default tenant", () => {
    const { caller } = of({ tenant: "*" });
    expect([caller.seesAll, caller.tenant, caller.owner, caller.readsUnowned]).toEqual([
      true,
      "default",
      "key:k",
      false,
    ]);
    expect(of({ tenant: "a" }).caller.seesAll).toBeUndefined();
  });

  it("of the machine's admin key do not make another key cease to be the only one", () => {
    const some = openCallers(
      {
        owner: { token: "token-of-owner", engines: [] },
        "local-admin": {
          token: "token-of-admin",
          engines: [],
          roles: ["admin"],
          tenant: "*",
          isLocalAdmin: true,
        },
      },
      { tenant: "default", maxConcurrent: 1 },
    );
    const ask = (token: string) =>
      some.authenticate({ method: "GET", target: "/", headers: ["x-api-key", token] });
    expect([ask("token-of-owner").isOnlyKey, ask("token-of-admin").isOnlyKey]).toEqual([true, false]);
    expect([ask("token-of-admin").isLocalAdmin, ask("token-of-admin").readsUnowned]).toEqual([true, false]);
  });
});
