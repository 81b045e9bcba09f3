import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { limitYoungGeneration } from "./young-generation.ts";

const MIB = 1024 * 1024;

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A young generation whose size is set by hand, and the factors that it was given. */
function youngGeneration() {
  const factors: number[] = [];
  const young = { bytes: 0, growBy: (factor: 1 | 2) => void factors.push(factor) };
  const becomes = (bytes: number) => {
    young.bytes = bytes;
    vi.advanceTimersByTime(1000);
    return factors;
  };
  return { stop: limitYoungGeneration(young), becomes, factors };
}

it("stops the growth at 64 MiB, and allows it again if V8 has shrunk the generation", () => {
  const { becomes } = youngGeneration();
  expect(becomes(64 * MIB - 1)).toEqual([]);
  expect(becomes(64 * MIB)).toEqual([1]);
  expect(becomes(65 * MIB)).toEqual([1]);
  expect(becomes(MIB)).toEqual([1, 2]);
  expect(becomes(96 * MIB)).toEqual([1, 2, 1]);
});

it("leaves V8 as it was when it ends", () => {
  const small = youngGeneration();
  small.stop();
  expect(small.becomes(64 * MIB)).toEqual([]);
  const large = youngGeneration();
  large.becomes(64 * MIB);
  large.stop();
  expect(large.factors).toEqual([1, 2]);
});

it.each([
  [true, 100],
  [false, Number.POSITIVE_INFINITY],
])("keeps the generation of a process that fills it small: %s", (isLimited, most) => {
  const program = `
    import { getHeapSpaceStatistics } from "node:v8";
    import { setTimeout as wait } from "node:timers/promises";
    import { limitYoungGeneration } from ${JSON.stringify(join(import.meta.dirname, "young-generation.ts"))};
    const young = () => getHeapSpaceStatistics().find((space) => space.space_name === "new_space").space_size;
    const fill = (kept, from) => { for (let i = 0; i < 50_000; i++) kept[(from + i) % 100_000] = { i, list: [i] }; };
    if (${isLimited}) limitYoungGeneration();
    const kept = [];
    let largest = 0;
    const isSmall = () => young() < ${64 * MIB};
    // Until it is large enough, and then until the timer has come for sure.
    for (let at = 0; isSmall(); at += 50_000) fill(kept, at);
    await wait(600);
    for (let at = 0; at < 20_000_000; at += 50_000) fill(kept, at), largest = Math.max(largest, young());
    console.log(largest / ${MIB});`;
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ["--max-semi-space-size=64", "--input-type=module", "-e", program],
    { encoding: "utf8" },
  );
  expect(stderr).toBe("");
  expect(Number(stdout)).toBeLessThan(most);
  if (!isLimited) expect(Number(stdout)).toBeGreaterThan(100);
});
