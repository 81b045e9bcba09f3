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

it("does not grow by a factor of one, whatever the thread allocates", () => {
  const program = `
    import { threadYoungGeneration as young } from ${JSON.stringify(join(import.meta.dirname, "young-generation.ts"))};
    young.growBy(1);
    const kept = [];
    for (let at = 0; at < 2_000_000; at++) kept[at % 100_000] = { at, list: [at] };
    console.log(young.bytes / ${MIB});`;
  const argv = ["--max-semi-space-size=64", "--input-type=module", "-e", program];
  const { stdout, stderr } = spawnSync(process.execPath, argv, { encoding: "utf8" });
  expect(stderr).toBe("");
  expect(Number(stdout)).toBeGreaterThan(0);
  expect(Number(stdout)).toBeLessThan(8);
});
