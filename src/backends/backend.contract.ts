import { describe, expect, it } from "vitest";
import { type AgentEvent, buildWorkOrder, openPolicy, parseDocument } from "../contract/index.ts";
import { compilePolicy } from "../policy/index.ts";
import type { Backend, BackendSession, OpenContext, RunContext, RunReport } from "./backend.ts";

const id = "01890a5d-ac96-774b-bcce-b302099a8057";
const now = () => new Date("2026-01-01T00:00:00Z");

/** A context to open a session with, without a sandbox. */
export function openContext(workspaceRoot: string, more: Partial<OpenContext> = {}): OpenContext {
  return {
    runId: id,
    workspaceRoot,
    environment: {},
    sandbox: { level: "off", policy: compilePolicy(openPolicy()), onDecision: () => undefined },
    mayReuse: false,
    now,
    signal: new AbortController().signal,
    ...more,
  };
}

/** A context to run a small order with. */
export function runContext(more: Partial<RunContext> = {}): RunContext {
  return {
    runId: id,
    workOrder: buildWorkOrder(id, "say hello"),
    mode: "mapped",
    signal: new AbortController().signal,
    now,
    onToolRequest: async () => ({ verdict: "deny", reason: "nobody is there" }),
    ...more,
  };
}

/** Takes all events of a session. */
export async function collect(
  session: Pick<BackendSession, "run">,
  context = runContext(),
): Promise<{ events: AgentEvent[]; report: RunReport }> {
  const events: AgentEvent[] = [];
  const run = session.run(context);
  for (;;) {
    const step = await run.next();
    if (step.done) return { events, report: step.value };
    events.push(...step.value);
  }
}

/** What every backend must do, whatever runs behind it. */
export function backendContract(name: string, make: () => { backend: Backend; workspaceRoot: string }): void {
  describe(`the ${name} backend`, () => {
    const open = () => {
      const { backend, workspaceRoot } = make();
      return backend.open(openContext(workspaceRoot));
    };

    it("names itself and its capabilities in the contract's words, as it said before it started", async () => {
      const { backend } = make();
      expect(backend.name).not.toBe("");
      const session = await open();
      const { identity, capabilities } = session.facts;
      expect(identity.id).not.toBe("");
      const version = { contract_version: "abp/v0.1" };
      parseDocument("envelope", { t: "hello", ...version, backend: identity, capabilities });
      if (backend.known !== undefined) expect(session.facts).toEqual(backend.known);
      expect(["L0", "L3"]).toContain(session.confinement.level);
      await session.close();
    });

    it("begins with run_started, ends with run_completed, and every event is valid", async () => {
      const session = await open();
      const { events } = await collect(session);
      expect(events[0]?.type).toBe("run_started");
      expect(events.at(-1)?.type).toBe("run_completed");
      for (const event of events) parseDocument("event", JSON.parse(JSON.stringify(event)));
      await session.close();
    });

    it("reports a complete outcome and usage", async () => {
      const session = await open();
      const { report } = await collect(session);
      expect(report.outcome).toBe("complete");
      expect(report.usage).toBeTypeOf("object");
      await session.close();
    });

    it("closes a session that ran nothing, and closes it again with the same result", async () => {
      const session = await open();
      expect(await session.close()).toEqual(await session.close());
    });
  });
}
