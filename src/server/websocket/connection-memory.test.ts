import { describe, expect, it } from "vitest";
import { ConnectionMemory, SharedMemory } from "./connection-memory.ts";

const MIB = 1024 * 1024;
const memory = (shared = new SharedMemory(1000 * MIB)): ConnectionMemory => new ConnectionMemory(shared);

/** The ids that a memory still knows. */
function known(one: ConnectionMemory, count: number): number[] {
  return Array.from({ length: count }, (_, at) => at).filter((at) => one.recall(`r${at}`) !== undefined);
}

describe("the memory of a connection", () => {
  it("gives the items of a response back", () => {
    const one = memory();
    const items = [{ type: "message" }];
    one.keep("r", items, 10);
    expect(one.recall("r")).toBe(items);
    expect(one.recall("other")).toBeUndefined();
  });

  it("keeps the last 32 responses", () => {
    const shared = new SharedMemory(1000);
    const one = memory(shared);
    for (let at = 0; at < 32; at += 1) one.keep(`r${at}`, [], 1);
    expect(known(one, 32)).toHaveLength(32);
    one.keep("r32", [], 1);
    expect(known(one, 33)).toEqual(Array.from({ length: 32 }, (_, at) => at + 1));
    expect(shared.bytes).toBe(32);
  });

  it("keeps 64 MiB, and forgets the oldest beyond that", () => {
    const one = memory();
    one.keep("r0", [], 20 * MIB);
    one.keep("r1", [], 20 * MIB);
    one.keep("r2", [], 24 * MIB);
    expect(known(one, 3)).toEqual([0, 1, 2]);
    one.keep("r3", [], 1);
    expect(known(one, 4)).toEqual([1, 2, 3]);
    one.keep("r4", [], 41 * MIB);
    expect(known(one, 5)).toEqual([3, 4]);
  });

  it("does not keep a single response above 64 MiB, nor forgets others for it", () => {
    const shared = new SharedMemory(1000 * MIB);
    const one = memory(shared);
    one.keep("r0", [], 1);
    one.keep("r1", [], 64 * MIB + 1);
    expect(known(one, 2)).toEqual([0]);
    expect(shared.bytes).toBe(1);
    one.keep("r2", [], 64 * MIB);
    expect(known(one, 3)).toEqual([2]);
  });

  it("counts a response that is kept again once, as the newest", () => {
    const shared = new SharedMemory(1000 * MIB);
    const one = memory(shared);
    one.keep("r0", [1], 30 * MIB);
    one.keep("r1", [], 30 * MIB);
    one.keep("r0", [2], 30 * MIB);
    expect(one.recall("r0")).toEqual([2]);
    expect([known(one, 2), shared.bytes]).toEqual([[0, 1], 60 * MIB]);
    one.keep("r2", [], 30 * MIB);
    expect(known(one, 3)).toEqual([0, 2]);
  });

  it("returns its share when it is cleared or forgets", () => {
    const shared = new SharedMemory(100);
    const one = memory(shared);
    one.keep("r0", [], 10);
    one.keep("r1", [], 20);
    one.forget("r0");
    one.forget("r0");
    expect([known(one, 2), shared.bytes]).toEqual([[1], 20]);
    one.clear();
    expect([known(one, 2), shared.bytes]).toEqual([[], 0]);
    one.keep("r2", [], 64 * MIB);
    expect(one.recall("r2")).toBeUndefined();
  });
});

describe("the memory of all connections", () => {
  it("forgets the oldest response of any connection above its limit", () => {
    const shared = new SharedMemory(100);
    const [first, second] = [memory(shared), memory(shared)];
    first.keep("r0", [], 40);
    second.keep("r0", [], 40);
    first.keep("r1", [], 20);
    expect([known(first, 2), known(second, 1), shared.bytes]).toEqual([[0, 1], [0], 100]);
    second.keep("r1", [], 30);
    expect([known(first, 2), known(second, 2), shared.bytes]).toEqual([[1], [0, 1], 90]);
    second.keep("r2", [], 60);
    expect([known(first, 2), known(second, 3), shared.bytes]).toEqual([[], [1, 2], 90]);
  });
});
