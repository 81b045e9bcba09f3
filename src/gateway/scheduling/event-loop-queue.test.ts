import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { EventLoopQueue } from "./event-loop-queue.ts";

test("the items of one turn are done at its end, in order", async () => {
  const done: string[] = [];
  const queue = new EventLoopQueue<string>((item) => void done.push(item));
  queue.add("first");
  queue.add("second");
  expect(done).toEqual([]);
  await nextTurn();
  expect(done).toEqual(["first", "second"]);
});

test("an item that the work adds waits for the next turn", async () => {
  const done: number[] = [];
  const queue: EventLoopQueue<number> = new EventLoopQueue((item) => {
    done.push(item);
    if (item < 3) queue.add(item + 1);
  });
  queue.add(1);
  await nextTurn();
  expect(done).toEqual([1]);
  await nextTurn();
  await nextTurn();
  expect(done).toEqual([1, 2, 3]);
});

test("an item that throws is reported and loses no other item", async () => {
  const done: string[] = [];
  const errors: unknown[] = [];
  const queue = new EventLoopQueue<string>(
    (item) => {
      if (item === "bad") throw new Error("broken");
      done.push(item);
    },
    (error, item) => errors.push([String(error), item]),
  );
  for (const item of ["first", "bad", "last"]) queue.add(item);
  await nextTurn();
  expect(done).toEqual(["first", "last"]);
  expect(errors).toEqual([["Error: broken", "bad"]]);
  queue.add("later");
  await nextTurn();
  expect(done).toEqual(["first", "last", "later"]);
});
