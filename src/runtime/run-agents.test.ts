import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { AbpError, type AgentEvent } from "../contract/index.ts";
import { FakeBackend, type FakeRun, report, say, untilCancelled } from "./fixtures/fake-backend.ts";
import { FakeGateway } from "./fixtures/fake-gateway.ts";
import { FakeLog } from "./fixtures/fake-log.ts";
import { FakeWorkspace } from "./fixtures/fake-workspace.ts";
import { finishRun, startRun } from "./fixtures/start-run.ts";

let root: string;
let homesDir: string;
let workspace: FakeWorkspace;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "abp-agent-runs-"));
  homesDir = join(root, "homes");
  workspace = new FakeWorkspace();
});
afterEach(() => {
  workspace.close();
  rmSync(root, { recursive: true, force: true });
});

/** A backend like that of a real agent. */
function agent(run?: FakeRun): FakeBackend {
  const backend = new FakeBackend(run);
  backend.usesGateway = true;
  backend.keepsSession = true;
  const capabilities = {
    ...backend.facts.capabilities,
    session_resume: "native",
    session_fork: "native",
  } as const;
  backend.facts = { ...backend.facts, capabilities };
  return backend;
}

const naming = (session: string): FakeRun =>
  async function* () {
    yield [];
    return { ...report, session };
  };

describe("an agent with the gateway", () => {
  it("gets an account of its own, which is closed before the receipt and stands in it", async () => {
    const gateway = new FakeGateway();
    const log = new FakeLog();
    const { openRun } = gateway;
    gateway.openRun = (request) => {
      log.calls.push("account");
      const account = openRun.call(gateway, request);
      const { close } = account;
      account.close = () => {
        log.calls.push("account closed");
        return close();
      };
      return account;
    };
    const backend = agent(async function* () {
      yield [];
      return { ...report, usage: { input_tokens: 10, output_tokens: 21 } };
    });
    backend.onOpen = async () => {
      log.calls.push("open");
    };
    const { receipt } = await finishRun(backend, { options: { gateway, homesDir, log } });
    const runId = receipt.meta.run_id;
    expect(backend.opened?.gateway).toEqual({
      url: `http://127.0.0.1:8787/r/${runId}`,
      token: gateway.token,
      engine: "sim",
    });
    expect(backend.opened?.sandbox.gateway).toEqual({ host: "127.0.0.1", port: 8787 });
    expect(log.calls).toEqual(["begin", "begun", "account", "open", "account closed", "append", "prove"]);
    expect(receipt.observed?.model_calls).toMatchObject({
      calls: 2,
      mismatch: [{ member: "output_tokens", reported: 21, metered: 20 }],
    });
  });

  it("never has its key in an event, a receipt or a result", async () => {
    const gateway = new FakeGateway();
    const { token } = gateway;
    const log = new FakeLog();
    const backend = agent(async function* () {
      yield [
        say(`my key is ${token}`),
        { ...say("x"), ext: { raw_message: { [token]: token } } } as AgentEvent,
      ];
      return { ...report, usageRaw: { env: token }, session: `s-${token}`, structuredOutput: [token] };
    });
    const result = await finishRun(backend, { options: { gateway, homesDir, log } });
    const shown = JSON.stringify([result.receipt, result.events, log.lines(result.receipt.meta.run_id)]);
    expect(shown).not.toContain(token);
    expect(result.events[0]).toMatchObject({ text: "my key is [redacted]" });
    expect(result.receipt.reported?.[0]).toMatchObject({
      session: "s-[redacted]",
      structured_output: ["[redacted]"],
      usage_raw: { env: "[redacted]" },
    });
    expect(result.verification.ok).toBe(true);
  });

  it("is refused before it starts if the gateway cannot bind its key", async () => {
    const gateway = new FakeGateway();
    gateway.openRun = () => {
      throw new AbpError("model_not_routed", "nothing binds the run");
    };
    const backend = agent();
    const { receipt } = await finishRun(backend, { options: { gateway, homesDir } });
    expect(receipt.termination).toMatchObject({ reason: "refused", code: "model_not_routed" });
    expect(backend.opened).toBeUndefined();
  });

  it("is stopped by the cost that the gateway meters, and the receipt says so", async () => {
    const gateway = new FakeGateway();
    const backend = agent((context) => {
      setImmediate(() => gateway.spend(3));
      return untilCancelled(context);
    });
    const order = { config: { max_budget_usd: 2 } };
    const { receipt } = await finishRun(backend, { order, options: { gateway, homesDir } });
    expect(gateway.calls[0]).toMatch(/ 2$/);
    expect(receipt.termination).toMatchObject({ reason: "failed", code: "run_budget_exceeded" });
    expect(receipt.observed?.budget).toEqual({ limit_usd: 2, reported_usd: 0, metered_usd: 3 });
  });

  it("has its account closed also if it cannot start", async () => {
    const gateway = new FakeGateway();
    const backend = agent();
    backend.onOpen = () => Promise.reject(new AbpError("sidecar_spawn_failed", "no"));
    const { receipt } = await finishRun(backend, { options: { gateway, homesDir } });
    expect(gateway.calls.at(-1)).toBe("close");
    expect(receipt.observed?.model_calls?.calls).toBe(2);
    expect(readdirSync(homesDir)).toEqual([]);
  });

  it("has no account if it does not use the gateway", async () => {
    const gateway = new FakeGateway();
    const backend = new FakeBackend();
    const { receipt } = await finishRun(backend, { options: { gateway } });
    expect([gateway.calls, backend.opened?.gateway, backend.opened?.sandbox.gateway]).toEqual([
      [],
      undefined,
      undefined,
    ]);
    expect(receipt.observed).not.toHaveProperty("model_calls");
  });
});

describe("the home of an agent", () => {
  it("is given to it, and kept if it names a session", async () => {
    const backend = agent(naming("s-1"));
    let seen: string[] = [];
    backend.onOpen = async ({ home }) => {
      seen = readdirSync(home!);
    };
    const { receipt } = await finishRun(backend, { options: { homesDir } });
    const runId = receipt.meta.run_id;
    expect(backend.opened?.home).toBe(join(homesDir, runId, "home"));
    expect([seen, backend.opened?.mark]).toEqual([[], runId]);
    expect(readdirSync(homesDir)).toEqual([runId]);
    expect(receipt.reported?.[0]?.session).toBe("s-1");
  });

  it("is removed if it names none, and if it was cancelled without a report", async () => {
    await finishRun(agent(), { options: { homesDir } });
    const run = startRun(agent(untilCancelled), { options: { homesDir } });
    setImmediate(() => run.cancel("enough"));
    expect((await run.receipt).termination?.reason).toBe("cancelled");
    expect(readdirSync(homesDir)).toEqual([]);
  });

  it("is hidden from the sandboxes of others", async () => {
    const backend = agent();
    await finishRun(backend, { workspace, options: { homesDir } });
    expect(backend.opened?.sandbox.hidden).toContain(homesDir);
  });
});

describe("a run that continues another", () => {
  const first = async () => {
    const { receipt } = await finishRun(agent(naming("s-1")), { workspace, options: { homesDir } });
    return receipt.meta.run_id;
  };

  it("works in a copy of its home, in a stage of the same name, and names it", async () => {
    const earlier = await first();
    writeFileSync(join(homesDir, earlier, "home/history"), "x");
    const backend = agent(naming("s-1"));
    const order = { resume: { run_id: earlier, session: "s-1" } };
    const { receipt } = await finishRun(backend, { workspace, order, options: { homesDir } });
    expect(readdirSync(backend.opened!.home!)).toEqual(["history"]);
    expect([workspace.request?.runId, backend.opened?.mark]).toEqual([earlier, earlier]);
    expect(receipt.observed?.resumed_run).toBe(earlier);
    expect(receipt.meta.run_id).not.toBe(earlier);
    expect(backend.given?.workOrder.resume).toEqual(order.resume);
    expect(receipt.observed).not.toHaveProperty("warnings");
  });

  it("works at its own path if the stage is in use, and says so", async () => {
    const earlier = await first();
    const backend = agent();
    const names: (string | undefined)[] = [];
    workspace.onOpen = async () => {
      names.push(workspace.request?.runId);
      const cause = Object.assign(new Error("taken"), { code: "ENOTEMPTY" });
      if (names.length === 1) throw new AbpError("workspace_init_failed", "taken", { cause });
    };
    const order = { resume: { run_id: earlier, session: "s-1" } };
    const { receipt } = await finishRun(backend, { workspace, order, options: { homesDir } });
    const own = receipt.meta.run_id;
    expect([names, backend.opened?.mark]).toEqual([[earlier, own], own]);
    expect(receipt.observed?.warnings).toEqual([
      `the stage of run ${earlier} is in use, so the agent works at another path than before`,
    ]);
    expect(receipt.termination?.reason).toBe("completed");
  });

  it.each([
    ["fails where the stage cannot be made for another reason", true, "EACCES"],
    ["fails where its own stage is taken", false, "EEXIST"],
  ])("%s", async (_, isResumed, code) => {
    const earlier = await first();
    workspace.calls.length = 0;
    workspace.onOpen = async () => {
      throw new AbpError("workspace_init_failed", "no", { cause: Object.assign(new Error("no"), { code }) });
    };
    const order = isResumed ? { resume: { run_id: earlier, session: "s-1" } } : {};
    const { error } = await finishRun(agent(), { workspace, order, options: { homesDir } });
    expect(error?.code).toBe("workspace_init_failed");
    expect(workspace.calls).toEqual(["stage"]);
  });

  it("is refused before anything starts if the home is not kept", async () => {
    const backend = agent();
    const log = new FakeLog();
    const order = { resume: { run_id: "unknown", session: "s-1" } };
    const { receipt } = await finishRun(backend, { workspace, order, options: { homesDir, log } });
    expect(receipt.termination).toMatchObject({ reason: "refused", code: "session_not_found" });
    expect([backend.calls, workspace.calls]).toEqual([[], []]);
    expect(receipt.observed).not.toHaveProperty("resumed_run");
    expect(log.endings).toEqual(["refused"]);
  });
});

describe("a message of the user during a run", () => {
  it("reaches the agent while it works, and stands in the events", async () => {
    const backend = agent(async function* () {
      yield [say("working")];
      await steered.promise;
      return report;
    });
    const steered = Promise.withResolvers<void>();
    const run = startRun(backend, { options: { homesDir } });
    expect(run.steer("too early")).toBe(false);
    const events: AgentEvent[] = [];
    for await (const event of run.events) {
      events.push(event);
      if (event.type !== "assistant_message") continue;
      expect(run.steer("look at b.txt too")).toBe(true);
      steered.resolve();
    }
    expect(backend.steered).toEqual(["look at b.txt too"]);
    expect(events[1]).toMatchObject({
      type: "assistant_delta",
      text: "",
      ext: { steer: "look at b.txt too" },
    });
    await run.result;
    expect(run.steer("too late")).toBe(false);
  });
});

describe("a backend that cannot start here", () => {
  it("is refused before anything is staged", async () => {
    const backend = agent();
    backend.fault = new AbpError("agent_not_installed", "Claude Code is not installed");
    const { receipt, error } = await finishRun(backend, { workspace, options: { homesDir } });
    expect(error).toBe(backend.fault);
    expect(receipt.termination).toMatchObject({ reason: "refused", code: "agent_not_installed" });
    expect([backend.calls, workspace.calls]).toEqual([[], []]);
  });
});
