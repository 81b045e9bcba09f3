import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { runInTurns } from "./turns.ts";

let now: number;
let turns: number;
let immediate: NodeJS.Immediate;
beforeEach(() => {
  now = 1000;
  turns = 0;
  vi.spyOn(performance, "now").mockImplementation(() => now);
  const count = () => {
    turns += 1;
    immediate = setImmediate(count);
  };
  immediate = setImmediate(count);
});
afterEach(() => {
  clearImmediate(immediate);
  vi.restoreAllMocks();
});

/** Steps that take so many milliseconds each. */
function* steps(...costs: number[]): Generator<undefined, string> {
  for (const cost of costs) {
    now += cost;
    yield;
  }
  return "done";
}

describe("steps in turns", () => {
  it("run without a pause up to 8 ms", async () => {
    expect(await runInTurns(steps(4, 3.9, 0))).toBe("done");
    expect(turns).toBe(0);
  });

  it("pause at 8 ms, and again 8 ms later", async () => {
    expect(await runInTurns(steps(8, 7))).toBe("done");
    expect(turns).toBe(1);
    expect(await runInTurns(steps(8, 8, 8))).toBe("done");
    expect(turns).toBe(4);
  });

  it("end with the reason of an aborted signal, at a pause", async () => {
    const signal = AbortSignal.abort("stop");
    expect(await runInTurns(steps(1), signal)).toBe("done");
    await expect(runInTurns(steps(9, 1), signal)).rejects.toBe("stop");
  });
});
