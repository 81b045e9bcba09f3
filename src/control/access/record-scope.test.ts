import { expect, it } from "vitest";
import { scopeOf } from "./record-scope.ts";

const mine = { tenant: "a", owner: "key:one" };
const admin = { tenant: "default", owner: "key:admin", seesAll: true };

it("a list holds the records of its caller, whatever tenant is named", () => {
  expect([scopeOf(mine, undefined), scopeOf(mine, "a")]).toEqual([mine, mine]);
  expect(scopeOf(mine, "b")).toBeUndefined();
  expect([scopeOf(admin, undefined), scopeOf(admin, "b")]).toEqual([{}, { tenant: "b" }]);
});
