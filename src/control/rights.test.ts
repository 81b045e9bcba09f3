import { describe, expect, it } from "vitest";
import { holdsFor, judgeApproval, ownFilter } from "./rights.ts";

const ada = { name: "ada", tenant: "a", owner: "tenant:a", roles: ["operator"] as const };
const ofBob = { tenant: "a", owner: "tenant:a", keyName: "bob" };

describe("the roles of a key hold", () => {
  it("for the records of its owner, and for all with the tenant `*`", () => {
    const solo = { tenant: "default", owner: "key:solo" };
    expect([
      holdsFor(ada, ofBob),
      holdsFor(ada, { tenant: "b", owner: "tenant:b" }),
      holdsFor(solo, { tenant: "default", owner: "key:other" }),
      holdsFor({ ...solo, seesAll: true }, ofBob),
    ]).toEqual([true, false, false, true]);
    expect([ownFilter(ada), ownFilter({ ...ada, seesAll: true })]).toEqual([
      { tenant: "a", owner: "tenant:a" },
      {},
    ]);
  });
});

describe("an approval", () => {
  const no = { isOwnAllowed: false };

  it.each([
    ["an operator of the same owner", ada, "allowed"],
    ["an admin of the same owner", { ...ada, roles: ["admin"] as const }, "allowed"],
    ["an operator of all tenants", { ...ada, tenant: "z", owner: "key:ada", seesAll: true }, "allowed"],
    ["a viewer of the same owner", { ...ada, roles: ["viewer", "caller"] as const }, "role_missing"],
    ["an operator of another tenant", { ...ada, tenant: "b", owner: "tenant:b" }, "unknown"],
    ["an operator of another owner in the tenant's log", { ...ada, owner: "key:ada" }, "unknown"],
  ] as const)("is judged for %s", (_, caller, right) => {
    expect(judgeApproval(caller, ofBob, no)).toBe(right);
  });

  it("of one's own submission needs the setting, or the admin key of the machine", () => {
    const own = { ...ofBob, keyName: "ada" };
    expect(judgeApproval(ada, own, no)).toBe("own_submission");
    expect(judgeApproval({ ...ada, roles: ["admin"], seesAll: true }, own, no)).toBe("own_submission");
    expect(judgeApproval(ada, own, { isOwnAllowed: true })).toBe("allowed");
    const local = {
      ...ada,
      name: "local-admin",
      roles: ["admin"] as const,
      seesAll: true,
      isLocalAdmin: true,
    };
    expect(judgeApproval(local, { ...own, keyName: "local-admin" }, no)).toBe("allowed");
  });
});
