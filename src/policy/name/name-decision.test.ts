import { describe, expect, test } from "vitest";
import { openPolicy, type PolicyProfile } from "../../contract/index.ts";
import { layerProfiles } from "../layers.ts";
import { canUseEngine, canUseModel } from "./name-decision.ts";

const policyOf = (...profiles: readonly Partial<PolicyProfile>[]) =>
  layerProfiles(
    profiles.map((profile, index) => ({
      prefix: `layer${index}.`,
      profile: { ...openPolicy(), ...profile },
    })),
  );

describe("canUseModel", () => {
  test("allows every model if no list names models", () => {
    expect(canUseModel(policyOf({}), "m")).toMatchObject({ verdict: "allow", rule: { id: "default.allow" } });
  });

  test("denies by a glob and names the rule", () => {
    expect(canUseModel(policyOf({ disallowed_models: ["x", "gpt-4*"] }), "gpt-4o")).toMatchObject({
      verdict: "deny",
      subject: "gpt-4o",
      rule: {
        id: "layer0.disallowed_models[1]",
        list: "disallowed_models",
        index: 1,
        pattern: "gpt-4*",
      },
      reason: "model 'gpt-4o' is disallowed by layer0.disallowed_models[1] \"gpt-4*\"",
    });
  });

  test.each([
    "GPT-4o",
    " gpt-4o ",
    "openai/gpt-4o",
    "models/gpt-4o",
    "ｇpt-4o",
    "gpt\u200b-4o",
    "gрt-4o",
    "a/b/GPT-4o",
  ])("denies the other spelling %j", (model) => {
    expect(canUseModel(policyOf({ disallowed_models: ["gpt-4o"] }), model).verdict).toBe("deny");
  });

  test("an allow list takes exact names only", () => {
    const policy = policyOf({ allowed_models: ["x", "claude-*"] });
    expect(canUseModel(policy, "claude-opus")).toMatchObject({
      verdict: "allow",
      rule: { id: "layer0.allowed_models[1]", pattern: "claude-*" },
    });
    for (const other of ["Claude-opus", "anthropic/claude-opus", "gpt", ""])
      expect(canUseModel(policy, other)).toMatchObject({
        verdict: "deny",
        rule: { id: "layer0.models.not_in_allowlist" },
      });
  });

  test("every layer must allow", () => {
    const policy = policyOf({ allowed_models: ["claude-*"] }, { allowed_models: ["*-haiku"] });
    expect(canUseModel(policy, "claude-haiku").verdict).toBe("allow");
    expect(canUseModel(policy, "claude-opus").rule.id).toBe("layer1.models.not_in_allowlist");
    expect(canUseModel(policy, "gpt-haiku").rule.id).toBe("layer0.models.not_in_allowlist");
  });

  test("a denial wins over an allow list of another layer", () => {
    const policy = policyOf({ allowed_models: ["a"] }, { disallowed_models: ["a"] });
    expect(canUseModel(policy, "a").rule.id).toBe("layer1.disallowed_models[0]");
  });

  test("a hostile name cannot forge a line of the reason", () => {
    expect(canUseModel(policyOf({ disallowed_models: ["*"] }), "a\nb").reason).toContain("a\\u{a}b");
  });
});

describe("canUseEngine", () => {
  test("has lists of its own", () => {
    const policy = policyOf({ disallowed_engines: ["cloud-*"], disallowed_models: ["local"] });
    expect(canUseEngine(policy, "local").verdict).toBe("allow");
    expect(canUseEngine(policy, "CLOUD-1")).toMatchObject({
      verdict: "deny",
      rule: { id: "layer0.disallowed_engines[0]" },
      reason: "engine 'CLOUD-1' is disallowed by layer0.disallowed_engines[0] \"cloud-*\"",
    });
    expect(canUseEngine(policyOf({ allowed_engines: ["a"] }), "b").rule.id).toBe(
      "layer0.engines.not_in_allowlist",
    );
  });
});

describe("layerProfiles", () => {
  test("refuses patterns that do not compile, and names the place of each", () => {
    expect(() => policyOf({}, { disallowed_models: ["ok", "[a"], allowed_engines: ["{a"] })).toThrow(
      /layer1\.disallowed_models\[1\].*layer1\.allowed_engines\[0\]|layer1\.allowed_engines\[0\].*layer1\.disallowed_models\[1\]/,
    );
  });
});
