import { describe, expect, it } from "vitest";
import type { Permission } from "../../api/index.ts";
import { testCaller } from "../fixtures/test-caller.ts";
import { requirePermission } from "./permission.ts";

const one = testCaller({ name: "one", isOnlyKey: false, roles: ["caller"] });

describe("a right", () => {
  it("over all tenants is given to a role that has it and a key of all tenants, and to nobody else", () => {
    const all = testCaller({ seesAll: true, roles: ["viewer"] });
    expect(() => requirePermission(all, "all.state.read")).not.toThrow();
    expect(() => requirePermission({ ...all, roles: ["caller"] }, "all.state.read")).toThrow("has no role");
    expect(() => requirePermission(testCaller(), "all.state.read")).toThrow(
      'The right all.state.read needs a key whose tenant is "*".',
    );
  });

  it("is given to other keys as far as their role has it", () => {
    expect(() => requirePermission(one, "facts.read")).not.toThrow();
    expect(() => requirePermission(one, "runs.write")).toThrow(
      "The key one has no role with the right runs.write.",
    );
  });

  it("is refused if nobody has named it", () => {
    for (const name of ["nothing", "constructor", "__proto__"])
      expect(() => requirePermission(testCaller(), name as Permission)).toThrow("has no role with the right");
  });
});
