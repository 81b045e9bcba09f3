import { describe, expect, it } from "vitest";
import { type AgentEvent, buildWorkOrder, parseDocument } from "../contract/index.ts";
import type { Backend, RunReport } from "./backend.ts";

const id = "01890a5d-ac96-774b-bcce-b302099a8057";

/** What every backend must do, whatever runs behind it. */
export function backendContract(name: string, open: () => Backend): void {
  describe(`the ${name} backend`, () => {
    it("names itself and its capabilities in the contract's words", () => {
      const { identity, capabilities } = open();
      expect(identity.id).not.toBe("");
      parseDocument("envelope", {
        t: "hello",
        contract_version: "abp/v0.1",
        backend: identity,
        capabilities,
      });
    });

    it("begins with run_started, ends with run_completed, and every event is valid", async () => {
      const { events } = await collect(open());
      expect(events[0]?.type).toBe("run_started");
      expect(events.at(-1)?.type).toBe("run_completed");
      for (const event of events) parseDocument("event", JSON.parse(JSON.stringify(event)));
    });

    it("reports a complete outcome and usage", async () => {
      const { report } = await collect(open());
      expect(report.outcome).toBe("complete");
      expect(report.usage).toBeTypeOf("object");
    });
  });
}

async function collect(backend: Backend): Promise<{ events: AgentEvent[]; report: RunReport }> {
  const events: AgentEvent[] = [];
  const run = backend.run({
    runId: id,
    workOrder: buildWorkOrder(id, "say hello"),
    signal: new AbortController().signal,
    now: () => new Date("2026-01-01T00:00:00Z"),
  });
  for (;;) {
    const step = await run.next();
    if (step.done) return { events, report: step.value };
    events.push(step.value);
  }
}
