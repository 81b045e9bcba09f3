import { describe, expect, it } from "vitest";
import { unconfined } from "../../backends/index.ts";
import { openPolicy, type PolicyProfile } from "../../contract/index.ts";
import { compilePolicy, tightenPolicy } from "../../policy/index.ts";
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
  isReadOnly: false,
  required: undefined,
};

describe("the record of enforcement", () => {
  it("never overstates: without a sandbox rules for paths and the network are advisory, also on a copy", () => {
    expect(describeEnforcement(facts)).toStrictEqual({
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
    expect(describeEnforcement({ ...facts, confinement: confined, required: "L1" })).toStrictEqual({
      level: "L3",
      required: "L1",
      tools: "observed",
      read: "absent",
      write: "delta",
      network: "proxy",
      self_test: [{ probe: "p", held: true }],
    });
    const weaker = { ...confined, level: "L2" } as const;
    expect(describeEnforcement({ ...facts, confinement: weaker, asksBeforeTools: true })).toMatchObject({
      level: "L2",
      read: "absent",
    });
    const mounted = { ...facts, confinement: confined, isStaged: false, isReadOnly: true };
    expect(describeEnforcement(mounted).write).toBe("read_only");
    expect(describeEnforcement({ ...mounted, confinement: unconfined("off") }).write).toBe("advisory");
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
    ["L2", "L3", true],
    ["L3", "L3", false],
    ["L0", "L0", false],
    ["L3", "L1", false],
    ["L3", undefined, false],
  ] as const)("at level %s a run that requires %s is refused: %s", (level, required, isRefused) => {
    const record = { ...describeEnforcement(facts), level, ...(required === undefined ? {} : { required }) };
    expect(refuseLevel(record)?.code).toBe(isRefused ? "sandbox_level_unmet" : undefined);
  });

  it("says which level a refused run needs, which it has, and why it has no higher one", () => {
    const { reason: _, ...unexplained } = describeEnforcement({ ...facts, required: "L3" });
    expect(refuseLevel({ ...unexplained, reason: "no bubblewrap" })).toMatchObject({
      message: "the run requires level L3 and reaches L0: no bubblewrap",
      details: { required: "L3", level: "L0" },
    });
    expect(refuseLevel(unexplained)?.message).toBe("the run requires level L3 and reaches L0");
  });

  it("takes the higher of two required levels", () => {
    expect([higherLevel("L1", "L3"), higherLevel("L3", "L1")]).toEqual(["L3", "L3"]);
    expect([higherLevel(undefined, "L2"), higherLevel("L2", undefined)]).toEqual(["L2", "L2"]);
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
    [{ allowed_tools: ["x"] }, { tools: "observed" }],
    [{ disallowed_tools: ["x"] }, { tools: "observed" }],
    [{ require_approval_for: ["x"] }, { tools: "observed" }],
    [{ deny_read: ["x"] }, { read: "advisory" }],
    [{ deny_write: ["x"] }, { write: "advisory" }],
    [{ allow_network: ["x"] }, { network: "advisory" }],
    [{ deny_network: ["x"] }, { network: "advisory" }],
  ] as const)("is enforced for %j only where its part is", (profile, weaker) => {
    const rules = profile as unknown as Partial<PolicyProfile>;
    expect(word(rules)).toBe("enforced");
    expect(word(rules, { ...enforced, ...weaker })).toBe("advisory");
    // What other rules would need does not matter.
    const others = { tools: "observed", read: "advisory", write: "advisory", network: "advisory" } as const;
    const [part] = Object.keys(weaker) as (keyof typeof others)[];
    expect(word(rules, { ...enforced, ...others, [part!]: enforced[part!] })).toBe("enforced");
    expect(word({ ...rules, disallowed_engines: ["x"] })).toBe("advisory");
  });

  it.each(["allowed_models", "disallowed_models", "allowed_engines", "disallowed_engines"])(
    "is advisory for %s, which only the gateway judges",
    (list) => {
      expect(word({ [list]: ["x"] })).toBe("advisory");
    },
  );

  it("is about the rules of all layers", () => {
    const floor = compilePolicy({ ...openPolicy(), deny_read: ["x"] });
    const policy = tightenPolicy(floor, openPolicy());
    expect(policy.layers).toHaveLength(2);
    expect(enforcementWord(policy, enforced)).toBe("enforced");
    expect(enforcementWord(policy, { ...enforced, read: "advisory" })).toBe("advisory");
  });
});
