import { beforeEach, describe, expect, it } from "vitest";
import { until } from "../../../test/eventually.ts";
import { FakeClock } from "../fixtures/fake-clock.ts";
import { FakeProgram } from "../fixtures/fake-program.ts";
import { runRequest, runToEnd } from "../fixtures/start-fixture.ts";
import { defaultSidecarSettings, type SidecarSettings } from "./settings.ts";
import { SupervisedSidecar } from "./supervised-sidecar.ts";

const HELLO = { t: "hello", contract_version: "abp/v0.1", backend: { id: "fake" }, capabilities: {} };
const event = (text: string, run = "run-1") => ({
  t: "event",
  ref_id: run,
  event: { type: "assistant_delta", text },
});
const final = (run = "run-1") => ({ t: "final", ref_id: run, receipt: { outcome: "complete" } });
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe("SupervisedSidecar with a fake program and a fake clock", () => {
  let clock: FakeClock;
  let program: FakeProgram;

  beforeEach(() => {
    clock = new FakeClock();
    program = new FakeProgram();
  });

  function make(settings: Partial<SidecarSettings> = {}): SupervisedSidecar {
    return new SupervisedSidecar(program, { ...defaultSidecarSettings, ...settings }, clock, (text) => text);
  }

  async function ready(settings: Partial<SidecarSettings> = {}): Promise<SupervisedSidecar> {
    const sidecar = make(settings);
    const hello = sidecar.awaitHello(new AbortController().signal);
    program.say(HELLO);
    await hello;
    return sidecar;
  }

  /** A sidecar that works on a run, which `controller` cancels. */
  async function running(settings: Partial<SidecarSettings> = {}) {
    const sidecar = await ready(settings);
    const controller = new AbortController();
    const result = runToEnd(sidecar, { signal: controller.signal });
    await turn();
    return { sidecar, result, controller };
  }

  it("passes a message of the user on while the run goes on, and to a sidecar that takes messages only", async () => {
    const { sidecar, result } = await running();
    expect(sidecar.steer("nobody listens")).toBe(false);
    program.say(final());
    await result;
    program = new FakeProgram();
    const listening = make();
    const hello = listening.awaitHello(new AbortController().signal);
    program.say({ ...HELLO, accepts_steering: true });
    await hello;
    expect(listening.steer("too early")).toBe(false);
    const run = runToEnd(listening, { signal: new AbortController().signal });
    await turn();
    expect(listening.steer("and b.txt")).toBe(true);
    expect(program.heard()).toMatchObject([{ t: "run" }, { t: "steer", ref_id: "run-1", text: "and b.txt" }]);
    program.say(final());
    await run;
    expect(listening.steer("too late")).toBe(false);
    expect(program.heard()).toEqual([]);
  });

  it("passes no message on to a sidecar that is being ended", async () => {
    const sidecar = make();
    const hello = sidecar.awaitHello(new AbortController().signal);
    program.say({ ...HELLO, accepts_steering: true });
    await hello;
    const run = runToEnd(sidecar, { signal: new AbortController().signal });
    await turn();
    program.say({ t: "fatal", ref_id: "run-1", error: "no" });
    await turn();
    expect(sidecar.steer("too late")).toBe(false);
    clock.advance(60_000);
    expect(await run).toMatchObject({ error: { code: "sidecar_fatal" } });
  });

  it("S49 reports what the program last wrote to standard error, although it is read after the exit", async () => {
    program.keepsStderr = true;
    const { sidecar, result } = await running();
    program.end({ code: 1 });
    await turn();
    program.stderr.end("no space left");
    const { error } = await result;
    expect(error).toMatchObject({
      code: "sidecar_exited_without_final",
      details: { stderr_tail: "no space left" },
    });
    expect(sidecar.record().stderr_tail).toBe("no space left");
    expect(clock.timers).toBe(0);
  });

  it("waits for standard error no longer than for the output, because another process may keep it open", async () => {
    program.keepsStderr = true;
    const { sidecar, result } = await running({ drainMs: 500 });
    program.stderr.write("half");
    program.end({ code: 1 });
    let isOver = false;
    void result.then(() => {
      isOver = true;
    });
    await until(() => program.isEnded && clock.timers === 1);
    clock.advance(499);
    await turn();
    expect(isOver).toBe(false);
    clock.advance(1);
    expect(await result).toMatchObject({ error: { details: { stderr_tail: "half" } } });
    program.stderr.end();
    await sidecar.close();
  });

  it("S04 waits exactly ten seconds for the hello by default", async () => {
    const sidecar = make();
    expect(() => sidecar.hello).toThrow();
    const hello = sidecar.awaitHello(new AbortController().signal);
    clock.advance(9999);
    await turn();
    expect(program.isEnded).toBe(false);
    clock.advance(1);
    await expect(hello).rejects.toMatchObject({ code: "sidecar_hello_timeout" });
    expect(program.isEnded).toBe(true);
  });

  it("stops waiting for the hello once it is there", async () => {
    await ready();
    expect(clock.timers).toBe(0);
    clock.advance(60_000);
    await turn();
    expect(program.isEnded).toBe(false);
  });

  it("sends the run, takes events and final, and leaves no timer", async () => {
    const { sidecar, result } = await running();
    expect(program.heard()).toMatchObject([{ t: "run", id: "run-1", work_order: { task: "say hello" } }]);
    expect(sidecar.isReusable).toBe(false);
    program.say(event("a"), event("b"), final());
    expect(await result).toMatchObject({
      events: [{ text: "a" }, { text: "b" }],
      claim: { outcome: "complete" },
    });
    expect(sidecar.isReusable).toBe(true);
    expect(clock.timers).toBe(0);
    expect(program.stdin.writableEnded).toBe(false);
  });

  it("S29 gives a sidecar five seconds to exit, five after SIGTERM, then ends the tree", async () => {
    const sidecar = await ready();
    const closed = sidecar.close();
    await turn();
    expect(program.stdin.writableEnded).toBe(true);
    clock.advance(4999);
    await turn();
    expect(program.signals).toEqual([]);
    clock.advance(1);
    await turn();
    expect(program.signals).toEqual(["SIGTERM"]);
    clock.advance(4999);
    await turn();
    expect(program.isEnded).toBe(false);
    clock.advance(1);
    expect(await closed).toMatchObject({ signal: "SIGKILL" });
  });

  it("S33 cancels with grace, then SIGTERM, then the end of the tree", async () => {
    const { result, controller } = await running();
    program.heard();
    controller.abort("stop");
    await turn();
    expect(program.heard()).toEqual([{ t: "cancel", ref_id: "run-1", reason: "stop" }]);
    clock.advance(4999);
    await turn();
    expect(program.signals).toEqual([]);
    clock.advance(1);
    await turn();
    expect(program.signals).toEqual(["SIGTERM"]);
    clock.advance(5000);
    expect((await result).error).toMatchObject({ code: "run_cancelled" });
    expect(program.isEnded).toBe(true);
  });

  it("S33 reports a sidecar that exits on cancel as cancelled, not as crashed", async () => {
    const { result, controller } = await running();
    controller.abort("stop");
    await turn();
    program.end({ code: 1 });
    expect((await result).error).toMatchObject({ code: "run_cancelled" });
    expect(program.signals).toEqual([]);
  });

  it("S34 marks a final that is read after cancel was sent", async () => {
    const { sidecar, result, controller } = await running();
    controller.abort("stop");
    program.say(final());
    expect((await result).claim).toMatchObject({ isAfterCancel: true });
    clock.advance(60_000);
    await turn();
    expect(program.signals).toEqual([]);
    expect(sidecar.isReusable).toBe(true);
  });

  it("S30 pings during a run and ends a sidecar that stopped answering", async () => {
    const { result } = await running();
    program.heard();
    clock.advance(10_000);
    await turn();
    expect(program.heard()).toEqual([{ t: "ping", seq: 1 }]);
    program.say({ t: "pong", seq: 1 });
    await turn();
    clock.advance(29_999);
    await turn();
    expect(program.isEnded).toBe(false);
    clock.advance(1);
    expect((await result).error).toMatchObject({ code: "sidecar_stalled" });
  });

  it("does not count silence while the sidecar waits for a decision of ours", async () => {
    const sidecar = await ready();
    let decide: () => void = () => undefined;
    const result = runToEnd(sidecar, {
      onToolRequest: () =>
        new Promise((resolve) => {
          decide = () => resolve({ verdict: "allow", reason: "ok" });
        }),
    });
    await turn();
    clock.advance(10_000);
    program.say(
      { t: "pong", seq: 1 },
      { t: "tool_request", ref_id: "run-1", request_id: "q", tool_name: "Bash", input: {} },
    );
    await turn();
    clock.advance(600_000);
    await turn();
    expect(program.isEnded).toBe(false);
    program.heard();
    decide();
    await turn();
    expect(program.heard()).toEqual([
      { t: "tool_decision", ref_id: "run-1", request_id: "q", verdict: "allow", reason: "ok" },
    ]);
    program.say(final());
    expect((await result).claim).toBeDefined();
  });

  it("S36 gives a sidecar that closed its output five seconds to exit", async () => {
    const { result } = await running();
    program.stdout.end();
    await turn();
    clock.advance(4999);
    await turn();
    expect(program.isEnded).toBe(false);
    clock.advance(1);
    expect((await result).error).toMatchObject({ code: "sidecar_closed_output" });
  });

  it("S42 names the memory limit only if it ended the sidecar", async () => {
    const { result } = await running();
    program.end({ code: null, signal: "SIGKILL", outOfMemory: true });
    expect((await result).error?.code).toBe("sidecar_out_of_memory");
    program = new FakeProgram();
    const other = await ready();
    const second = runToEnd(other);
    await turn();
    program.end({ code: 1, outOfMemory: true });
    expect((await second).error?.code).toBe("sidecar_exited_without_final");
  });

  it.each([
    ["second_final", final()],
    ["fatal_after_final", { t: "fatal", error: "x" }],
    ["second_hello", HELLO],
    ["unexpected_message", { t: "run", id: "x" }],
  ])("does not use a sidecar again after %s", async (violation, frame) => {
    const { sidecar, result } = await running();
    program.say(final(), frame);
    expect((await result).claim).toBeDefined();
    await turn();
    expect(sidecar.record().violations).toEqual({ [violation]: 1 });
    expect(sidecar.isReusable).toBe(false);
  });

  it("uses a sidecar again after late events and pongs", async () => {
    const { sidecar, result } = await running();
    clock.advance(10_000);
    program.say(final(), event("late"), { t: "pong", seq: 1 });
    await result;
    await turn();
    expect(sidecar.isReusable).toBe(true);
    expect(sidecar.record().violations).toEqual({ event_after_final: 1 });
    const next = runToEnd(sidecar, { runId: "run-2" });
    await turn();
    program.say(event("old"), event("new", "run-2"), final("run-2"));
    expect(await next).toMatchObject({ events: [{ text: "new" }] });
    expect(sidecar.record().violations).toEqual({ wrong_ref_id: 1 });
  });

  it("ends a sidecar that writes garbage or too much between two runs", async () => {
    const sidecar = await ready();
    program.stdout.write("garbage\n");
    await turn();
    await turn();
    expect(program.isEnded).toBe(true);
    expect(sidecar.record().violations).toEqual({ invalid_line_after_final: 1 });
    program = new FakeProgram();
    const other = await ready();
    for (let count = 0; count < 17; count += 1) {
      program.stdout.write(`${" ".repeat(65_535)}\n`);
      await turn();
    }
    await turn();
    expect(program.isEnded).toBe(true);
    expect(other.record().violations).toEqual({ output_after_final: 1 });
  });

  it("pauses reading until the caller takes the events", async () => {
    const sidecar = await ready();
    const run = sidecar.run(runRequest());
    const first = run.next();
    await turn();
    program.say(event("a"));
    expect(await first).toMatchObject({ value: [{ text: "a" }] });
    program.say(event("b"));
    await turn();
    expect(program.stdout.isPaused()).toBe(true);
    program.say(event("c"), final());
    await turn();
    expect(await run.next()).toMatchObject({ value: [{ text: "b" }] });
    expect(await run.next()).toMatchObject({ value: [{ text: "c" }] });
    expect(await run.next()).toMatchObject({ done: true });
  });

  it("ends the sidecar of a caller that leaves", async () => {
    const sidecar = await ready();
    const run = sidecar.run(runRequest());
    const first = run.next();
    await turn();
    program.say(event("a"));
    await first;
    await run.return(undefined as never);
    expect(program.isEnded).toBe(true);
    expect(sidecar.isReusable).toBe(false);
  });

  it("S38 ends a sidecar that does not read its run in time", async () => {
    const sidecar = await ready();
    program.stdin.write(Buffer.alloc(100_000));
    const result = runToEnd(sidecar);
    await turn();
    clock.advance(30_000);
    expect((await result).error).toMatchObject({ code: "sidecar_stdin_stalled" });
  });

  it("S28 notes an exit code after the final, and not one that we caused", async () => {
    const { sidecar, result } = await running();
    program.say(final());
    await result;
    program.end({ code: 2 });
    await sidecar.close();
    expect(sidecar.record().violations).toEqual({ nonzero_exit_after_final: 1 });
  });

  it("passes a message of the user on only during a run, and only if the sidecar takes it", async () => {
    const plain = await running();
    program.heard();
    expect([plain.sidecar.steer("left"), program.heard()]).toEqual([false, []]);
    program = new FakeProgram();
    const sidecar = make();
    const hello = sidecar.awaitHello(new AbortController().signal);
    program.say({ ...HELLO, accepts_steering: true });
    await hello;
    expect(sidecar.steer("too early")).toBe(false);
    const result = runToEnd(sidecar);
    await turn();
    program.heard();
    expect(sidecar.steer("left")).toBe(true);
    expect(program.heard()).toEqual([{ t: "steer", ref_id: "run-1", text: "left" }]);
    program.say({ t: "fatal", error: "broken" });
    await turn();
    expect(sidecar.steer("too late")).toBe(false);
    program.end({ code: 1 });
    await result;
    expect(sidecar.steer("after the run")).toBe(false);
  });

  it("suspends and resumes its program, and resumes it before it is closed", async () => {
    const sidecar = await ready();
    expect(await sidecar.suspend()).toBe(1);
    program.isAlone = false;
    expect(await sidecar.suspend()).toBe(2);
    sidecar.resume();
    expect(program.pauses).toEqual(["suspend", "suspend", "resume"]);
    const closed = sidecar.close();
    expect(program.pauses).toEqual(["suspend", "suspend", "resume", "resume"]);
    program.end();
    await closed;
  });

  it("is killed without being resumed", async () => {
    const sidecar = await ready();
    await sidecar.suspend();
    const killed = sidecar.kill();
    expect(sidecar.kill()).toBe(killed);
    expect(sidecar.isReusable).toBe(false);
    expect(await killed).toEqual({ code: null, signal: "SIGKILL", outOfMemory: false });
    expect(await sidecar.close()).toEqual(sidecar.exit);
    expect([program.isEnded, program.pauses]).toEqual([true, ["suspend"]]);
  });

  it("records nothing of an earlier run of the same process", async () => {
    const sidecar = await ready({ skippableLines: 1 });
    program.stderr.write("the start\n");
    const first = runToEnd(sidecar);
    await turn();
    program.stdout.write("not json\n");
    program.say({ t: "event", ref_id: "other", event: { type: "warning", message: "x" } }, final());
    await first;
    program.stderr.write("a secret of the first run");
    await turn();
    expect(sidecar.record()).toMatchObject({
      stderr_tail: "the start\na secret of the first run",
      skipped_lines: 1,
      violations: { wrong_ref_id: 1 },
    });
    const second = runToEnd(sidecar);
    await turn();
    program.say(final());
    await second;
    expect(sidecar.record()).toEqual({
      contract_version: "abp/v0.1",
      stderr_tail: "",
      stderr_bytes: 0,
      stderr_dropped_bytes: 0,
      stdout_bytes: JSON.stringify(final()).length + 1,
      skipped_lines: 0,
    });
  });

  it("ends the sidecar and stops waiting when the start is cancelled", async () => {
    const sidecar = make();
    const controller = new AbortController();
    const hello = sidecar.awaitHello(controller.signal);
    controller.abort("enough");
    await expect(hello).rejects.toMatchObject({
      code: "run_cancelled",
      message: "The run was cancelled: enough",
      details: { exit: { code: null, signal: "SIGKILL" } },
    });
    await turn();
    expect(clock.timers).toBe(0);
    await expect(make().awaitHello(AbortSignal.abort("before"))).rejects.toMatchObject({
      code: "run_cancelled",
    });
  });

  it("does not end a sidecar whose start is cancelled after its hello", async () => {
    const sidecar = make();
    const controller = new AbortController();
    const hello = sidecar.awaitHello(controller.signal);
    program.say(HELLO);
    await hello;
    controller.abort("late");
    await turn();
    expect([program.isEnded, sidecar.isReusable]).toEqual([false, true]);
    expect(sidecar.hello.identity.id).toBe("fake");
    expect(sidecar.record()).toMatchObject({ contract_version: "abp/v0.1" });
  });

  it("is not reusable before its hello", async () => {
    const sidecar = make();
    expect(sidecar.isReusable).toBe(false);
    await expect(sidecar.run(runRequest()).next()).rejects.toMatchObject({ code: "backend_unavailable" });
  });

  it("S06 refuses another kind of frame before the hello, and names it", async () => {
    const hello = make().awaitHello(new AbortController().signal);
    program.say({ t: "k".repeat(65) });
    await expect(hello).rejects.toMatchObject({
      code: "protocol_unexpected_message",
      message: `The sidecar sent "${"k".repeat(64)}" before its hello`,
      details: { kind: "k".repeat(64) },
    });
  });

  it("S02 reports an exit before the hello with everything that is known", async () => {
    const sidecar = make();
    const hello = sidecar.awaitHello(new AbortController().signal);
    program.stderr.write("no licence");
    program.stdout.write('{"t":');
    await turn();
    program.end({ code: 7 });
    await expect(hello).rejects.toMatchObject({
      code: "sidecar_exited_before_hello",
      details: {
        exit: { code: 7, signal: null },
        stderr_tail: "no licence",
        incomplete_line_hex: "7b2274223a",
      },
    });
    expect(sidecar.exit).toMatchObject({ code: 7 });
    expect(sidecar.record()).toMatchObject({ stdout_bytes: 5, stderr_bytes: 10 });
  });

  it("survives an error of standard error", async () => {
    const sidecar = await ready();
    program.stderr.destroy(new Error("broken"));
    await turn();
    expect(sidecar.isReusable).toBe(true);
  });

  it("S26 reports an exit during a run, after the events before it", async () => {
    const { sidecar, result } = await running();
    program.say(event("a"));
    program.end({ code: 3 });
    expect(await result).toMatchObject({
      events: [{ text: "a" }],
      error: { code: "sidecar_exited_without_final", details: { exit: { code: 3, signal: null } } },
    });
    expect([program.isEnded, sidecar.isReusable, clock.timers]).toEqual([true, false, 0]);
  });

  it("S12 takes a final without its line feed", async () => {
    const { sidecar, result } = await running();
    program.stdout.write(JSON.stringify(final()));
    program.end();
    expect((await result).claim).toBeDefined();
    expect(sidecar.record().violations).toEqual({ missing_line_feed: 1 });
    await turn();
    expect(program.isEnded).toBe(false);
  });

  it("S24 takes a fatal of this run or of none, and waits half a second for the exit", async () => {
    for (const reference of [undefined, null, "run-1"]) {
      program = new FakeProgram();
      const sidecar = await ready();
      const result = runToEnd(sidecar);
      await turn();
      program.say({ t: "fatal", ref_id: "other", error: "x" });
      await turn();
      expect(program.stdin.writableEnded).toBe(false);
      program.say({ t: "fatal", ref_id: reference, error: "broken" }, event("late"), final());
      await turn();
      expect(program.stdin.writableEnded).toBe(true);
      clock.advance(499);
      await turn();
      expect(program.isEnded).toBe(false);
      clock.advance(1);
      expect(await result).toMatchObject({ events: [], error: { code: "sidecar_fatal", message: "broken" } });
      expect(program.isEnded).toBe(true);
      expect(sidecar.record().violations).toEqual({ wrong_ref_id: 1 });
    }
  });

  it("names the exit code of a sidecar that ends after its fatal", async () => {
    const hello = make().awaitHello(new AbortController().signal);
    program.say({ t: "fatal", error: "no key" });
    await turn();
    program.end({ code: 9 });
    await expect(hello).rejects.toMatchObject({ code: "sidecar_fatal", details: { exit: { code: 9 } } });
  });

  it("S10 names a frame that does not belong into a run", async () => {
    const { sidecar, result } = await running();
    program.say(HELLO);
    expect((await result).error).toMatchObject({
      code: "protocol_unexpected_message",
      message: 'The sidecar sent "hello" during a run',
    });
    expect(sidecar.record().violations).toBeUndefined();
  });

  it("S32 counts a pong that answers nothing", async () => {
    const sidecar = await ready();
    program.say({ t: "pong", seq: 4 }, { t: "pong" }, { t: "pong", seq: "1" });
    await turn();
    expect(sidecar.record().violations).toEqual({ unexpected_pong: 3 });
  });

  it("S14 ends a run after the output that it may write", async () => {
    const sidecar = await ready();
    const line = `${JSON.stringify(event("a"))}\n`;
    const result = runToEnd(sidecar, { maxOutputBytes: line.length });
    await turn();
    program.stdout.write(`${line}${line}`);
    expect(await result).toMatchObject({
      events: [{ text: "a" }],
      error: { code: "sidecar_output_exceeded" },
    });
    expect(sidecar.record()).toMatchObject({ stdout_bytes: expect.any(Number) });
    expect(sidecar.record().violations).toBeUndefined();
  });

  it("permits a mebibyte between two runs, and counts anew after each run", async () => {
    const sidecar = await ready();
    const blanks = async (bytes: number) => {
      for (let left = bytes; left > 0; left -= 65_536) {
        program.stdout.write(`${" ".repeat(Math.min(left, 65_536) - 1)}\n`);
        await turn();
      }
    };
    await blanks(1024 * 1024);
    expect(program.isEnded).toBe(false);
    const result = runToEnd(sidecar);
    await turn();
    program.say(final());
    await result;
    await blanks(1024 * 1024 - 65_536);
    expect(program.isEnded).toBe(false);
    await blanks(131_072);
    expect(program.isEnded).toBe(true);
    expect(sidecar.record().violations).toEqual({ output_after_final: 1 });
  });

  it("counts the members that each run dropped", async () => {
    const sidecar = await ready();
    for (const run of ["run-1", "run-2"]) {
      const result = runToEnd(sidecar, { runId: run });
      await turn();
      const one = event("a", run);
      program.say({ ...one, event: { ...one.event, more: 1 } }, final(run));
      await result;
      expect(sidecar.record()).toMatchObject({ dropped_members: 1 });
    }
  });

  it("S33 sends SIGTERM at once if the cancel cannot be sent, and ends with the reason", async () => {
    const { result, controller } = await running();
    program.stdin.destroy();
    await turn();
    controller.abort(new Error("too slow"));
    await turn();
    expect(program.signals).toEqual(["SIGTERM"]);
    clock.advance(4999);
    await turn();
    expect(program.isEnded).toBe(false);
    clock.advance(1);
    expect((await result).error).toMatchObject({ message: "The run was cancelled: too slow" });
  });

  it("S33 stops after SIGTERM if the sidecar then ends its run", async () => {
    const { result, controller } = await running();
    controller.abort("stop");
    await turn();
    clock.advance(5000);
    await turn();
    program.say(final());
    expect((await result).claim).toMatchObject({ isAfterCancel: true });
    clock.advance(60_000);
    await turn();
    expect([program.signals, program.isEnded]).toEqual([["SIGTERM"], false]);
  });

  it("does not cancel a run that is over", async () => {
    const { result, controller } = await running();
    program.heard();
    program.say(final());
    await result;
    controller.abort("late");
    await turn();
    expect([program.heard(), clock.timers]).toEqual([[], 0]);
  });

  it("does not start a run that is cancelled before", async () => {
    const sidecar = await ready();
    await expect(sidecar.run(runRequest({ signal: AbortSignal.abort("no") })).next()).rejects.toMatchObject({
      code: "run_cancelled",
    });
    expect(program.heard()).toEqual([]);
    expect(sidecar.isReusable).toBe(true);
  });

  it("S30 ends a stopped sidecar that never answered, and names the time", async () => {
    const { result } = await running();
    program.stopped = true;
    clock.advance(30_000);
    expect((await result).error).toMatchObject({
      code: "sidecar_stalled",
      message: "The sidecar was silent for 30 s and answered no ping",
    });
    await turn();
    expect(clock.timers).toBe(0);
  });

  it("S30 takes only whole lines for a sign of life, and names the time in seconds", async () => {
    const { result } = await running({ pingIntervalMs: 200_000 });
    clock.advance(200_000);
    program.say({ t: "pong", seq: 1 });
    await turn();
    clock.advance(300_000);
    program.stdout.write('{"t":');
    await turn();
    clock.advance(299_999);
    await turn();
    expect(program.isEnded).toBe(false);
    clock.advance(1);
    expect((await result).error).toMatchObject({
      code: "sidecar_stalled",
      message: "The sidecar was silent for 600 s and answered no ping",
    });
  });

  it("sends no ping while an earlier message is unread", async () => {
    const sidecar = await ready();
    program.stdin.write(Buffer.alloc(100_000));
    const result = runToEnd(sidecar);
    await turn();
    clock.advance(25_000);
    await turn();
    program.stdin.resume();
    await turn();
    program.stdin.pause();
    clock.advance(4999);
    await turn();
    expect(program.isEnded).toBe(false);
    program.say(final());
    expect((await result).claim).toBeDefined();
  });

  it("ends a sidecar once, with the first reason", async () => {
    const { sidecar, result } = await running();
    let ends = 0;
    const endTree = program.endTree.bind(program);
    program.endTree = () => {
      ends += 1;
      return endTree();
    };
    program.say({ t: "fatal", error: "first" });
    await turn();
    const closing = sidecar.close();
    await turn();
    expect(ends).toBe(0);
    clock.advance(500);
    expect((await result).error).toMatchObject({ code: "sidecar_fatal", message: "first" });
    await closing;
    // Once for the fatal error, once when the sidecar is closed.
    expect(ends).toBe(2);
  });

  it("closes a sidecar once, also during a run", async () => {
    const { sidecar, result } = await running();
    const closing = sidecar.close();
    expect(sidecar.close()).toBe(closing);
    expect(await closing).toEqual({ code: null, signal: "SIGKILL", outOfMemory: false });
    expect((await result).error).toMatchObject({ code: "run_cancelled" });
    expect([sidecar.isReusable, program.signals, clock.timers]).toEqual([false, [], 0]);
    expect(sidecar.record().violations).toBeUndefined();
  });

  it("is not reusable while it is closed, and reads what it still writes", async () => {
    const sidecar = await ready();
    const closing = sidecar.close();
    expect(sidecar.isReusable).toBe(false);
    program.say(event("late"));
    await turn();
    program.end();
    expect(await closing).toEqual({ code: 0, signal: null, outOfMemory: false });
    expect(sidecar.record().violations).toEqual({ event_after_final: 1 });
    expect([program.signals, program.isEnded, clock.timers]).toEqual([[], true, 0]);
  });

  it.each([
    ["code 0 after a final", true, 0],
    ["another code without a run", false, 2],
  ])("S28 notes nothing for %s", async (_name, hasRun, code) => {
    const sidecar = await ready();
    if (hasRun) {
      const result = runToEnd(sidecar);
      await turn();
      program.say(final());
      await result;
    }
    program.end({ code });
    expect(await sidecar.close()).toMatchObject({ code });
    expect(sidecar.record().violations).toBeUndefined();
  });

  it("S28 notes nothing for an exit that SIGTERM caused", async () => {
    const { sidecar, result } = await running();
    program.say(final());
    await result;
    const closing = sidecar.close();
    await turn();
    clock.advance(5000);
    await turn();
    program.end({ code: 1 });
    expect(await closing).toMatchObject({ code: 1 });
    expect(program.signals).toEqual(["SIGTERM"]);
    expect(sidecar.record().violations).toBeUndefined();
  });
});
