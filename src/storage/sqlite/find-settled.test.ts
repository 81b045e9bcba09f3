import { setTimeout as pause } from "node:timers/promises";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { BatchClient } from "./batch/batch-client.ts";
import { findSettled } from "./find-settled.ts";

vi.mock("node:timers/promises", () => ({ setTimeout: vi.fn(async () => undefined) }));
afterEach(() => {
  vi.mocked(pause).mockClear();
});

/** Reads 1, 2 and so on, and says what was read and written. */
async function find(canWrite: boolean, wanted: number) {
  const log: unknown[] = [];
  const write = async (one: unknown) => void log.push(one);
  const client = () => ({ write }) as unknown as BatchClient;
  let reads = 0;
  const found = await findSettled(
    { canWrite, client },
    () => {
      log.push("read");
      return ++reads;
    },
    (count) => count >= wanted,
  );
  return { found, log };
}

const settled = [{ kind: "wait" }, "read"];

describe("a row that may be written in this moment", () => {
  it("is read after the writes under way", async () => {
    expect(await find(true, 1)).toEqual({ found: 1, log: settled });
    expect(vi.mocked(pause)).not.toHaveBeenCalled();
  });

  it("is read up to four times while it is not there", async () => {
    expect(await find(true, 3)).toEqual({ found: 3, log: [...settled, ...settled, ...settled] });
    const all = [...settled, ...settled, ...settled, ...settled];
    expect(await find(true, 4)).toEqual({ found: 4, log: all });
    vi.mocked(pause).mockClear();
    expect(await find(true, 9)).toEqual({ found: 4, log: all });
    expect(vi.mocked(pause).mock.calls).toEqual([[20], [20], [20]]);
  });

  it("is read once if nothing is written here", async () => {
    expect(await find(false, 1)).toEqual({ found: 1, log: ["read"] });
    expect(await find(false, 9)).toEqual({ found: 1, log: ["read"] });
  });
});
