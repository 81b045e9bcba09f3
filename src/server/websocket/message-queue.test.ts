import { describe, expect, it } from "vitest";
import { ByteBudget } from "../../lib/index.ts";
import { MessageQueue } from "./message-queue.ts";

const tooMany = (text: RegExp) =>
  expect.objectContaining({ code: "too_many_calls", message: expect.stringMatching(text) });

const message = (bytes: number, id = 0) => ({ message: { id }, bytes });

describe("the queue of a connection", () => {
  it("gives the messages back in their order", () => {
    const budget = new ByteBudget(100);
    const queue = new MessageQueue(100, budget);
    queue.push(message(1, 1));
    queue.push(message(2, 2));
    expect(budget.used).toBe(3);
    expect(queue.shift()).toEqual(message(1, 1));
    expect(budget.used).toBe(2);
    expect(queue.shift()).toEqual(message(2, 2));
    expect(queue.shift()).toBeUndefined();
    expect(budget.used).toBe(0);
  });

  it("takes 16 messages and refuses the next, until one has left", () => {
    const queue = new MessageQueue(100, new ByteBudget(100));
    for (let count = 0; count < 16; count += 1) queue.push(message(1));
    expect(() => queue.push(message(1))).toThrow(tooMany(/16 requests waiting/));
    queue.shift();
    queue.push(message(1));
    expect(() => queue.push(message(1))).toThrow();
  });

  it("takes as many bytes as its limit, and no more", () => {
    const budget = new ByteBudget(100);
    const queue = new MessageQueue(10, budget);
    queue.push(message(4));
    queue.push(message(6));
    expect(() => queue.push(message(1))).toThrow(tooMany(/exceed 10 bytes/));
    expect(budget.used).toBe(10);
    queue.shift();
    queue.push(message(4));
  });

  it("shares a budget with other connections", () => {
    const budget = new ByteBudget(10);
    const [first, second] = [new MessageQueue(10, budget), new MessageQueue(10, budget)];
    first.push(message(8));
    expect(() => second.push(message(3))).toThrow(tooMany(/all connections/));
    expect(second.shift()).toBeUndefined();
    second.push(message(2));
    first.clear();
    expect([budget.used, first.shift()]).toEqual([2, undefined]);
    second.push(message(8));
  });

  it("is empty after it was cleared, and can be used again", () => {
    const budget = new ByteBudget(10);
    const queue = new MessageQueue(10, budget);
    queue.push(message(10));
    queue.clear();
    queue.clear();
    expect(budget.used).toBe(0);
    queue.push(message(10));
  });
});
