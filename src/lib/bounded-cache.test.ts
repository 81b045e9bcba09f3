import { expect, it } from "vitest";
import { BoundedCache } from "./bounded-cache.ts";

it("keeps what it is given", () => {
  const cache = new BoundedCache<number>({ maxEntries: 2, maxBytes: 10_000 });
  cache.set("a", 1);
  cache.set("b", 2);
  cache.set("a", 3);
  expect([cache.get("a"), cache.get("b"), cache.get("c"), cache.size, cache.bytes]).toEqual([
    3,
    2,
    undefined,
    2,
    516,
  ]);
});

it("is emptied before it has more entries than it may", () => {
  const cache = new BoundedCache<number>({ maxEntries: 2, maxBytes: 10_000 });
  for (const key of ["a", "b", "c"]) cache.set(key, 1);
  expect([cache.get("a"), cache.get("b"), cache.get("c"), cache.size, cache.bytes]).toEqual([
    undefined,
    undefined,
    1,
    1,
    258,
  ]);
});

it("is emptied before its keys and values have more bytes than they may", () => {
  const cache = new BoundedCache<number>({ maxEntries: 100, maxBytes: 1000 });
  cache.set("a".repeat(100), 1);
  cache.set("b".repeat(100), 2, 88);
  expect([cache.size, cache.bytes]).toEqual([2, 1000]);
  cache.set("c", 3);
  expect([cache.size, cache.bytes, cache.get("c")]).toEqual([1, 258, 3]);
});

it("does not keep a key that is too long, and loses nothing for it", () => {
  const cache = new BoundedCache<number>({ maxEntries: 100, maxBytes: 1000 });
  cache.set("a", 1);
  cache.set("k".repeat(10_000_000), 2);
  expect([cache.size, cache.get("a")]).toEqual([1, 1]);
});

it("counts what replaces a value in its place, and forgets what is too large", () => {
  const cache = new BoundedCache<number>({ maxEntries: 100, maxBytes: 2000 });
  cache.set("a", 1, 100);
  cache.set("a", 2, 300);
  expect([cache.size, cache.bytes, cache.get("a")]).toEqual([1, 558, 2]);
  cache.set("b", 3);
  cache.set("a", 4, 5000);
  expect([cache.size, cache.bytes, cache.get("a"), cache.get("b")]).toEqual([1, 258, undefined, 3]);
  cache.delete("b");
  cache.delete("b");
  expect([cache.size, cache.bytes]).toEqual([0, 0]);
});
