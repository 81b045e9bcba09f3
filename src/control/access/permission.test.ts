import { describe, expect, it } from "vitest";
import type { Permission } from "../../api/index.ts";
import { testCaller } from "../fixtures/test-caller.ts";
import { requirePermission } from "./permission.ts";

const one = testCaller({ name: "one", isOnlyKey: false });

describe("a right", () => {
  it("is given to the owner of the machine and to the only key", () => {
    for (const caller of [testCaller(), { ...one, isMachineOwner: true }])
      expect(() => requirePermission(caller, "all.state.read")).not.toThrow();
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
