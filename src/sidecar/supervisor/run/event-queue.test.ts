import { describe, expect, it } from "vitest";
import type { AgentEvent } from "../../../contract/index.ts";
import { EventQueue } from "./event-queue.ts";

const event = (message: string): AgentEvent => ({ ts: "2026-01-01T00:00:00Z", type: "warning", message });

describe("EventQueue", () => {
  it("hands the events of one read over as one batch", async () => {
    const queue = new EventQueue(() => undefined);
    const batch = queue.next();
    queue.push(event("a"));
    queue.push(event("b"));
    queue.flush();
    expect(await batch).toEqual([event("a"), event("b")]);
  });

  it("says whether reading should pause", async () => {
    let demands = 0;
    const queue = new EventQueue(() => {
      demands += 1;
    });
    queue.push(event("a"));
    queue.flush();
    expect(queue.isWaiting).toBe(true);
    expect(await queue.next()).toHaveLength(1);
    expect([queue.isWaiting, demands]).toEqual([false, 0]);
    const next = queue.next();
    expect(demands).toBe(1);
    queue.push(event("b"));
    expect(queue.isWaiting).toBe(false);
    queue.flush();
    expect(await next).toEqual([event("b")]);
  });

  it("does not wake the caller for nothing", async () => {
    const queue = new EventQueue(() => undefined);
    let isWoken = false;
    const next = queue.next().then((batch) => {
      isWoken = true;
      return batch;
    });
    queue.flush();
    await Promise.resolve();
    await Promise.resolve();
    expect(isWoken).toBe(false);
    queue.end();
    expect(await next).toBeUndefined();
  });

  it("delivers what is left before the end", async () => {
    const queue = new EventQueue(() => undefined);
    queue.push(event("a"));
    queue.end();
    expect(await queue.next()).toEqual([event("a")]);
    expect(await queue.next()).toBeUndefined();
    expect(await queue.next()).toBeUndefined();
  });
});
