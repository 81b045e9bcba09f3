import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { EventLoopQueue } from "./event-loop-queue.ts";

test("what one turn brings is done at its end, in order", async () => {
  const done: string[] = [];
  const queue = new EventLoopQueue<string>((item) => void done.push(item));
  queue.add("first");
  queue.add("second");
  expect(done).toEqual([]);
  await nextTurn();
  expect(done).toEqual(["first", "second"]);
});

test("what the work itself puts in waits for the next turn", async () => {
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
