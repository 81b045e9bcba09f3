import { describe, expect, it } from "vitest";
import type { WorkOrder } from "../../contract/index.ts";
import { ActiveRun } from "./active-run.ts";
import type { RunContext, SidecarDefinition } from "./definition.ts";
import { FrameWriter } from "./frame-writer.ts";

const workOrder = { id: "w1", task: "do" } as unknown as WorkOrder;

/** A run whose frames and notes are kept. The clock moves on by a second with each look. */
function start(run: SidecarDefinition["run"]) {
  const sent: { t: string; [member: string]: unknown }[] = [];
  const notes: string[] = [];
  let seconds = 0;
  const writer = new FrameWriter({
    write: (text) => {
      sent.push(JSON.parse(text));
      return true;
    },
    once: () => undefined,
  });
  const active = new ActiveRun("r1", workOrder, {
    definition: { identity: { id: "s" }, capabilities: {}, asksBeforeTools: true, run },
    writer,
    note: (text) => notes.push(text),
    now: () => new Date(1_000_000_000_000 + 1000 * seconds++),
  });
  return { active, sent, notes };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe("ActiveRun", () => {
  it("says what starts and how it ended, and when", async () => {
    const { active, sent } = start(() => undefined as never);
    await active.execute();
    expect(sent).toMatchObject([
      { event: { type: "run_started", message: "s starts", ts: "2001-09-09T01:46:41.000Z" } },
      { event: { type: "run_completed", message: "s: complete" } },
      {
        t: "final",
        ref_id: "r1",
        receipt: { meta: { started_at: "2001-09-09T01:46:40.000Z", duration_ms: 3000 } },
      },
    ]);
  });

  it("gives the run its id, work order and signal", async () => {
    let context: RunContext | undefined;
    const { active } = start(async (given) => {
      context = given;
    });
    await active.execute();
    expect(context).toMatchObject({ runId: "r1", workOrder });
    expect([context?.signal.aborted, active.id]).toEqual([false, "r1"]);
  });

  it("rejects open questions when it fails, and sends one fatal", async () => {
    let problem: unknown;
    const { active, sent } = start(async ({ askTool }) => {
      await askTool("Bash", {}).catch((error: unknown) => {
        problem = error;
      });
    });
    const done = active.execute();
    await turn();
    active.fail("crashed");
    active.fail("again");
    await done;
    expect(problem).toEqual(new Error("crashed"));
    expect(sent.map(({ t }) => t)).toEqual(["event", "tool_request", "fatal"]);
    expect(sent.at(-1)).toEqual({ t: "fatal", ref_id: "r1", error: "crashed" });
  });

  it("rejects open and later questions when it is cancelled", async () => {
    const problems: unknown[] = [];
    const { active, sent } = start(async ({ askTool, signal }) => {
      for (const tool of ["Bash", "Read"]) {
        await askTool(tool, {}).catch((error: unknown) => problems.push(error));
      }
      expect(signal.reason).toEqual(new Error("cancelled: enough"));
    });
    const done = active.execute();
    await turn();
    active.cancel("enough");
    await done;
    expect(problems).toEqual([new Error("cancelled: enough"), new Error("cancelled: enough")]);
    expect(sent.filter(({ t }) => t === "tool_request").length).toBe(1);
    expect(sent.at(-1)).toMatchObject({ t: "final", receipt: { outcome: "partial" } });
  });

  it("notes a decision that answers no question", () => {
    const { active, notes } = start(async () => undefined);
    active.decide("7", { verdict: "allow", reason: "" });
    active.decide({ toString: 1, valueOf: 1 }, { verdict: "allow", reason: "" });
    expect(notes).toEqual(
      ["7", "[object]"].map((id) => `a tool_decision answers no open question (request_id ${id})`),
    );
  });

  it("reports a text that was thrown as the error", async () => {
    const { active, sent } = start(async () => {
      throw "no key";
    });
    await active.execute();
    expect(sent.at(-1)).toEqual({ t: "fatal", ref_id: "r1", error: "no key" });
  });
});
