import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { describe, expect, it } from "vitest";
import type { Caller } from "../../gateway/index.ts";
import { KeySlotTable } from "./key-slot-table.ts";
import { KeySlots } from "./key-slots.ts";

function caller(name: string, maxConcurrent: number): Caller {
  const identity = {
    name,
    tenant: "t",
    owner: `key:${name}`,
    roles: ["caller"] as const,
    isOnlyKey: false,
    readsUnowned: false,
  };
  return { ...identity, mode: undefined, mayUse: () => true, maxConcurrent };
}

const tooMany = expect.objectContaining({ code: "too_many_calls", details: { limit: 2 } });

describe("the slots of a key in one thread", () => {
  it("are taken up to the limit, and can be taken again after a release", () => {
    const slots = KeySlots.forOneThread();
    const ada = caller("ada", 2);
    slots.take(ada);
    slots.take(ada);
    expect(() => slots.take(ada)).toThrow(tooMany);
    expect(slots.total).toBe(2);
    slots.release(ada);
    slots.take(ada);
    expect(() => slots.take(ada)).toThrow(tooMany);
    expect(slots.total).toBe(2);
  });

  it("are counted for each key alone, and together in the total", () => {
    const slots = KeySlots.forOneThread();
    slots.take(caller("ada", 1));
    slots.take(caller("bob", 1));
    expect(() => slots.take(caller("bob", 1))).toThrow();
    expect(slots.total).toBe(2);
    slots.release(caller("ada", 1));
    expect(slots.total).toBe(1);
  });
});

describe("the slots of a key in two threads", () => {
  function twoRows(names: readonly string[]) {
    const table = new KeySlotTable(2);
    for (const name of names) table.columnOf(name);
    const [first, second] = [0, 1].map((row) => new KeySlots(table.memory, row, table.columns));
    return { table, first: first!, second: second! };
  }

  it("are shared: no thread takes one above the limit", () => {
    const { first, second } = twoRows(["ada", "bob"]);
    first.take(caller("ada", 2));
    second.take(caller("ada", 2));
    expect(() => first.take(caller("ada", 2))).toThrow(tooMany);
    expect(() => second.take(caller("ada", 2))).toThrow(tooMany);
    second.take(caller("bob", 2));
    expect([first.total, second.total]).toEqual([1, 2]);
    second.release(caller("ada", 2));
    first.take(caller("ada", 2));
    expect([first.total, second.total]).toEqual([2, 1]);
  });

  it("come back when the thread that took them has died, and only those", () => {
    const { table, first, second } = twoRows(["ada", "bob"]);
    second.take(caller("ada", 2));
    second.take(caller("bob", 2));
    first.take(caller("ada", 2));
    table.clearRow(1);
    expect([first.total, second.total]).toEqual([1, 0]);
    first.take(caller("ada", 2));
    expect(() => first.take(caller("ada", 2))).toThrow(tooMany);
    first.take(caller("bob", 2));
    first.take(caller("bob", 2));
  });

  it("exist for keys that were added after the thread started", () => {
    const { table, first, second } = twoRows(["ada"]);
    table.columnOf("eve");
    first.take(caller("eve", 1));
    expect(() => second.take(caller("eve", 1))).toThrow();
  });

  it("are refused to a key without a column", () => {
    const { first } = twoRows(["ada"]);
    expect(() => first.take(caller("eve", 1))).toThrow(expect.objectContaining({ code: "internal" }));
  });

  it("never exceed the limit when real threads compete for them", async () => {
    const table = new KeySlotTable(2);
    table.columnOf("ada");
    const limit = 3;
    const entry = new URL("../fixtures/slot-taker.ts", import.meta.url);
    const inUse = new Int32Array(new SharedArrayBuffer(4));
    const workers = [0, 1].map(
      (row) =>
        new Worker(entry, {
          workerData: { memory: table.memory, columns: table.columns, row, limit, inUse },
        }),
    );
    const results = await Promise.all(workers.map((worker) => once(worker, "message")));
    for (const [{ most, taken }] of results as [{ most: number; taken: number }][]) {
      expect(most).toBeLessThanOrEqual(limit);
      expect(taken).toBeGreaterThan(0);
    }
    expect(new KeySlots(table.memory, 0, table.columns).total).toBe(0);
  });
});

describe("a table of slots", () => {
  it("gives each key one column for ever", () => {
    const table = new KeySlotTable(4);
    expect([table.columnOf("ada"), table.columnOf("__proto__"), table.columnOf("ada")]).toEqual([0, 1, 0]);
    expect(table.columns).toEqual(
      new Map([
        ["ada", 0],
        ["__proto__", 1],
      ]),
    );
    expect(table.memory.buffer.byteLength).toBe(2 * 4 * 4);
  });

  it("says that there are too many keys, and keeps those that it has", () => {
    const table = new KeySlotTable(1);
    for (let count = 0; count < 65_536; count += 1) table.columnOf(`key-${count}`);
    expect(() => table.columnOf("one more")).toThrow(
      expect.objectContaining({ code: "config_invalid", where: "keys" }),
    );
    expect(table.columnOf("key-65535")).toBe(65_535);
  });
});
