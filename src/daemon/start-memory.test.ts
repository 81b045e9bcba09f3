import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { setImmediate as nextTask } from "node:timers/promises";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { freeStartMemory } from "./start-memory.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it("collects once, and not if it was called off", () => {
  const collect = vi.fn();
  freeStartMemory(collect);
  expect(collect).not.toHaveBeenCalled();
  vi.advanceTimersByTime(60_000);
  expect(collect).toHaveBeenCalledOnce();
  freeStartMemory(collect)();
  vi.advanceTimersByTime(60_000);
  expect(collect).toHaveBeenCalledOnce();
});

it("frees what nothing refers to any more", async () => {
  const refer = () => new WeakRef({ text: "unused" });
  const reference = refer();
  // A reference keeps its object until the end of the task that made it.
  await nextTask();
  freeStartMemory();
  vi.advanceTimersByTime(1000);
  expect(reference.deref()).toBeUndefined();
});

it("shrinks the young generation, and leaves no function for it behind", () => {
  const program = `
    import { getHeapSpaceStatistics } from "node:v8";
    import { freeStartMemory } from ${JSON.stringify(join(import.meta.dirname, "start-memory.ts"))};
    const young = () => getHeapSpaceStatistics().find((space) => space.space_name === "new_space").space_size;
    let kept = [];
    for (let i = 0; i < 400_000; i++) kept.push({ i });
    kept = undefined;
    const before = young();
    freeStartMemory();
    setTimeout(() => console.log(JSON.stringify([before, young(), typeof gc])), 1500);`;
  const { stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", program], {
    encoding: "utf8",
  });
  const [before, after, type] = JSON.parse(stdout) as [number, number, string];
  expect(after).toBeLessThan(before / 2);
  expect(type).toBe("undefined");
});
