import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { eventually } from "../../../test/eventually.ts";
import { AbpError } from "../../contract/index.ts";
import { CrashLoopBreaker } from "../../sidecar/index.ts";
import { openStage } from "../../workspace/index.ts";
import { backendContract, collect, openContext, runContext } from "../backend.contract.ts";
import type { BackendSession } from "../backend.ts";
import { inspectBackend } from "../inspection.ts";
import { BackendRegistry } from "../registry.ts";
import type { SidecarEntry } from "../sidecar-entry.ts";
import { FakeHost } from "./fixtures/fake-host.ts";
import { SidecarBackend } from "./sidecar-backend.ts";
import { sidecarHost } from "./sidecar-host.ts";
import { SidecarPool } from "./sidecar-pool.ts";

const workspaceRoot = mkdtempSync(join(tmpdir(), "abp-sidecar-backend-"));
afterAll(() => rmSync(workspaceRoot, { recursive: true, force: true }));

const nodeHost = new URL("../../../hosts/node/host.js", import.meta.url).pathname;
backendContract("sidecar", () => ({
  workspaceRoot,
  backend: new SidecarBackend(
    "node",
    { type: "sidecar", command: process.execPath, args: [nodeHost] },
    sidecarHost(process.env),
  ),
}));

let host: FakeHost;
beforeEach(() => {
  host = new FakeHost();
});

function backend(more: Partial<SidecarEntry> = {}): SidecarBackend {
  return new SidecarBackend("agent", { type: "sidecar", command: "agent", ...more }, host);
}

describe("a sidecar backend", () => {
  it("starts the program in the workspace, with the permitted variables and limits only, marked with the run", async () => {
    const one = backend({
      args: ["--x"],
      pass_env: ["ANTHROPIC_API_KEY"],
      env: ["MODE=quiet=1", "OWN=config"],
      memory_mb: 64,
      processes: 9,
      lenient_lines: 3,
    });
    await one.open(openContext("/stage", { environment: { OWN: "order" } }));
    expect(host.plans[0]).toMatchObject({
      command: "wrapped agent",
      args: ["--x"],
      cwd: "/stage",
      mark: openContext("/stage").runId,
      limits: { memoryBytes: 64 * 1024 * 1024, processes: 9 },
    });
    expect(host.plans[0]?.env).toEqual({
      PATH: "/bin",
      ANTHROPIC_API_KEY: "key",
      MODE: "quiet=1",
      OWN: "order",
    });
    expect(host.settings).toEqual([{ secrets: ["key"], skippableLines: 3 }]);
  });

  it("sets nothing that the configuration does not name", async () => {
    await backend().open(openContext("/stage"));
    expect(host.plans[0]).toMatchObject({ args: [], env: { PATH: "/bin" } });
    expect([host.plans[0]?.limits, host.settings]).toStrictEqual([{}, [{ secrets: [] }]]);
    expect(host.request).toMatchObject({ readOnly: [], program: { args: [] } });
  });

  it("is started anew for each run without a pool", async () => {
    const session = await backend().open(openContext("/stage", { mayReuse: true }));
    expect(await session.close()).toHaveProperty("exit");
    expect(host.plans[0]?.cwd).toBe("/stage");
  });

  it("passes on what is called when the program has started", async () => {
    const started: unknown[] = [];
    host.onStarted = (child) => started.push(child);
    const session = await backend().open(openContext("/stage"));
    expect(started).toHaveLength(1);
    session.kill();
    expect(host.calls).toContain("kill SIGKILL");
  });

  it("gives the run to the program, with its limit of output if there is one", async () => {
    const session = await backend().open(openContext("/stage"));
    await collect(session, runContext({ maxOutputBytes: 7 }));
    expect(host.started[0]?.request).toMatchObject({ runId: runContext().runId, maxOutputBytes: 7 });
    const other = await backend().open(openContext("/stage"));
    await collect(other);
    expect(Object.keys(host.started[1]!.request!)).not.toContain("maxOutputBytes");
  });

  it("asks for the sandbox that the run wants, with the paths of the configuration and of the run", async () => {
    const context = openContext("/stage");
    const sandbox = {
      ...context.sandbox,
      level: "L3",
      required: "L3",
      readOnly: ["/b"],
      hidden: ["/c"],
    } as const;
    host.level = "L3";
    const session = await backend({ read_only: ["/a"] }).open({ ...context, sandbox });
    expect(host.request).toMatchObject({
      level: "L3",
      required: "L3",
      workspaceRoot: "/stage",
      program: { command: "agent", args: [], cwd: "/stage" },
      readOnly: ["/a", "/b"],
      hidden: ["/c"],
    });
    expect(session.confinement).toEqual({
      level: "L3",
      reason: "a test",
      selfTest: [{ probe: "p", held: true }],
      network: "none",
    });
  });

  it("gives the sandbox the home of the agent and the programs that it starts, and hides its secrets", async () => {
    const server = { command: "server", args: [], cwd: "/stage" };
    const given = openContext("/stage", { home: "/homes/one", mark: "stage-1" });
    const sandbox = { ...given.sandbox, otherPrograms: [server] };
    await backend({ env: ["MY_TOKEN=secret-value"] }).open({ ...given, sandbox });
    expect(host.request).toMatchObject({ writable: ["/homes/one"], otherPrograms: [server] });
    expect(host.plans[0]?.mark).toBe("stage-1");
    expect(host.settings).toEqual([{ secrets: ["secret-value"] }]);
    await backend().open(openContext("/stage"));
    expect(host.request?.writable).toEqual([]);
  });

  it.each([
    ["L3", undefined, "L3"],
    ["L0", undefined, undefined],
    ["L0", "L2", "L2"],
  ] as const)(
    "at %s opens the same sandbox for a check, which requires %s at least: %s",
    async (level, wish, required) => {
      host.level = level;
      const given = openContext("/stage", { home: "/homes/one" });
      const server = { command: "server", args: [], cwd: "/stage" };
      const sandbox = {
        ...given.sandbox,
        required: wish,
        readOnly: ["/b"],
        otherPrograms: [server],
        gateway: { host: "127.0.0.1", port: 1 },
      };
      const session = await backend({ read_only: ["/a"], args: ["x"] }).open({ ...given, sandbox });
      await session.close();
      const program = { command: "/bin/sh", args: ["-c", "true"], cwd: "/stage" };
      await session.confine?.(program);
      expect(host.request).toMatchObject({
        program,
        required,
        otherPrograms: [{ command: "agent", args: ["x"], cwd: "/stage" }, server],
        readOnly: ["/a", "/b"],
        writable: [],
        gateway: undefined,
      });
    },
  );

  it("passes messages of the user on to the program", async () => {
    const session = await backend().open(openContext("/stage"));
    expect(session.steer?.("early")).toBe(false);
    await collect(session);
    expect(session.steer?.("now")).toBe(true);
    expect(host.started[0]?.steered).toEqual(["early", "now"]);
  });

  it("ends the process before the sandbox is closed, and gives its exit and what was seen of it", async () => {
    const session = await backend().open(openContext("/stage"));
    expect(session.facts).toMatchObject({ mode: "mapped", asksBeforeTools: true });
    await collect(session);
    session.kill();
    const end = await session.close();
    expect(end).toEqual({ exit: { code: 0, signal: null }, sidecar: { stderr_tail: "the end" } });
    expect(await session.close()).toBe(end);
    expect(host.calls).toEqual(["admit agent", "start", "kill SIGKILL", "sandbox closed", "succeeded agent"]);
  });

  it("counts failed starts against the program, and closes the sandbox", async () => {
    host.startFailure = new AbpError("sidecar_spawn_failed", "not there");
    await expect(backend().open(openContext("/stage"))).rejects.toMatchObject({
      code: "sidecar_spawn_failed",
      message: "not there",
      details: { confinement: { level: "L0", network: "advisory" } },
    });
    expect(host.calls).toEqual(["admit agent", "start", "sandbox closed", "failed agent"]);
  });

  it("counts neither a cancelled start nor a missing sandbox", async () => {
    host.startFailure = new Error("cancelled");
    const signal = AbortSignal.abort();
    await expect(backend().open(openContext("/stage", { signal }))).rejects.toThrow("cancelled");
    expect(host.calls.at(-1)).toBe("abandoned agent");
    host.sandboxFailure = new AbpError("sandbox_level_unmet", "no bwrap");
    await expect(backend().open(openContext("/stage"))).rejects.toThrow("no bwrap");
    expect(host.calls.slice(-2)).toEqual(["admit agent", "abandoned agent"]);
  });

  it.each([
    ["sidecar_exited_without_final", "failed"],
    ["sidecar_closed_output", "failed"],
    ["sidecar_stalled", "failed"],
    ["sidecar_stdin_stalled", "failed"],
    ["sidecar_out_of_memory", "failed"],
    ["sidecar_fatal", "succeeded"],
  ] as const)("takes %s as a program that has %s", async (code, verdict) => {
    const session = await backend().open(openContext("/stage"));
    host.started[0]!.failure = new AbpError(code, "x");
    await expect(collect(session)).rejects.toThrow("x");
    await session.close();
    expect(host.calls.at(-1)).toBe(`${verdict} agent`);
  });

  it("takes an error without a code as no crash of the program", async () => {
    const session = await backend().open(openContext("/stage"));
    host.started[0]!.failure = new Error("x");
    await expect(collect(session)).rejects.toThrow("x");
    await session.close();
    expect(host.calls.at(-1)).toBe("succeeded agent");
  });

  it("does not judge a program by a run that was cancelled, nor by one that never began", async () => {
    const cancelled = await backend().open(openContext("/stage"));
    host.started[0]!.failure = new AbpError("sidecar_exited_without_final", "x");
    await expect(collect(cancelled, runContext({ signal: AbortSignal.abort() }))).rejects.toThrow("x");
    await cancelled.close();
    await (await backend().open(openContext("/stage"))).close();
    expect(host.calls.filter((call) => call === "abandoned agent")).toHaveLength(2);
  });

  it("S48 is not started again after five crashes within three minutes, until a pause is over", async () => {
    let now = 0;
    const breaker = new CrashLoopBreaker(() => now);
    const crashing = new SidecarBackend("agent", { type: "sidecar", command: "agent" }, { ...host, breaker });
    host.startFailure = new AbpError("sidecar_exited_before_hello", "gone");
    for (let start = 0; start < 5; start += 1) {
      await expect(crashing.open(openContext("/stage"))).rejects.toThrow("gone");
    }
    await expect(crashing.open(openContext("/stage"))).rejects.toMatchObject({
      code: "circuit_breaker_open",
    });
    expect(host.plans).toHaveLength(5);
    now += 60_000;
    host.startFailure = undefined;
    const session = await crashing.open(openContext("/stage"));
    await collect(session);
    await session.close();
    await expect(crashing.open(openContext("/stage"))).resolves.toBeDefined();
  });

  it("is asked what it can do by starting it, and ended again", async () => {
    const place = {
      id: "i",
      directory: "/empty",
      now: () => new Date(0),
      signal: new AbortController().signal,
    };
    expect((await inspectBackend(backend(), place)).identity.id).toBe("fake");
    expect(host.plans[0]).toMatchObject({ cwd: "/empty", mark: "i" });
    expect(host.started[0]?.exit).toBeDefined();
  });
});

describe("a process that is kept between runs", () => {
  let stagesDir: string;
  let pool: SidecarPool;
  let ids = 0;
  beforeEach(() => {
    stagesDir = mkdtempSync(join(tmpdir(), "abp-pool-"));
    pool = new SidecarPool(stagesDir, { newId: () => `kept-${++ids}`, openStage });
    host.pool = pool;
  });
  afterEach(async () => {
    vi.useRealTimers();
    await pool.close();
    rmSync(stagesDir, { recursive: true, force: true });
  });

  async function runOnce(
    one: Pick<SidecarBackend, "open">,
    more: Parameters<typeof openContext>[1] = {},
  ): Promise<BackendSession> {
    const session = await one.open(openContext("/stage", { mayReuse: true, ...more }));
    await collect(session);
    await session.close();
    return session;
  }

  it("runs the next order with the same program and variables; nothing of a run is part of it", async () => {
    const one = backend();
    await runOnce(one);
    const session = await runOnce(one);
    expect(host.started.map(({ runs }) => runs)).toEqual([2]);
    expect(await session.close()).toEqual({ sidecar: { stderr_tail: "the end" } });
    const [plan] = host.plans;
    expect([plan?.command, plan?.mark]).toEqual(["agent", `kept-${ids}`]);
    expect(plan?.cwd.startsWith(join(stagesDir, `kept-${ids}`))).toBe(true);
    // The owner file lets a sweep end the process of a dead runtime.
    expect(readdirSync(stagesDir)).toEqual([`kept-${ids}`]);
    await pool.close();
    expect(host.started[0]?.exit).toBeDefined();
    expect(readdirSync(stagesDir)).toEqual([]);
  });

  it("is not shared with other variables, with a sandbox, or if the working directory matters", async () => {
    await runOnce(backend());
    await runOnce(backend(), { environment: { A: "b" } });
    host.level = "L3";
    await runOnce(backend());
    host.level = "L0";
    await runOnce(backend(), { mayReuse: false });
    for (const more of [{ args: ["x"] }, { command: "other" }, { processes: 3 }, { lenient_lines: 1 }])
      await runOnce(backend(more));
    expect(host.started.map(({ runs }) => runs)).toEqual([1, 1, 1, 1, 1, 1, 1, 1]);
    const isInPlace = host.plans.map(({ cwd }) => cwd === "/stage");
    expect(isInPlace).toEqual([false, false, true, true, false, false, false, false]);
  });

  it("is ended if it broke the protocol, and if it died while it was idle", async () => {
    const one = backend();
    const session = await one.open(openContext("/stage", { mayReuse: true }));
    host.started[0]!.isReusable = false;
    expect(await session.close()).toMatchObject({ exit: { code: 0 } });
    await runOnce(one);
    host.started[1]!.isReusable = false;
    await runOnce(one);
    expect(host.started.map(({ runs }) => runs)).toEqual([0, 1, 1]);
    await eventually(() => expect(host.started[1]?.exit).toBeDefined());
  });

  it("is ended after a minute without a run, and four idle ones are the most", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    for (let run = 0; run < 5; run += 1) await runOnce(backend(), { environment: { RUN: String(run) } });
    expect(host.started.map(({ exit }) => exit === undefined)).toEqual([true, true, true, true, false]);
    await vi.advanceTimersByTimeAsync(60_000);
    vi.useRealTimers();
    await eventually(() => expect(readdirSync(stagesDir)).toEqual([]));
    expect(host.started.every(({ exit }) => exit !== undefined)).toBe(true);
  });

  it("is stopped when its session is closed, and ended if it left a process that could still write", async () => {
    await runOnce(backend());
    expect(host.started[0]).toMatchObject({ isSuspended: true, exit: undefined });
    const session = await backend().open(openContext("/stage", { mayReuse: true }));
    await collect(session);
    host.started[0]!.isAlone = false;
    expect(await session.close()).toMatchObject({ exit: { code: 0, signal: null } });
  });

  it("is killed with its run", async () => {
    const session = await backend().open(openContext("/stage", { mayReuse: true }));
    session.kill();
    expect(host.calls).toContain("kill SIGKILL");
  });

  it("is ended with the registry", async () => {
    const registry = new BackendRegistry({ agent: { type: "sidecar", command: "agent" } }, host);
    await runOnce(registry.find("agent"));
    expect(host.started[0]?.exit).toBeUndefined();
    await registry.close();
    expect(host.started[0]?.exit).toBeDefined();
  });

  it("leaves no place behind if it cannot be started", async () => {
    host.startFailure = new AbpError("sidecar_spawn_failed", "not there");
    await expect(backend().open(openContext("/stage", { mayReuse: true }))).rejects.toThrow("not there");
    expect(readdirSync(stagesDir)).toEqual([]);
  });
});

describe("a session that takes the orders of a conversation", () => {
  const open = async (more: Parameters<typeof openContext>[1] = { keepsAgent: true }) => {
    const session = await backend().open(openContext("/stage", more));
    return { session, sidecar: host.started.at(-1)! };
  };

  beforeEach(() => {
    host.level = "L3";
  });

  it("is stopped after an order, and goes on with the next one", async () => {
    const { session, sidecar } = await open();
    await collect(session);
    sidecar.isAlone = false;
    expect(await session.suspend?.()).toEqual({ sidecar: { stderr_tail: "the end" } });
    expect([sidecar.isSuspended, host.calls]).toEqual([true, ["admit agent", "start"]]);
    expect([session.resume?.(), session.resume?.(), sidecar.isSuspended]).toEqual([true, false, false]);
    await collect(session);
    expect(sidecar.runs).toBe(2);
    expect((await session.close()).exit).toEqual({ code: 0, signal: null });
  });

  it("is killed, and not resumed, if it is closed while it is stopped", async () => {
    const { session, sidecar } = await open();
    await session.suspend?.();
    expect((await session.close()).exit).toEqual({ code: null, signal: "SIGKILL" });
    expect([sidecar.isSuspended, host.calls.slice(2)]).toEqual([true, ["sandbox closed", "abandoned agent"]]);
  });

  it("is not stopped without a sandbox, without the wish, or once it cannot take another order", async () => {
    expect(await (await open({})).session.suspend?.()).toBeUndefined();
    const broken = await open();
    broken.sidecar.isReusable = false;
    expect(await broken.session.suspend?.()).toBeUndefined();
    host.level = "L0";
    expect(await (await open()).session.suspend?.()).toBeUndefined();
    expect(host.started.map(({ isSuspended }) => isSuspended)).toEqual([false, false, false]);
  });

  it("says so if something of it can still act, or it broke the protocol meanwhile", async () => {
    const acting = await open();
    acting.sidecar.suspend = async () => 0;
    expect([await acting.session.suspend?.(), acting.session.resume?.()]).toEqual([undefined, false]);
    const late = await open();
    late.sidecar.onSuspend = () => {
      late.sidecar.isReusable = false;
    };
    expect(await late.session.suspend?.()).toBeUndefined();
    const dead = await open();
    await dead.session.suspend?.();
    dead.sidecar.isReusable = false;
    expect(dead.session.resume?.()).toBe(false);
  });
});
