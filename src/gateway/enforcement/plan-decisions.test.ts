import { expect, test } from "vitest";
import { openPolicy, type PolicyProfile } from "../../contract/index.ts";
import { CallPolicies, type CallPolicy, callPolicyOf } from "./call-policy.ts";
import { judgeModel, judgeNoModel, judgeTarget } from "./plan-decisions.ts";

function policyOf(lists: Partial<PolicyProfile>): CallPolicy {
  const floors = [{ prefix: "policy.", profile: { ...openPolicy(), ...lists } }];
  return callPolicyOf(new CallPolicies(floors, {}).ofKey("k", undefined), undefined)!;
}
const target = (name: string, model?: string) => ({ engine: { name }, model });

test("a model is judged only by rules for models", () => {
  for (const model of ["m", ""])
    expect(judgeModel(policyOf({ disallowed_engines: ["m"] }), model, "$.model")).toBeUndefined();
  expect(judgeModel(policyOf({ disallowed_models: ["x"] }), "m", "$.model")).toBeUndefined();
  expect(judgeModel(policyOf({ disallowed_models: ["m"] }), "m", "$.model")).toMatchObject({
    operation: "request_model",
    subject: "m",
    where: "$.model",
    riskLevel: "medium",
    rule: { id: "policy.disallowed_models[0]" },
  });
});

test("a request without a model is denied if there are rules for models", () => {
  expect(judgeNoModel(policyOf({ disallowed_engines: ["m"] }), "$.model")).toBeUndefined();
  expect(judgeNoModel(policyOf({ disallowed_models: ["x"] }), "$.model")).toMatchObject({
    operation: "request_model",
    subject: "",
    where: "$.model",
    riskLevel: "medium",
    rule: { id: "models.unnamed" },
  });
});

test("a target is judged by its engine first, then by the model that it is asked for", () => {
  const policy = policyOf({ disallowed_engines: ["bad"], disallowed_models: ["big"] });
  expect(judgeTarget(policy, target("bad", "big"), "w")).toMatchObject({
    operation: "use_engine",
    subject: "bad",
  });
  expect(judgeTarget(policy, target("good", "big"), "w")).toMatchObject({
    operation: "request_model",
    where: "w",
  });
  expect(judgeTarget(policy, target("good", "small"), "w")).toBeUndefined();
  expect(judgeTarget(policy, target("good"), "w")).toBeUndefined();
  for (const name of ["bad", ""])
    expect(judgeTarget(policyOf({ disallowed_models: ["bad"] }), target(name), "w")).toBeUndefined();
});
