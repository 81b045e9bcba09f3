import { describe, expect, it } from "vitest";
import { unconfined } from "../../backends/index.ts";
import { openPolicy, type PolicyProfile } from "../../contract/index.ts";
import { compilePolicy } from "../../policy/index.ts";
import { describeEnforcement, enforcementWord, higherLevel, refuseLevel } from "./enforcement.ts";

const confined = {
  level: "L3",
  reason: undefined,
  selfTest: [{ probe: "p", held: true }],
  network: "proxy",
} as const;
const facts = {
  confinement: unconfined("none"),
  asksBeforeTools: false,
  isStaged: true,
  required: undefined,
};

describe("the record of enforcement", () => {
  it("never overstates: without a sandbox rules for paths and the network are advisory, also on a copy", () => {
    expect(describeEnforcement(facts)).toEqual({
      level: "L0",
      reason: "none",
      tools: "observed",
      read: "advisory",
      write: "advisory",
      network: "advisory",
    });
    expect(describeEnforcement({ ...facts, asksBeforeTools: true })).toMatchObject({
      level: "L1",
      tools: "gate",
    });
  });

  it("states what a sandbox holds; a workspace that is not a copy stays readable and writable", () => {
    expect(describeEnforcement({ ...facts, confinement: confined, required: "L1" })).toEqual({
      level: "L3",
      required: "L1",
      tools: "observed",
      read: "absent",
      write: "delta",
      network: "proxy",
      self_test: [{ probe: "p", held: true }],
    });
    expect(describeEnforcement({ ...facts, confinement: confined, isStaged: false })).toMatchObject({
      level: "L3",
      read: "advisory",
      write: "advisory",
    });
  });

  it.each([
    ["L0", "L1", true],
    ["L1", "L1", false],
    ["L1", "L3", true],
    ["L3", "L1", false],
    ["L3", undefined, false],
  ] as const)("at level %s a run that requires %s is refused: %s", (level, required, isRefused) => {
    const record = { ...describeEnforcement(facts), level, ...(required === undefined ? {} : { required }) };
    expect(refuseLevel(record)?.code).toBe(isRefused ? "sandbox_level_unmet" : undefined);
  });

  it("takes the higher of two required levels", () => {
    expect([higherLevel("L1", "L3"), higherLevel("L3", "L1"), higherLevel(undefined, "L2")]).toEqual([
      "L3",
      "L3",
      "L2",
    ]);
    expect(higherLevel(undefined, undefined)).toBeUndefined();
  });
});

describe("the word for a policy", () => {
  const enforced = describeEnforcement({ ...facts, confinement: confined, asksBeforeTools: true });
  const word = (profile: Partial<PolicyProfile>, record = enforced) =>
    enforcementWord(compilePolicy({ ...openPolicy(), ...profile }), record);

  it("is open without rules", () => {
    expect(word({})).toBe("open");
  });

  it.each([
    [{ disallowed_tools: ["x"] }, { tools: "observed" }],
    [{ require_approval_for: ["x"] }, { tools: "observed" }],
    [{ deny_read: ["x"] }, { read: "advisory" }],
    [{ deny_write: ["x"] }, { write: "advisory" }],
    [{ allow_network: ["x"] }, { network: "advisory" }],
  ])("is enforced for %j only where its part is", (profile, weaker) => {
    expect(word(profile)).toBe("enforced");
    expect(word(profile, { ...enforced, ...weaker })).toBe("advisory");
  });

  it("is advisory for models and engines, which only the gateway judges", () => {
    expect(word({ disallowed_models: ["x"] })).toBe("advisory");
  });
});
