import { describe, expect, it } from "vitest";
import { AbpError } from "../contract/index.ts";
import { failureWords } from "./failure-words.ts";
import { collect } from "./fixtures/fakes.ts";
import { InOrder } from "./in-order.ts";
import { MessageQueue } from "./message-queue.ts";

describe("InOrder", () => {
  it("runs actions one after another, also after one that failed", async () => {
    const order = new InOrder();
    const seen: string[] = [];
    const gate = Promise.withResolvers<void>();
    const first = order.run(() => gate.promise.then(() => seen.push("first")));
    const failing = order.run(() => Promise.reject(new Error("no")));
    const last = order.run(() => seen.push("last"));
    expect(seen).toEqual([]);
    gate.resolve();
    await first;
    await expect(failing).rejects.toThrow("no");
    await last;
    expect(seen).toEqual(["first", "last"]);
  });
});

describe("MessageQueue", () => {
  it("gives messages in their order until it is closed", async () => {
    const queue = new MessageQueue<string>();
    queue.push("a");
    const all = collect(queue);
    await Promise.resolve();
    queue.push("b");
    queue.close();
    expect(await all).toEqual(["a", "b"]);
  });

  it("is over once it is closed and nothing waits", async () => {
    const queue = new MessageQueue<string>();
    expect(queue.isOver).toBe(false);
    queue.push("a");
    queue.close();
    expect(queue.isOver).toBe(false);
    await collect(queue);
    expect(queue.isOver).toBe(true);
  });

  it("drops what waits when it is abandoned", async () => {
    const queue = new MessageQueue<string>();
    queue.push("a");
    queue.abandon();
    expect(await collect(queue)).toEqual([]);
  });

  it("wakes a reader that waits when it is closed", async () => {
    const queue = new MessageQueue<string>();
    const all = collect(queue);
    await new Promise((resolve) => setImmediate(resolve));
    queue.close();
    expect(await all).toEqual([]);
  });
});

describe("failureWords", () => {
  it("says the code, what happened and what to do", () => {
    const error = new AbpError("session_not_found", "no such thing", { advice: "Do that." });
    expect(failureWords(error)).toBe("session_not_found: no such thing (Do that.)");
    expect([failureWords(new Error("x")), failureWords("y")]).toEqual(["x", "y"]);
  });
});
