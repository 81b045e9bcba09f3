import { expect, it } from "vitest";
import { BufferGarbage } from "./buffer-garbage.ts";

const LIMIT = 8 * 1024 * 1024;

it("collects young garbage after every so many bytes, and looks for the collector only then", () => {
  let opened = 0;
  const collections: string[] = [];
  const garbage = new BufferGarbage(LIMIT, () => {
    opened += 1;
    return ({ type }) => void collections.push(type);
  });
  garbage.count(LIMIT - 1);
  expect([opened, collections]).toEqual([0, []]);
  garbage.count(1);
  for (let at = 0; at < 128; at += 1) garbage.count(64 * 1024);
  expect([opened, collections]).toEqual([1, ["minor", "minor"]]);
});

it("has a collector in this version of Node", () => {
  expect(() => new BufferGarbage(LIMIT).count(1e9)).not.toThrow();
});
