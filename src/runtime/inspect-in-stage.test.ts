import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { FakeBackend } from "./fixtures/fake-backend.ts";
import { inspectInStage } from "./inspect-in-stage.ts";

let stagesDir: string;
beforeEach(() => {
  stagesDir = join(mkdtempSync(join(tmpdir(), "abp-inspect-")), "stages");
});
afterEach(() => rmSync(dirname(stagesDir), { recursive: true, force: true }));

const options = () => ({
  id: "inspection-1",
  stagesDir,
  resources: { processes: 7, memoryBytes: 2 ** 30 },
  now: () => new Date(0),
  signal: new AbortController().signal,
});

describe("the inspection of a backend", () => {
  it("is in an empty stage with an owner, by whose name a sweep finds it, and with the limits of a run", async () => {
    const backend = new FakeBackend();
    backend.limits = {};
    let seen: unknown;
    backend.onOpen = async ({ runId, workspaceRoot, limits }) => {
      const owner = JSON.parse(readFileSync(join(stagesDir, "inspection-1/owner.json"), "utf8")) as object;
      seen = { runId, owner, limits, files: readdirSync(workspaceRoot), isIn: dirname(workspaceRoot) };
    };
    expect(await inspectInStage(backend, options())).toBe(backend.facts);
    expect(seen).toEqual({
      runId: "inspection-1",
      owner: expect.objectContaining({ run_id: "inspection-1", pid: process.pid }),
      limits: { processes: 7, memoryBytes: 2 ** 30 },
      files: [],
      isIn: expect.stringMatching(/stages\/inspection-1$/),
    });
    expect(backend.isClosed).toBe(true);
    expect(readdirSync(stagesDir)).toEqual([]);
  });

  it("takes its stage away if the backend does not start, too", async () => {
    const backend = new FakeBackend();
    backend.onOpen = () => Promise.reject(new Error("no"));
    await expect(inspectInStage(backend, options())).rejects.toThrow("no");
    expect(readdirSync(stagesDir)).toEqual([]);
  });

  it("needs no stage and no limits if they mean nothing", async () => {
    const unlimited = new FakeBackend();
    await inspectInStage(unlimited, options());
    expect(unlimited.opened?.limits).toBeUndefined();
    rmSync(stagesDir, { recursive: true });
    const known = new FakeBackend();
    known.known = known.facts;
    expect(await inspectInStage(known, options())).toBe(known.facts);
    expect([known.opened, existsSync(stagesDir)]).toEqual([undefined, false]);
  });
});
