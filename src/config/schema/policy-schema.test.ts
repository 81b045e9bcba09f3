import { describe, expect, test } from "vitest";
import { ConfigSchema } from "./config-schema.ts";

const policyOf = (policy: object) => ConfigSchema.safeParse({ policy });

describe("the policies of a configuration", () => {
  test("allow everything by default", () => {
    const { policy } = ConfigSchema.parse({});
    for (const list of Object.values(policy)) expect(list).toEqual([]);
  });

  test("a key and a route have one only if they set it, with every list", () => {
    const { keys, routes } = ConfigSchema.parse({
      keys: { a: { token: "t", policy: { disallowed_tools: ["x"] } }, b: { token: "u" } },
      routes: { r: { models: ["m"], engine: "e", policy: {} } },
    });
    expect(keys["a"]?.policy).toEqual({
      allowed_tools: [],
      disallowed_tools: ["x"],
      require_approval_for: [],
      allowed_models: [],
      disallowed_models: [],
      allowed_engines: [],
      disallowed_engines: [],
    });
    expect(keys["b"]?.policy).toBeUndefined();
    expect(routes["r"]?.policy?.allowed_tools).toEqual([]);
  });

  test.each([
    "allowed_tools",
    "disallowed_tools",
    "require_approval_for",
    "allowed_models",
    "disallowed_models",
    "allowed_engines",
    "disallowed_engines",
  ])("refuse a pattern of %s that is no glob", (list) => {
    expect(policyOf({ [list]: ["a*", "{b,c}"] }).success).toBe(true);
    expect(policyOf({ [list]: ["a*", "[b"] }).error?.issues[0]).toMatchObject({
      path: ["policy", list, 1],
      message: "must be a glob",
    });
  });
});
