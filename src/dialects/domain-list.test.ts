import { expect, it } from "vitest";
import { hasPath, overlaps } from "./domain-list.ts";

it.each([
  ["a.test", false],
  ["a.test/x", true],
  ["*.a.test", true],
  ["a?.test", true],
])("%s names more than a host: %j", (entry, is) => {
  expect(hasPath(entry)).toBe(is);
});

it.each([
  ["a.test", "a.test", true],
  ["a.test", "b.test", false],
  ["a.test", "aa.test", false],
  ["a.test", "x.a.test", true],
  ["x.a.test", "y.a.test", false],
  [" HTTPS://A.test. ", "a.test", true],
  ["a.test/https://b.test", "b.test", false],
  ["*.a.test", "a.test", true],
  ["x.*.a.test", "a.test", true],
  ["a.test/x", "a.test", true],
  ["a.test/x", "a.test/xy", true],
  ["a.test/x", "a.test/y", false],
  ["a.test/x/", "a.test/x/", true],
  ["a.test/x/", "a.test/x", true],
  ["a.test/x/*/z", "a.test/x/y", true],
  ["a.test/*", "a.test/y", true],
  ["x.a.test/x", "a.test/y", false],
])("%s and %s have a page in common: %j", (one, other, is) => {
  expect(overlaps(one, other)).toBe(is);
  expect(overlaps(other, one)).toBe(is);
});
