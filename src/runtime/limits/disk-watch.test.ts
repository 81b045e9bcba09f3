import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { eventually } from "../../../test/eventually.ts";
import type { AbpError } from "../../contract/index.ts";
import { type DiskSpace, DiskWatch, type WatchedDisk } from "./disk-watch.ts";

const MEBIBYTE = 1024 ** 2;
const GIBIBYTE = 1024 ** 3;

/** A watch on a disk whose space, written bytes and clock the test sets. */
function open(more: Partial<WatchedDisk> = {}) {
  const state = { free: 100 * GIBIBYTE, total: 1000 * GIBIBYTE, written: 0, nowMs: 0, countMs: 1 };
  const counts: unknown[] = [];
  const full: AbpError[] = [];
  const disk: WatchedDisk = {
    directories: ["/stage"],
    maxWrittenBytes: GIBIBYTE,
    minFreeBytes: 512 * MEBIBYTE,
    since: new Date(5),
    ...more,
  };
  const watch = new DiskWatch(disk, (error) => full.push(error), {
    now: () => state.nowMs,
    spaceOf: async (): Promise<DiskSpace> => ({ freeBytes: state.free, totalBytes: state.total }),
    writtenBytes: async (...args) => {
      counts.push(args);
      state.nowMs += state.countMs;
      return state.written;
    },
  });
  return { watch, state, counts, full };
}

describe("the watch on a disk", () => {
  it("ends a run before its disk is full", async () => {
    const { watch, state } = open();
    state.free = 512 * MEBIBYTE;
    expect(await watch.check()).toBeUndefined();
    state.free -= 1;
    expect(await watch.check()).toMatchObject({
      code: "workspace_full",
      message: `the disk that the run writes to has only ${state.free} bytes left, so the run was ended`,
      details: { free_bytes: state.free },
    });
  });

  it("leaves a twentieth of a small disk free", async () => {
    const { watch, state } = open();
    state.total = 2000;
    state.free = 100;
    expect(await watch.check()).toBeUndefined();
    state.free = 99;
    expect((await watch.check())?.code).toBe("workspace_full");
  });

  it("counts what the run wrote if enough space went, and after ten seconds", async () => {
    const { watch, state, counts } = open();
    await watch.check();
    state.nowMs = 9999;
    state.free -= 64 * MEBIBYTE - 1;
    await watch.check();
    expect(counts).toEqual([]);
    state.free -= 1;
    await watch.check();
    expect(counts).toEqual([[["/stage"], new Date(5), GIBIBYTE]]);
    // The space that went is counted now.
    state.nowMs += 9999;
    await watch.check();
    expect(counts).toHaveLength(1);
    state.nowMs += 1;
    await watch.check();
    expect(counts).toHaveLength(2);
  });

  it("counts sooner if the limit is small", async () => {
    const { watch, state, counts } = open({ maxWrittenBytes: 8 * MEBIBYTE });
    await watch.check();
    state.free -= MEBIBYTE - 1;
    await watch.check();
    expect(counts).toEqual([]);
    state.free -= 1;
    await watch.check();
    expect(counts).toHaveLength(1);
  });

  it("takes at most a twentieth of the time for counting", async () => {
    const { watch, state, counts } = open();
    await watch.check();
    state.countMs = 1000;
    state.nowMs = 10_000;
    await watch.check();
    state.nowMs += 19_999;
    await watch.check();
    expect(counts).toHaveLength(1);
    state.nowMs += 1;
    await watch.check();
    expect(counts).toHaveLength(2);
  });

  it("ends a run that wrote more than it may, not one that wrote just as much", async () => {
    const { watch, state } = open();
    await watch.check();
    state.nowMs = 10_000;
    state.written = GIBIBYTE;
    expect(await watch.check()).toBeUndefined();
    state.nowMs += 10_000;
    state.written += 1;
    expect(await watch.check()).toMatchObject({
      code: "run_writes_exceeded",
      message: `the run wrote more than ${GIBIBYTE} bytes`,
      details: { max_bytes: GIBIBYTE },
    });
  });

  it("says it once, and nothing after it was stopped", async () => {
    const { watch, state, full } = open();
    state.free = 0;
    watch.start();
    await eventually(() => expect(full).toHaveLength(1));
    const stopped = open();
    stopped.state.free = 0;
    stopped.watch.start();
    stopped.watch.stop();
    await stopped.watch.check();
    expect(stopped.full).toEqual([]);
  });

  it("looks again and again", async () => {
    const { watch, state, full } = open();
    watch.start();
    await watch.check();
    state.free = 0;
    await eventually(() => expect(full.map(({ code }) => code)).toEqual(["workspace_full"]));
  });

  it("ends a run whose writes cannot be counted", async () => {
    const full: AbpError[] = [];
    const disk = { directories: ["/x"], maxWrittenBytes: 1, minFreeBytes: 0, since: new Date(0) };
    const watch = new DiskWatch(disk, (error) => full.push(error), {
      now: () => 0,
      spaceOf: () => Promise.reject(new Error("broken")),
      writtenBytes: async () => 0,
    });
    watch.start();
    await eventually(() => expect(full).toHaveLength(1));
    expect(full[0]).toMatchObject({
      code: "execution_workspace_error",
      message: "what the run writes cannot be counted: broken",
    });
  });

  it("asks the system, and passes over a directory that is gone", async () => {
    const directory = mkdtempSync(join(tmpdir(), "abp-watch-"));
    const disk = { directories: [directory, "/not/there"], maxWrittenBytes: 1, since: new Date() };
    const never = () => undefined;
    expect(await new DiskWatch({ ...disk, minFreeBytes: 0 }, never).check()).toBeUndefined();
    rmSync(directory, { recursive: true });
    expect(await new DiskWatch({ ...disk, minFreeBytes: 0 }, never).check()).toBeUndefined();
  });
});
