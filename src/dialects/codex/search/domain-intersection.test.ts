import { expect, it } from "vitest";
import { intersectDomains } from "./domain-intersection.ts";

it.each([
  [["a.test", "a.test"], undefined, ["a.test", "a.test"]],
  [["a.test"], [], []],
  [["a.test"], ["b.test"], []],
  [["a.test"], ["aa.test"], []],
  [["x.a.test"], ["a.test"], ["x.a.test"]],
  [["a.test"], ["x.a.test", "y.a.test"], ["x.a.test", "y.a.test"]],
  [["a.test", "a.test"], ["a.test"], ["a.test"]],
  [[" HTTPS://A.test// "], ["a.test"], [" HTTPS://A.test// "]],
  [["a.test/https://b.test"], ["b.test"], []],
  [["a.test/x"], ["a.test"], ["a.test/x"]],
  [["a.test/x"], ["a.test/x/y"], ["a.test/x/y"]],
  [["a.test/x"], ["a.test/xy"], []],
  [["x.a.test/x"], ["a.test/x"], ["x.a.test/x"]],
  [["a.test/x"], ["a.test/x"], ["a.test/x"]],
])("the domains in %j and in %j are %j", (one, other, both) => {
  expect(intersectDomains(one, other)).toEqual(both);
});
