import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { eventually, settledNumber } from "../../../test/eventually.ts";
import { faultSize } from "../../../test/fault-size.ts";
import { AbpError } from "../../contract/index.ts";
import { runRequest, runToEnd, startFixture, textsOf, workOrder } from "../fixtures/start-fixture.ts";
import type { ToolRequest } from "../index.ts";

async function runFixture(behaviour: string, settings = {}, argument = "", more = {}) {
  const sidecar = await startFixture(behaviour, settings, argument);
  const result = await runToEnd(sidecar, more);
  const isReusable = sidecar.isReusable;
  const exit = await sidecar.close();
  return { ...result, texts: textsOf(result), exit, isReusable, record: sidecar.record() };
}

describe("the frames of a run", () => {
  it("runs a work order and serves another one with the same process", async () => {
    const sidecar = await startFixture("good");
    for (const runId of ["run-1", "run-2", "run-3"]) {
      const { claim, events } = await runToEnd(sidecar, { runId });
      expect(claim).toEqual({
        outcome: "complete",
        usage: { input_tokens: 3 },
        usageRaw: { note: "x" },
        artifacts: [],
        harnessOk: false,
        receiptSha256: null,
        mode: "mapped",
        isAfterCancel: false,
      });
      expect(events).toEqual([{ ts: "2026-01-15T10:00:00.000Z", type: "assistant_delta", text: "done" }]);
      expect(sidecar.isReusable).toBe(true);
    }
    expect(await sidecar.close()).toEqual({ code: 0, signal: null, outOfMemory: false });
    expect(sidecar.isReusable).toBe(false);
    expect(sidecar.record().violations).toBeUndefined();
    await expect(sidecar.run(runRequest()).next()).rejects.toMatchObject({ code: "backend_unavailable" });
  });

  it("refuses a second run while one is open", async () => {
    const sidecar = await startFixture("ignores-cancel", { cancelGraceMs: 100, killGraceMs: 100 });
    const run = sidecar.run(runRequest());
    await run.next();
    await expect(sidecar.run(runRequest()).next()).rejects.toMatchObject({ code: "backend_unavailable" });
    await sidecar.close();
    await expect(run.next()).rejects.toMatchObject({ code: "run_cancelled" });
  });

  it("S07 ends the run at a second hello", async () => {
    const { error } = await runFixture("second-hello");
    expect(error).toMatchObject({ code: "protocol_unexpected_message", details: { kind: "hello" } });
  });

  it("S20 drops and counts events of another run, and ends the run after a hundred", async () => {
    const few = await runFixture("wrong-events", {}, "100");
    expect(few.texts).toEqual(["done"]);
    expect(few.record.violations).toEqual({ wrong_ref_id: 100 });
    const many = await runFixture("wrong-events", {}, "101");
    expect(many.error?.code).toBe("protocol_unexpected_message");
  });

  it("S21 does not take the final of another run, and still notices the silence after it", async () => {
    const sidecar = await startFixture("wrong-final-then-hang", {
      ...{ pingIntervalMs: 150, missedPings: 100 },
      ...{ cancelGraceMs: 100, killGraceMs: 100 },
    });
    const controller = new AbortController();
    const running = runToEnd(sidecar, { signal: controller.signal });
    const violations = () => sidecar.record().violations;
    await eventually(() => expect(violations()).toEqual({ wrong_ref_id: 1 }));
    controller.abort();
    const { error } = await running;
    await sidecar.close();
    // It answers pings, so that only a limit of the run ends it.
    expect(error?.code).toBe("run_cancelled");
    expect(violations()).toEqual({ wrong_ref_id: 1 });
  });

  it("S22 takes the first of two finals and notes the second", async () => {
    const { claim, record } = await runFixture("two-finals");
    expect(claim?.outcome).toBe("complete");
    expect(record.violations).toEqual({ second_final: 1 });
  });

  it("S23 drops and counts an event after the final", async () => {
    const { texts, record } = await runFixture("event-after-final");
    expect(texts).toEqual(["done"]);
    expect(record.violations).toEqual({ event_after_final: 1 });
  });

  it("S24 keeps the final before a fatal", async () => {
    const { claim, record } = await runFixture("fatal-after-final");
    expect(claim?.outcome).toBe("complete");
    expect(record.violations).toEqual({ fatal_after_final: 1 });
  });

  it("S24 S25 ends the current run at a fatal without ref_id, whatever follows", async () => {
    const { error, texts, claim, isReusable } = await runFixture("final-after-fatal");
    expect(claim).toBeUndefined();
    expect(error).toMatchObject({ code: "sidecar_fatal", message: "gave up: token=[redacted]" });
    expect(texts).toEqual(["before"]);
    expect(isReusable).toBe(false);
  });

  it("S25 ignores the fatal of another run", async () => {
    const line = '{"t":"fatal","ref_id":"other","error":"x"}\n+';
    const { claim, record } = await runFixture("lines", {}, line);
    expect(claim?.outcome).toBe("complete");
    expect(record.violations).toEqual({ wrong_ref_id: 1 });
  });

  it("S14 delivers every event of a flood in order, to a slow caller", async () => {
    const events = faultSize(30_000, 1_000_000);
    const sidecar = await startFixture("flood", { maxOutputBytes: Number.MAX_SAFE_INTEGER }, String(events));
    const before = process.memoryUsage().rss;
    let count = 0;
    let misplaced = 0;
    let batches = 0;
    for await (const batch of sidecar.run(runRequest())) {
      // A million assertions would take more memory than the supervisor.
      for (const event of batch) {
        if ((event as { text: string }).text !== String(count)) misplaced += 1;
        count += 1;
      }
      batches += 1;
      if (batches % 8 === 0) await delay(1);
    }
    await sidecar.close();
    expect([count, misplaced]).toEqual([events, 0]);
    expect(batches).toBeLessThan(events / 10);
    expect(process.memoryUsage().rss - before).toBeLessThan(96 * 1024 * 1024);
  });

  it("S14 leaves the output in the pipe while the caller takes nothing", async () => {
    const sidecar = await startFixture("flood", {}, "100000");
    const run = sidecar.run(runRequest());
    await run.next();
    const read = await settledNumber(() => sidecar.record().stdout_bytes ?? 0);
    expect(read).toBeLessThan(2 * 1024 * 1024);
    await run.return(undefined as never);
    expect(sidecar.exit).toMatchObject({ signal: "SIGKILL" });
    await sidecar.close();
  });

  it("S14 ends a run that writes more than its quota, after everything below it", async () => {
    const lineBytes =
      '{"t":"event","ref_id":"run-1","event":{"ts":"2026-01-15T10:00:00.000Z","type":"assistant_delta","text":"0"}}\n'
        .length;
    const { error, texts } = await runFixture("flood", {}, "10000", { maxOutputBytes: lineBytes * 5 + 10 });
    expect(error?.code).toBe("sidecar_output_exceeded");
    expect(texts).toEqual(["0", "1", "2", "3", "4"]);
  });

  it("S32 ignores pongs with a wrong number and counts their bytes", async () => {
    const { claim, record } = await runFixture("odd-pongs");
    expect(claim?.outcome).toBe("complete");
    expect(record.violations).toEqual({ unexpected_pong: 51 });
    const limited = await runFixture("odd-pongs", {}, "", { maxOutputBytes: 500 });
    expect(limited.error?.code).toBe("sidecar_output_exceeded");
  });

  it("asks about tools, and denies if the decision fails", async () => {
    const sidecar = await startFixture("asks-tools");
    expect(sidecar.hello.asksBeforeTools).toBe(true);
    const asked: ToolRequest[] = [];
    const result = await runToEnd(sidecar, {
      onToolRequest: async (request) => {
        asked.push(request);
        if (asked.length === 2) throw new Error("the approver crashed");
        return { verdict: "allow", reason: "rule 1" };
      },
    });
    await sidecar.close();
    expect(asked).toEqual([
      { toolName: "Bash", input: { command: "q1" } },
      { toolName: "Bash", input: { command: "q2" } },
    ]);
    expect(textsOf(result)).toEqual(["q1 allow: rule 1", "q2 deny: the decision failed"]);
  });

  it("denies every tool if nobody decides", async () => {
    const { texts } = await runFixture("asks-tools");
    expect(texts).toEqual([
      "q1 deny: nobody decides about tools in this run",
      "q2 deny: nobody decides about tools in this run",
    ]);
  });

  it("S34 gives one ending to a cancel that meets a final", async () => {
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const controller = new AbortController();
      const sidecar = await startFixture("good", { cancelGraceMs: 2000, killGraceMs: 200 });
      setTimeout(() => controller.abort("race"), attempt);
      const { claim, error } = await runToEnd(sidecar, { signal: controller.signal });
      await sidecar.close();
      expect([claim, error].filter((ending) => ending !== undefined)).toHaveLength(1);
      if (error !== undefined) expect(error.code).toBe("run_cancelled");
    }
  });

  it("S33 sends the reason of a cancel and takes the final that answers it", async () => {
    const controller = new AbortController();
    const sidecar = await startFixture("obeys-cancel");
    const run = sidecar.run(runRequest({ signal: controller.signal }));
    await run.next();
    controller.abort(new AbpError("run_timed_out", "an hour has passed"));
    expect(await run.next()).toMatchObject({ value: [{ text: "cancelled: an hour has passed" }] });
    expect(await run.next()).toMatchObject({
      done: true,
      value: { outcome: "partial", isAfterCancel: true },
    });
    expect(sidecar.isReusable).toBe(true);
    await sidecar.close();
  });

  it("does not send a run that is cancelled before", async () => {
    const sidecar = await startFixture("good");
    const signal = AbortSignal.abort("no");
    expect((await runToEnd(sidecar, { signal })).error?.code).toBe("run_cancelled");
    expect(sidecar.isReusable).toBe(true);
    await sidecar.close();
  });

  it("S38 ends a sidecar that does not read a large work order", async () => {
    const order = workOrder("x".repeat(4_000_000));
    const { error } = await runFixture("never-reads", { stdinStallMs: 300 }, "", { workOrder: order });
    expect(error?.code).toBe("sidecar_stdin_stalled");
  });

  it("S50 keeps its limits when the date of the system jumps", async () => {
    let calls = 0;
    const jumping = () => new Date(calls++ % 2 === 0 ? 3_600_000 : 0);
    const line = '{"t":"event","ref_id":"@","event":{"type":"warning","message":"no time"}}\n+';
    const { claim, events } = await runFixture("lines", { helloTimeoutMs: 50_000 }, line, { now: jumping });
    expect(claim?.outcome).toBe("complete");
    expect(events[0]?.ts).toBe("1970-01-01T01:00:00.000Z");
  });
});
