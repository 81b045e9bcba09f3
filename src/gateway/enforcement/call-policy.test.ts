import { describe, expect, test } from "vitest";
import { openPolicy, type PolicyProfile } from "../../contract/index.ts";
import { CallPolicies, callPolicyOf, withModels } from "./call-policy.ts";

const floorsOf = (lists: Partial<PolicyProfile> = {}) => [
  { prefix: "policy.", profile: { ...openPolicy(), ...lists } },
];

describe("the policies of a key", () => {
  test("are absent if nothing restricts a model call", () => {
    const policies = new CallPolicies(floorsOf({ deny_read: ["*.env"], deny_network: ["evil.example"] }), {
      r: {},
      s: { policy: {} },
    });
    expect(policies.ofKey("k", undefined)).toBeUndefined();
    expect(policies.ofKey("k", {})).toBeUndefined();
    expect(callPolicyOf(undefined, "r")).toBeUndefined();
  });

  test("layer the configuration, the key and the route, in this order", () => {
    const policies = new CallPolicies(floorsOf({ disallowed_tools: ["a"] }), {
      r: { policy: { disallowed_models: ["b"] } },
      plain: {},
    });
    const key = policies.ofKey("ci", { allowed_engines: ["c"] });
    const prefixes = (route: string | undefined) =>
      callPolicyOf(key, route)?.policy.layers.map(({ prefix }) => prefix);
    expect(prefixes("r")).toEqual(["policy.", "keys.ci.policy.", "routes.r.policy."]);
    expect(prefixes("plain")).toEqual(["policy.", "keys.ci.policy."]);
    expect(prefixes(undefined)).toEqual(["policy.", "keys.ci.policy."]);
    expect(callPolicyOf(policies.ofKey("other", undefined), undefined)?.policy.layers).toHaveLength(1);
    const judges = { judgesTools: true, judgesModels: true, judgesEngines: true };
    expect(callPolicyOf(key, "r")).toMatchObject(judges);
    expect(callPolicyOf(key, undefined)).toMatchObject({ ...judges, judgesModels: false });
  });

  test("a route alone restricts only its own calls", () => {
    const key = new CallPolicies(floorsOf(), { r: { policy: { disallowed_models: ["b"] } } }).ofKey(
      "k",
      undefined,
    );
    expect(callPolicyOf(key, undefined)).toBeUndefined();
    expect(callPolicyOf(key, "s")).toBeUndefined();
    expect(callPolicyOf(key, "r")).toMatchObject({ judgesModels: true });
  });

  test.each([
    [{ disallowed_tools: ["a"] }, [true, false, false]],
    [{ allowed_tools: ["a"] }, [true, false, false]],
    [{ require_approval_for: ["a"] }, [true, false, false]],
    [{ allowed_models: ["a"] }, [false, true, false]],
    [{ disallowed_models: ["a"] }, [false, true, false]],
    [{ allowed_engines: ["a"] }, [false, false, true]],
    [{ disallowed_engines: ["a"] }, [false, false, true]],
  ])("say what %j judges", (lists, expected) => {
    const found = callPolicyOf(new CallPolicies(floorsOf(lists), {}).ofKey("k", undefined), undefined);
    expect([found?.judgesTools, found?.judgesModels, found?.judgesEngines]).toEqual(expected);
  });

  test("a pattern that does not compile is refused with its place", () => {
    expect(() => new CallPolicies(floorsOf({ disallowed_tools: ["[a"] }), {})).toThrow(
      /policy\.disallowed_tools\[0\]/,
    );
    expect(() => new CallPolicies(floorsOf(), { r: { policy: { allowed_models: ["{"] } } })).toThrow(
      /routes\.r\.policy\.allowed_models\[0\]/,
    );
    expect(() => new CallPolicies(floorsOf(), {}).ofKey("k", { disallowed_engines: ["[z"] })).toThrow(
      /keys\.k\.policy\.disallowed_engines\[0\]/,
    );
  });

  test("bind the names of servers to their hosts, on every route", () => {
    const servers = { files: ["files.example"] };
    const routes = { r: { policy: { disallowed_models: ["b"] } } };
    const key = new CallPolicies(floorsOf({ disallowed_tools: ["a"] }), routes, servers).ofKey(
      "k",
      undefined,
    );
    expect([key?.withoutRoute?.servers, key?.byRoute.get("r")?.servers]).toEqual([servers, servers]);
    const without = new CallPolicies(floorsOf({ disallowed_tools: ["a"] }), {}).ofKey("k", undefined);
    expect(without?.withoutRoute).not.toHaveProperty("servers");
  });
});

describe("the models that a run may call", () => {
  const layer = { judgesTools: false, judgesModels: true, judgesEngines: false };
  const prefixesOf = (
    one: { readonly policy: { readonly layers: readonly { prefix: string }[] } } | undefined,
  ) => one?.policy.layers.map(({ prefix }) => prefix);

  test("are the only rule if nothing else restricts the calls", () => {
    const policies = withModels(undefined, "run.", ["m"]);
    expect(policies).toEqual({ withoutRoute: expect.objectContaining(layer), byRoute: new Map() });
    expect(prefixesOf(policies.withoutRoute)).toEqual(["run."]);
  });

  test("are one layer more, without a route and on every route that has rules", () => {
    const routes = { r: { policy: { disallowed_engines: ["b"] } } };
    const key = new CallPolicies(floorsOf({ allowed_tools: ["a"] }), routes).ofKey("k", undefined);
    const { withoutRoute, byRoute } = withModels(key, "run.", ["m"]);
    expect(withoutRoute).toMatchObject({ ...layer, judgesTools: true });
    expect(prefixesOf(withoutRoute)).toEqual(["policy.", "run."]);
    expect([...byRoute.keys()]).toEqual(["r"]);
    expect(byRoute.get("r")).toMatchObject({ judgesTools: true, judgesModels: true, judgesEngines: true });
    expect(prefixesOf(byRoute.get("r"))).toEqual(["policy.", "routes.r.policy.", "run."]);
  });

  test("have names that compile", () => {
    expect(() => withModels(undefined, "run.", ["{"])).toThrow(/run\.allowed_models\[0\]/);
  });
});
