import { expect, test } from "vitest";
import { ByteBudget } from "../../lib/index.ts";
import { BodyCollector } from "./body-collector.ts";

test("a body is joined in order, and a single chunk is not copied", () => {
  const body = new BodyCollector(new ByteBudget(100), 100);
  const first = Buffer.from("ab");
  body.add(first);
  expect(body.join().buffer).toBe(first.buffer);
  body.add(Buffer.from("cd"));
  expect([body.join().toString(), body.bytes]).toEqual(["abcd", 4]);
});

test("a chunk is refused if the body would exceed its limit, and nothing of it is kept", () => {
  const budget = new ByteBudget(100);
  const body = new BodyCollector(budget, 4);
  expect([body.add(Buffer.from("abc")), body.add(Buffer.from("d")), body.add(Buffer.from("e"))]).toEqual([
    true,
    true,
    false,
  ]);
  expect([body.join().toString(), budget.used]).toEqual(["abcd", 4]);
});

test("all bodies together stay within the shared budget, and give their share back once", () => {
  const budget = new ByteBudget(5);
  const one = new BodyCollector(budget, 100);
  const two = new BodyCollector(budget, 100);
  one.add(Buffer.from("abc"));
  expect(two.add(Buffer.from("def"))).toBe(false);
  one.release();
  one.release();
  expect([budget.used, one.bytes, two.add(Buffer.from("def"))]).toEqual([0, 0, true]);
});
