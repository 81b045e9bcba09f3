import { describe, expect, it } from "vitest";
import type { RunContext, SidecarDefinition } from "./definition.ts";
import { FrameWriter } from "./frame-writer.ts";
import { SidecarServer } from "./sidecar-server.ts";

interface SentFrame {
  readonly t: string;
  readonly [member: string]: unknown;
}

/** A server whose lines are kept, with a run that the test drives. */
function serve(run: SidecarDefinition["run"] = async () => undefined, more: Partial<SidecarDefinition> = {}) {
  const sent: SentFrame[] = [];
  const notes: string[] = [];
  const writer = new FrameWriter({
    write: (text, written) => {
      if (text !== "") sent.push(JSON.parse(text));
      written?.();
      return true;
    },
    once: () => undefined,
  });
  const definition: SidecarDefinition = {
    identity: { id: "test" },
    capabilities: { streaming: "native" },
    run,
    ...more,
  };
  const server = new SidecarServer({
    definition,
    writer,
    note: (text) => notes.push(text),
    now: () => new Date("2026-01-01T00:00:00Z"),
  });
  const receive = (frame: object | string) =>
    server.receive(Buffer.from(typeof frame === "string" ? frame : JSON.stringify(frame)));
  const kinds = () => sent.map(({ t, event }) => (event as { type?: string } | undefined)?.type ?? t);
  return { server, sent, notes, receive, kinds };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));
const startRun = (id = "r1") => ({ t: "run", id, work_order: { id: "w1", task: "do" } });

/** A run that waits until the test ends it. */
function held() {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let context: RunContext | undefined;
  return {
    run: async (given: RunContext) => {
      context = given;
      await promise;
    },
    context: () => context!,
    finish: () => resolve(),
    fail: reject,
  };
}

describe("SidecarServer", () => {
  it("takes messages of the user for the active run only, and says so in its hello", async () => {
    const work = held();
    const { server, sent, receive, notes } = serve(work.run, { acceptsSteering: true });
    server.start();
    expect(sent[0]).toMatchObject({ t: "hello", accepts_steering: true });
    receive({ t: "steer", ref_id: "r1", text: "nobody works" });
    receive(startRun());
    await turn();
    receive({ t: "steer", ref_id: "r1", text: "before" });
    const heard: string[] = [];
    work.context().onSteer((text) => heard.push(text));
    receive({ t: "steer", ref_id: "other", text: "not mine" });
    receive({ t: "steer", ref_id: "r1", text: "after" });
    receive({ t: "steer", ref_id: "r1" });
    work.finish();
    await server.inputEnded();
    expect([heard, notes]).toEqual([["before", "after", ""], []]);
    expect(sent.at(-1)).toMatchObject({ t: "final", receipt: { outcome: "complete" } });
  });

  it("takes no messages if its definition does not promise it", async () => {
    const work = held();
    const { server, sent, receive } = serve(work.run);
    server.start();
    receive(startRun());
    await turn();
    expect(sent[0]).not.toHaveProperty("accepts_steering");
    expect(() => work.context().onSteer(() => undefined)).toThrow("acceptsSteering: true");
    work.finish();
    await server.inputEnded();
  });

  it("says hello with all members, and claims to ask before tools only if it does", () => {
    const plain = serve();
    plain.server.start();
    const hello = {
      t: "hello",
      contract_version: "abp/v0.1",
      backend: { id: "test", backend_version: null, adapter_version: null },
      capabilities: { streaming: "native" },
      mode: "mapped",
    };
    expect(plain.sent).toEqual([hello]);
    const asking = serve(undefined, { asksBeforeTools: true, mode: "passthrough" });
    asking.server.start();
    expect(asking.sent).toEqual([{ ...hello, mode: "passthrough", asks_before_tools: true }]);
  });

  it("answers pings at once, also while a run works, with and without a sequence number", async () => {
    const { run, finish } = held();
    const { receive, sent, kinds } = serve(run);
    receive({ t: "ping", seq: 7 });
    expect(sent).toEqual([{ t: "pong", seq: 7 }]);
    receive(startRun());
    await turn();
    receive({ t: "ping" });
    expect(sent.at(-1)).toEqual({ t: "pong" });
    expect(kinds()).not.toContain("final");
    finish();
    await turn();
    expect(kinds().at(-1)).toBe("final");
  });

  it("frames a run with events and exactly one final", async () => {
    const { receive, sent, kinds } = serve(async ({ text, message, warning, workOrder, runId }) => {
      await text("a");
      await message(`${workOrder.task} ${runId}`);
      await warning("w");
      return { usage: { input_tokens: 1 } };
    });
    receive(startRun());
    await turn();
    expect(kinds()).toEqual([
      "run_started",
      "assistant_delta",
      "assistant_message",
      "warning",
      "run_completed",
      "final",
    ]);
    expect(sent.every(({ ref_id }) => ref_id === "r1")).toBe(true);
    expect(sent[2]?.["event"]).toEqual({
      ts: "2026-01-01T00:00:00.000Z",
      type: "assistant_message",
      text: "do r1",
    });
    expect(sent.at(-1)?.["receipt"]).toMatchObject({
      outcome: "complete",
      usage: { input_tokens: 1 },
      meta: { run_id: "r1", work_order_id: "w1" },
    });
  });

  it("keeps the time that an event brings", async () => {
    const ts = "2025-05-05T05:05:05Z";
    const { receive, sent } = serve(async ({ emit }) => emit({ ts, type: "warning", message: "w" }));
    receive(startRun());
    await turn();
    expect(sent[1]?.["event"]).toMatchObject({ ts });
  });

  it("serves one run after the other", async () => {
    const { receive, kinds } = serve();
    receive(startRun("a"));
    await turn();
    receive(startRun("b"));
    await turn();
    expect(kinds().filter((kind) => kind === "final").length).toBe(2);
  });

  it("refuses a second run while one works, and goes on with the first", async () => {
    const { run, finish } = held();
    const { receive, sent, notes, kinds } = serve(run);
    receive(startRun("a"));
    await turn();
    receive(startRun("b"));
    expect(sent.at(-1)).toMatchObject({ t: "fatal", ref_id: "b", error: expect.stringContaining("one run") });
    receive(startRun("a"));
    expect(notes).toEqual(["run a is under way already"]);
    finish();
    await turn();
    expect(kinds().filter((kind) => kind === "final")).toEqual(["final"]);
    expect(sent.at(-1)).toMatchObject({ t: "final", ref_id: "a" });
  });

  it("cancels the run that is named, with the reason, and ends it as partial", async () => {
    const { receive, sent, notes } = serve(
      ({ signal }) =>
        new Promise<void>((_, reject) =>
          signal.addEventListener("abort", () => reject(signal.reason), { once: true }),
        ),
    );
    receive(startRun());
    await turn();
    receive({ t: "cancel", ref_id: "other", reason: "x" });
    await turn();
    expect(sent.length).toBe(1);
    receive({ t: "cancel", ref_id: "r1", reason: "user" });
    await turn();
    expect(notes).toEqual([]);
    expect(sent[1]?.["event"]).toMatchObject({ type: "warning", message: "cancelled: user" });
    expect(sent.at(-1)).toMatchObject({ t: "final", receipt: { outcome: "partial" } });
  });

  it("ends a cancelled run that returns as partial, unless it says otherwise", async () => {
    const outcomes: unknown[] = [];
    const reasons: unknown[] = [];
    for (const outcome of [undefined, "complete"] as const) {
      const { receive, sent } = serve(async ({ signal }) => {
        await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
        reasons.push(signal.reason);
        return outcome === undefined ? {} : { outcome };
      });
      receive(startRun());
      await turn();
      receive({ t: "cancel", ref_id: "r1" });
      await turn();
      outcomes.push((sent.at(-1)?.["receipt"] as { outcome: string } | undefined)?.outcome);
    }
    expect(outcomes).toEqual(["partial", "complete"]);
    expect(reasons).toEqual([new Error("cancelled: no reason"), new Error("cancelled: no reason")]);
  });

  it("fails a run that throws, and serves the next one", async () => {
    let count = 0;
    const { receive, sent } = serve(async () => {
      count += 1;
      if (count === 1) throw new Error("broken");
    });
    receive(startRun("a"));
    await turn();
    expect(sent.at(-1)).toEqual({ t: "fatal", ref_id: "a", error: "broken" });
    receive(startRun("b"));
    await turn();
    expect(sent.at(-1)).toMatchObject({ t: "final", ref_id: "b" });
  });

  it("fails a run whose result JSON cannot hold, and sends no final", async () => {
    const cycle: unknown[] = [];
    cycle.push(cycle);
    const { receive, kinds } = serve(async () => ({ usageRaw: cycle }));
    receive(startRun());
    await turn();
    expect(kinds()).toEqual(["run_started", "run_completed", "fatal"]);
  });

  it("drops and notes an event after the end of its run", async () => {
    let late: RunContext | undefined;
    const { receive, kinds, notes } = serve(async (context) => {
      late = context;
    });
    receive(startRun());
    await turn();
    await late?.message("late");
    expect(kinds().at(-1)).toBe("final");
    expect(notes).toEqual(["an event of type assistant_message came after the end of run r1 and is dropped"]);
  });

  it("answers a bad line with fatal while it is idle, and only notes it during a run", async () => {
    const { run, finish } = held();
    const { receive, sent, notes } = serve(run);
    receive("nonsense");
    expect(sent).toEqual([{ t: "fatal", ref_id: null, error: expect.stringContaining("not JSON") }]);
    receive(startRun());
    await turn();
    receive("nonsense");
    expect([sent.length, notes.length]).toEqual([2, 1]);
    finish();
  });

  it.each([
    [{ t: "run", id: "x" }, "x"],
    [{ t: "run", id: "x", work_order: [] }, "x"],
    [{ t: "run", work_order: {} }, null],
    [{ t: "run", id: 1, work_order: {} }, null],
  ])("refuses a run frame without its members: %j", (frame, refId) => {
    const { receive, sent } = serve();
    receive(frame);
    expect(sent).toEqual([{ t: "fatal", ref_id: refId, error: expect.stringContaining("work_order") }]);
  });

  it("does not end the active run for a bad run frame with its id", async () => {
    const { run, finish } = held();
    const { receive, sent } = serve(run);
    receive(startRun());
    await turn();
    receive({ t: "run", id: "r1" });
    expect(sent.length).toBe(1);
    receive({ t: "run", id: "r2" });
    expect(sent.at(-1)).toMatchObject({ t: "fatal", ref_id: "r2" });
    finish();
  });

  it("ignores blank lines and notes unknown frames", () => {
    const { receive, sent, notes } = serve();
    receive("  ");
    receive({ t: "later" });
    receive({ t: "cancel", ref_id: "none" });
    receive({ t: "tool_decision", ref_id: "none", request_id: "1", verdict: "allow" });
    expect([sent, notes]).toEqual([[], ['a frame of type "later" is ignored']]);
  });
});

describe("questions about tools", () => {
  const ask = async () => {
    const answers: unknown[] = [];
    const made = serve(
      async ({ askTool }) => {
        answers.push(await askTool("Bash", { command: "ls" }));
        answers.push(await askTool("Read", undefined));
      },
      { asksBeforeTools: true },
    );
    made.receive(startRun());
    await turn();
    return { ...made, answers };
  };
  const decision = (more: object) => ({ t: "tool_decision", ref_id: "r1", request_id: "1", ...more });

  it("are sent with ids, and wait for the decision with the same id and run", async () => {
    const { receive, sent, answers, notes } = await ask();
    expect(sent.at(-1)).toEqual({
      t: "tool_request",
      ref_id: "r1",
      request_id: "1",
      tool_name: "Bash",
      input: { command: "ls" },
    });
    receive(decision({ ref_id: "r2", verdict: "allow" }));
    receive(decision({ request_id: "9", verdict: "allow" }));
    await turn();
    expect([answers, notes.length]).toEqual([[], 1]);
    receive(decision({ verdict: "allow", reason: "fine" }));
    await turn();
    expect(answers).toEqual([{ verdict: "allow", reason: "fine" }]);
    expect(sent.at(-1)).toMatchObject({ request_id: "2", tool_name: "Read", input: null });
    receive(decision({ request_id: "2", verdict: "perhaps" }));
    await turn();
    expect(answers[1]).toEqual({ verdict: "deny", reason: "" });
  });

  it("are rejected when the run is cancelled, before and after", async () => {
    const { receive, sent } = await ask();
    receive({ t: "cancel", ref_id: "r1", reason: "enough" });
    await turn();
    expect(sent.at(-1)).toMatchObject({ t: "final", receipt: { outcome: "partial" } });
  });

  it("are denied when the input ends, and the run finishes", async () => {
    const { server, sent, answers } = await ask();
    await server.inputEnded();
    expect(answers).toEqual([
      { verdict: "deny", reason: expect.stringContaining("closed the input") },
      { verdict: "deny", reason: expect.stringContaining("closed the input") },
    ]);
    expect(sent.at(-1)).toMatchObject({ t: "final" });
  });

  it("need a sidecar that claims to ask", async () => {
    const { receive, sent } = serve(async ({ askTool }) => {
      await askTool("Bash", {});
    });
    receive(startRun());
    await turn();
    expect(sent.at(-1)).toMatchObject({ t: "fatal", error: expect.stringContaining("asksBeforeTools") });
  });
});

describe("the end of a server", () => {
  it("waits for the active run", async () => {
    const { run, finish } = held();
    const { receive, server, kinds } = serve(run);
    receive(startRun());
    await turn();
    const end = server.inputEnded().then(() => kinds().at(-1));
    finish();
    expect(await end).toBe("final");
  });

  it("comes at once without a run", async () => {
    await expect(serve().server.inputEnded()).resolves.toBeUndefined();
  });

  it("by an error that nothing caught fails the run once, or says so without a run", async () => {
    const { run, context } = held();
    const { receive, server, sent } = serve(run);
    server.crash(new Error("early"));
    expect(sent).toEqual([{ t: "fatal", ref_id: null, error: "early" }]);
    receive(startRun());
    await turn();
    server.crash("late");
    expect(sent.at(-1)).toEqual({ t: "fatal", ref_id: "r1", error: "late" });
    const count = sent.length;
    server.crash("again");
    await context().message("x");
    expect(sent.length).toBe(count);
  });
});
