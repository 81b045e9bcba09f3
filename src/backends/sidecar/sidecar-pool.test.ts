import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { eventually } from "../../../test/eventually.ts";
import type { Stage, StageRequest } from "../../workspace/index.ts";
import { FakeSidecar } from "./fixtures/fake-host.ts";
import { type KeptPlace, type KeptSidecar, SidecarPool } from "./sidecar-pool.ts";

const signal = new AbortController().signal;

let requests: StageRequest[];
let calls: string[];
let pool: SidecarPool;
let stageFailure: Error | undefined;

beforeEach(() => {
  requests = [];
  calls = [];
  stageFailure = undefined;
  pool = new SidecarPool("/stages", {
    newId: () => `kept-${requests.length + 1}`,
    openStage: async (request) => {
      requests.push(request);
      // The directory is there while it is staged.
      expect(readdirSync(request.root)).toEqual([]);
      if (stageFailure !== undefined) throw stageFailure;
      const remove = async () => {
        calls.push(`remove ${request.runId}`);
        return [];
      };
      return { root: `/stages/${request.runId}/tree`, remove } as unknown as Stage;
    },
  });
});
afterEach(() => vi.useRealTimers());

function startOne(key = "a", sidecar = new FakeSidecar()): Promise<KeptSidecar> {
  const start = async (place: { mark: string; cwd: string }) => {
    calls.push(`start ${place.mark} ${place.cwd}`);
    return { sidecar, kill: () => undefined };
  };
  return pool.start(key, start, signal);
}
const fakeOf = (kept: KeptSidecar) => kept.sidecar as FakeSidecar;

describe("a pool of sidecars", () => {
  it("starts a process in an empty stage of its own, and leaves no other directory behind", async () => {
    const kept = await startOne();
    expect(calls).toEqual(["start kept-1 /stages/kept-1/tree"]);
    const [{ root, isDenied, ...request }] = requests as [StageRequest];
    expect(request).toEqual({
      runId: "kept-1",
      mode: "staged",
      include: [],
      exclude: [],
      stagesDir: "/stages",
      budget: { maxEntries: 1, maxBytes: 1, maxDepth: 1 },
      method: "copy",
      signal,
    });
    expect(isDenied?.("x", undefined)).toBeUndefined();
    expect(basename(root)).toMatch(/^abp-empty-/);
    expect(readdirSync(tmpdir())).not.toContain(basename(root));
    expect(kept.key).toBe("a");
  });

  it("opens a real stage unless it is given another way", async () => {
    const stagesDir = mkdtempSync(join(tmpdir(), "abp-stages-"));
    try {
      const real = new SidecarPool(stagesDir);
      const seen: KeptPlace[] = [];
      const start = async (place: KeptPlace) => {
        seen.push(place);
        return { sidecar: new FakeSidecar(), kill: () => undefined };
      };
      const kept = await real.start("a", start, signal);
      expect(seen[0]?.mark).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/);
      expect([seen[0]?.cwd, readdirSync(kept.place.root)]).toEqual([kept.place.root, [".git"]]);
      await real.end(kept);
      expect(existsSync(kept.place.root)).toBe(false);
    } finally {
      rmSync(stagesDir, { recursive: true, force: true });
    }
  });

  it("removes the place of a process that does not start, and its directory if there is no place", async () => {
    const failing = pool.start("a", () => Promise.reject(new Error("not there")), signal);
    await expect(failing).rejects.toThrow("not there");
    expect(calls).toEqual(["remove kept-1"]);
    stageFailure = new Error("full");
    await expect(startOne()).rejects.toThrow("full");
    expect(readdirSync(tmpdir())).not.toContain(basename(requests[1]!.root));
  });

  it("stops a process that is given back, and lets it go on for the next run", async () => {
    const kept = await startOne();
    expect(await pool.giveBack(kept)).toBe(true);
    expect(fakeOf(kept).isSuspended).toBe(true);
    expect(pool.take("b")).toBeUndefined();
    expect(pool.take("a")).toBe(kept);
    expect(fakeOf(kept).isSuspended).toBe(false);
    expect(pool.take("a")).toBeUndefined();
  });

  it.each([
    ["left another process behind", (fake: FakeSidecar) => Object.assign(fake, { isAlone: false })],
    ["cannot be reused", (fake: FakeSidecar) => Object.assign(fake, { isReusable: false })],
    [
      "broke the protocol while it was stopped",
      (fake: FakeSidecar) =>
        Object.assign(fake, { onSuspend: () => Object.assign(fake, { isReusable: false }) }),
    ],
    [
      "is given back while the pool is closed",
      (fake: FakeSidecar) => Object.assign(fake, { onSuspend: () => pool.close() }),
    ],
  ])("ends a process that %s, before it answers", async (_, spoil) => {
    const kept = await startOne();
    spoil(fakeOf(kept));
    expect(await pool.giveBack(kept)).toBe(false);
    expect(fakeOf(kept).exit).toBeDefined();
    expect(calls.at(-1)).toBe("remove kept-1");
    expect(pool.take("a")).toBeUndefined();
  });

  it("does not stop a process that it ends anyway", async () => {
    const spoiled = await startOne();
    fakeOf(spoiled).isReusable = false;
    expect(await pool.giveBack(spoiled)).toBe(false);
    expect(fakeOf(spoiled).isSuspended).toBe(false);
    const kept = await startOne();
    await pool.close();
    expect(await pool.giveBack(kept)).toBe(false);
    expect(fakeOf(kept).isSuspended).toBe(false);
  });

  it("ends a kept process that died or broke the protocol, and takes the next", async () => {
    const [dead, good] = [await startOne(), await startOne()];
    for (const kept of [dead, good]) await pool.giveBack(kept);
    fakeOf(dead).isReusable = false;
    expect(pool.take("a")).toBe(good);
    await eventually(() => expect(calls).toContain("remove kept-1"));
    expect(fakeOf(dead).exit).toBeDefined();
    expect(fakeOf(good).exit).toBeUndefined();
  });

  it("keeps four idle processes for a minute each", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const all: KeptSidecar[] = [];
    for (let index = 0; index < 5; index += 1) all.push(await startOne(`${index}`));
    const answers: boolean[] = [];
    for (const kept of all) answers.push(await pool.giveBack(kept));
    expect(answers).toEqual([true, true, true, true, false]);
    // One that is used is not ended by the time of its idleness.
    expect(pool.take("0")).toBe(all[0]);
    await vi.advanceTimersByTimeAsync(59_999);
    expect(all.map((kept) => fakeOf(kept).exit === undefined)).toEqual([true, true, true, true, false]);
    await vi.advanceTimersByTimeAsync(1);
    expect(all.map((kept) => fakeOf(kept).exit === undefined)).toEqual([true, false, false, false, false]);
    expect(pool.take("1")).toBeUndefined();
    expect(vi.getTimerCount()).toBe(0);
    // Those that have ended take no place.
    for (const kept of [all[0]!, await startOne()]) expect(await pool.giveBack(kept)).toBe(true);
  });

  it("ends what is idle when it is closed, once, and leaves no timer", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const kept = await startOne();
    await pool.giveBack(kept);
    await pool.close();
    await pool.close();
    expect(fakeOf(kept).exit).toBeDefined();
    expect(calls.filter((call) => call === "remove kept-1")).toHaveLength(1);
    expect([vi.getTimerCount(), pool.take("a")]).toEqual([0, undefined]);
  });
});
