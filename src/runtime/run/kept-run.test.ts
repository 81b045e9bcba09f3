import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findAgent } from "../../agents/index.ts";
import type { WorkOrderOptions } from "../../contract/index.ts";
import { FakeBackend, type FakeRun, report, say } from "../fixtures/fake-backend.ts";
import { FakeGateway } from "../fixtures/fake-gateway.ts";
import { FakeLog } from "../fixtures/fake-log.ts";
import { FakeWorkspace } from "../fixtures/fake-workspace.ts";
import { finishRun, order, startRun, type TestRun } from "../fixtures/start-run.ts";
import { KeptAgents } from "../kept/kept-agents.ts";
import type { RunOptions } from "../run-options.ts";

let root: string;
let homesDir: string;
let workspace: FakeWorkspace;
let gateway: FakeGateway;
let agents: KeptAgents;
let mayFollow: boolean;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "abp-kept-"));
  homesDir = join(root, "homes");
  workspace = new FakeWorkspace();
  workspace.isolation = "none";
  gateway = new FakeGateway();
  agents = new KeptAgents();
  mayFollow = true;
});
afterEach(async () => {
  await agents.close();
  workspace.close();
  rmSync(root, { recursive: true, force: true });
});

const naming: FakeRun = async function* () {
  yield [say("hello")];
  return { ...report, session: "s-1", structuredOutput: {} };
};

/** A backend like that of a real agent at L3. */
function agent(run: FakeRun = naming): FakeBackend {
  const backend = new FakeBackend(run);
  backend.usesGateway = true;
  backend.keepsSession = true;
  backend.suspended = {};
  backend.confinement = { ...backend.confinement, level: "L3" };
  const names = ["streaming", "session_resume", "session_fork", "mcp_client", "structured_output"];
  const capabilities = Object.fromEntries(names.map((name) => [name, "native" as const]));
  backend.facts = { ...backend.facts, capabilities };
  return backend;
}

/** Runs an order in the directory itself; `resume` is the run that it continues. */
async function turn(
  backend: FakeBackend,
  resume?: string,
  order: WorkOrderOptions = {},
  options: Partial<RunOptions> = {},
) {
  const result = await finishRun(backend, given(resume, order, options));
  return { ...result, runId: result.receipt.meta.run_id };
}

function given(resume?: string, order: WorkOrderOptions = {}, options: Partial<RunOptions> = {}): TestRun {
  const keeping = { agents, mayFollow: () => mayFollow };
  return {
    workspace,
    order: {
      workspace: { root, mode: "pass_through" },
      ...(resume === undefined ? {} : { resume: { run_id: resume, session: "s-1" } }),
      ...order,
    },
    options: { gateway, homesDir, keeping, ...options },
  };
}

describe("an agent between two runs of its conversation", () => {
  it("is stopped, and goes on with the next run instead of a new agent", async () => {
    const backend = agent();
    const first = await turn(backend);
    expect(backend.opened?.keepsAgent).toBe(true);
    expect(backend.calls).toEqual(["open", "run", "suspend"]);
    const second = await turn(backend, first.runId);
    expect(backend.calls.slice(3)).toEqual(["resume", "run", "suspend"]);
    expect(second.receipt.observed?.resumed_run).toBe(first.runId);
    expect(second.receipt.observed).not.toHaveProperty("warnings");
    expect(backend.given?.runId).toBe(second.runId);
    const cache = join(homesDir, second.runId, "home/.cache");
    mkdirSync(cache);
    await agents.close();
    await agents.close();
    expect([backend.calls.slice(6), existsSync(cache)]).toEqual([["kill", "close"], false]);
  });

  it("needs no gateway", async () => {
    const backend = agent();
    const first = await turn(backend, undefined, {}, { gateway: undefined });
    await turn(backend, first.runId, {}, { gateway: undefined });
    expect(backend.calls).toEqual(["open", "run", "suspend", "resume", "run", "suspend"]);
  });

  it("has a key without effect until its next run opens an account with it", async () => {
    const backend = agent();
    const first = await turn(backend);
    expect(gateway.calls).toEqual([`open ${first.runId} null`, "close"]);
    const second = await turn(backend, first.runId);
    const third = await turn(backend, second.runId);
    const access = { startedFor: first.runId, token: gateway.token };
    expect(gateway.requests.map((request) => [request.runId, request.access])).toEqual([
      [first.runId, undefined],
      [second.runId, access],
      [third.runId, access],
    ]);
    expect(JSON.stringify([third.receipt, third.events])).not.toContain(gateway.token);
  });

  it("keeps its directory, and each run leaves a home in which it can be continued", async () => {
    const backend = agent();
    const first = await turn(backend);
    const homeOf = (runId: string) => join(homesDir, runId, "home");
    writeFileSync(join(homeOf(first.runId), "history"), "1");
    backend.agent = { ...findAgent("claude")!, sessionFiles: ["history"] };
    writeFileSync(join(homeOf(first.runId), "live"), "x");
    const second = await turn(backend, first.runId);
    expect([readdirSync(homeOf(first.runId)), readdirSync(homeOf(second.runId)).sort()]).toEqual([
      ["history"],
      ["history", "live"],
    ]);
    expect(readdirSync(join(homesDir, second.runId)).sort()).toEqual(["home", "owner.json", "session.json"]);
  });

  it("gives what happens to the run that it works for, and nothing to the one before", async () => {
    const backend = agent();
    const first = startRun(backend, given());
    const { meta } = await first.receipt;
    const decision = { subject: "network:x", action: "deny" } as never;
    const open = agent(async function* () {
      yield [];
      backend.opened?.sandbox.onDecision(decision);
      return { ...report, session: "s-1" };
    });
    const taken = agents.take(meta.run_id)!;
    await agents.keep({ ...taken, session: await open.open(backend.opened!) });
    const second = await turn(backend, meta.run_id);
    expect(second.decisions).toEqual([decision]);
    expect((await first.result).decisions).toEqual([]);
    const before = [...open.calls];
    first.kill();
    expect(open.calls).toEqual(before);
    expect(backend.calls).not.toContain("kill");
  });

  it("is killed with the run that it works for", async () => {
    const backend = agent();
    const { runId } = await turn(backend);
    const session = agents.take(runId)!;
    const waiting = agent(async function* ({ signal }) {
      yield [say("working")];
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      throw new Error("stopped");
    });
    await agents.keep({ ...session, session: await waiting.open(backend.opened!) });
    const run = startRun(backend, given(runId));
    for await (const { type } of run.events) if (type === "assistant_message") run.kill();
    expect((await run.receipt).termination?.reason).toBe("cancelled");
    expect(waiting.calls.slice(1)).toEqual(["resume", "run", "kill", "close"]);
    expect(readdirSync(homesDir)).toEqual([runId]);
  });

  it("is ended if no run of its conversation follows", async () => {
    const backend = agent();
    const { runId } = await turn(backend);
    await agents.end("another");
    expect(backend.calls).not.toContain("kill");
    await agents.end(runId);
    expect([backend.calls.slice(3), agents.take(runId)]).toEqual([["kill", "close"], undefined]);
  });

  it("is ended if too many others wait, the oldest first", async () => {
    const backends = [agent(), agent(), agent(), agent(), agent()];
    for (const backend of backends) await turn(backend);
    const isEnded = ({ calls }: FakeBackend) => calls.includes("kill");
    expect(backends.map(isEnded)).toEqual([true, false, false, false, false]);
    await agents.close();
    expect(backends.map(isEnded)).toEqual([true, true, true, true, true]);
    const late = agent();
    await turn(late);
    expect(isEnded(late)).toBe(true);
  });
});

describe("a run that could go on with the agent before", () => {
  /** Whether the second of two runs goes on with the agent of the first; a new one comes only after the end of the old one. */
  async function goesOn(
    order: WorkOrderOptions,
    options: Partial<RunOptions> = {},
    change: (first: string) => void = () => undefined,
  ): Promise<boolean> {
    const backend = agent();
    const { runId } = await turn(backend);
    change(runId);
    const before = backend.calls.length;
    const { error } = await turn(backend, runId, order, options);
    expect(error).toBeUndefined();
    const after = backend.calls.slice(before);
    if (after[0] === "resume" && after[1] === "run") return true;
    expect(after).toEqual(["kill", "close", "open", "run", "suspend"]);
    return false;
  }

  it("does so whatever its task and what comes with it", async () => {
    const context = { snippets: [{ name: "n", content: "c" }] };
    expect(await goesOn({ context, metadata: undefined } as WorkOrderOptions)).toBe(true);
  });

  it.each<[string, WorkOrderOptions, Partial<RunOptions>?]>([
    ["another model", { config: { model: "m" } }],
    ["other variables", { config: { env: { A: "b" } } }],
    ["another policy", { policy: { disallowed_tools: ["Bash"] } }],
    ["another limit", { config: { max_turns: 3 } }],
    ["other servers", { mcpServers: { a: { command: "x" } } }],
    ["another form of its answer", { outputSchema: { type: "object" } }],
    ["another floor", {}, { policyFloors: [{ ...order().policy, deny_read: ["a"] }] }],
    ["another sandbox", {}, { sandbox: "L3" }],
    ["other readable paths", {}, { sandboxReadOnly: ["/other"] }],
    ["other hidden paths", {}, { sandboxHidden: ["/other"] }],
  ])("does not with %s", async (_, order, options) => {
    expect(await goesOn(order, options)).toBe(false);
  });

  it("does not with another engine, or another gateway", async () => {
    const change = (more: Partial<FakeGateway>) => () => void Object.assign(gateway, more);
    expect(await goesOn({}, {}, change({ engine: "other" }))).toBe(false);
    expect(await goesOn({}, {}, change({ baseUrl: "http://127.0.0.1:1" }))).toBe(false);
  });

  it("does not if the agent cannot go on, or its home is gone", async () => {
    const backend = agent();
    const { runId } = await turn(backend);
    backend.canResume = false;
    await turn(backend, runId);
    expect(backend.calls.slice(3)).toEqual(["resume", "kill", "close", "open", "run", "suspend"]);
    const other = agent();
    const first = await turn(other);
    const { result } = startRun(other, {
      ...given(first.runId),
      ...{
        options: {
          ...given().options,
          onStep: (step) => step === "dispatch" && rmSync(join(homesDir, first.runId), { recursive: true }),
        },
      },
    });
    const { receipt } = await result;
    expect(receipt.observed?.warnings).toEqual([
      expect.stringContaining("the agent of the run before could not go on: ENOENT"),
    ]);
    expect(other.calls.slice(3)).toEqual(["resume", "kill", "close", "open", "run", "suspend"]);
  });

  it("leaves it alone if it forks the conversation, or continues another run", async () => {
    const backend = agent();
    const { runId } = await turn(backend);
    const fork = { run_id: runId, session: "s-1", fork: true };
    const forked = await turn(backend, runId, { resume: fork });
    expect(backend.calls.slice(3)).toEqual(["open", "run", "suspend"]);
    await turn(backend, runId);
    await turn(backend, forked.runId);
    expect(backend.calls.slice(6)).toEqual(["resume", "run", "suspend", "resume", "run", "suspend"]);
  });
});

describe("an agent is ended with its run", () => {
  const calls = ["open", "run", "close"];

  it("if no run may follow, or the caller does not want it kept", async () => {
    mayFollow = false;
    const backend = agent();
    await turn(backend);
    expect([backend.calls, backend.opened?.keepsAgent]).toEqual([calls, true]);
    const other = agent();
    await turn(other, undefined, {}, { keeping: undefined });
    expect([other.calls, other.opened]).toEqual([calls, expect.not.objectContaining({ keepsAgent: true })]);
  });

  it("if it works on a copy, or has no home of its own", async () => {
    workspace.isolation = "copy";
    const staged = agent();
    await turn(staged, undefined, { workspace: { root } });
    expect([staged.calls, staged.opened?.keepsAgent]).toEqual([calls, undefined]);
    workspace.isolation = "none";
    const homeless = agent();
    homeless.keepsSession = false;
    await turn(homeless);
    expect(homeless.opened?.keepsAgent).toBeUndefined();
  });

  it.each<[string, FakeRun]>([
    [
      "if it names no conversation",
      async function* () {
        yield [];
        return report;
      },
    ],
    [
      "if it has failed",
      async function* () {
        yield [];
        return { ...report, session: "s-1", outcome: "failed" };
      },
    ],
    [
      "if its run has failed",
      async function* () {
        yield [];
        throw new Error("no");
      },
    ],
  ])("%s", async (_, run) => {
    const backend = agent(run);
    await turn(backend);
    expect(backend.calls).toEqual(calls);
  });

  it("if it cannot be stopped", async () => {
    const backend = agent();
    backend.suspended = undefined;
    await turn(backend);
    expect(backend.calls).toEqual(["open", "run", "suspend", "close"]);
  });

  it("if its result cannot be taken, or no receipt can be written", async () => {
    workspace.onAfter = () => Promise.reject(new Error("unreadable"));
    const backend = agent();
    const { runId } = await turn(backend);
    expect(backend.calls).toEqual(["open", "run", "suspend", "kill", "close"]);
    expect(agents.take(runId)).toBeUndefined();
    workspace.onAfter = undefined;
    const unrecorded = agent();
    const log = new FakeLog();
    log.alterBundle = () => {
      throw new Error("full");
    };
    const run = startRun(unrecorded, given(undefined, {}, { log }));
    await expect(run.result).rejects.toThrow("full");
    expect(unrecorded.calls).toEqual(["open", "run", "suspend", "kill", "close"]);
  });
});
