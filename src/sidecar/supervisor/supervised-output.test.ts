import { beforeEach, describe, expect, it } from "vitest";
import { until } from "../../../test/eventually.ts";
import { FakeProgram } from "../fixtures/fake-program.ts";
import { runRequest, runToEnd } from "../fixtures/start-fixture.ts";
import { event, final, HELLO, Supervised, turn } from "../fixtures/supervised.ts";

describe("The output of a supervised sidecar", () => {
  let fake: Supervised;

  beforeEach(() => {
    fake = new Supervised();
  });

  it("sends the run, takes events and final, and leaves no timer", async () => {
    const { sidecar, result } = await fake.running();
    expect(fake.program.heard()).toMatchObject([
      { t: "run", id: "run-1", work_order: { task: "say hello" } },
    ]);
    expect(sidecar.isReusable).toBe(false);
    fake.program.say(event("a"), event("b"), final());
    expect(await result).toMatchObject({
      events: [{ text: "a" }, { text: "b" }],
      claim: { outcome: "complete" },
    });
    expect(sidecar.isReusable).toBe(true);
    expect(fake.clock.timers).toBe(0);
    expect(fake.program.stdin.writableEnded).toBe(false);
  });

  it("pauses reading until the caller takes the events", async () => {
    const sidecar = await fake.ready();
    const run = sidecar.run(runRequest());
    const first = run.next();
    await turn();
    fake.program.say(event("a"));
    expect(await first).toMatchObject({ value: [{ text: "a" }] });
    fake.program.say(event("b"));
    await turn();
    expect(fake.program.stdout.isPaused()).toBe(true);
    fake.program.say(event("c"), final());
    await turn();
    expect(await run.next()).toMatchObject({ value: [{ text: "b" }] });
    expect(await run.next()).toMatchObject({ value: [{ text: "c" }] });
    expect(await run.next()).toMatchObject({ done: true });
  });

  it("S42 names the memory limit only if it ended the sidecar", async () => {
    const { result } = await fake.running();
    fake.program.end({ code: null, signal: "SIGKILL", outOfMemory: true });
    expect((await result).error?.code).toBe("sidecar_out_of_memory");
    fake.program = new FakeProgram();
    const other = await fake.ready();
    const second = runToEnd(other);
    await turn();
    fake.program.end({ code: 1, outOfMemory: true });
    expect((await second).error?.code).toBe("sidecar_exited_without_final");
  });

  it("S12 takes a final without its line feed", async () => {
    const { sidecar, result } = await fake.running();
    fake.program.stdout.write(JSON.stringify(final()));
    fake.program.end();
    expect((await result).claim).toBeDefined();
    expect(sidecar.record().violations).toEqual({ missing_line_feed: 1 });
    await turn();
    expect(fake.program.isEnded).toBe(false);
  });

  it("S24 takes a fatal of this run or of none, and waits half a second for the exit", async () => {
    for (const reference of [undefined, null, "run-1"]) {
      fake.program = new FakeProgram();
      const sidecar = await fake.ready();
      const result = runToEnd(sidecar);
      await turn();
      fake.program.say({ t: "fatal", ref_id: "other", error: "x" });
      await turn();
      expect(fake.program.stdin.writableEnded).toBe(false);
      fake.program.say({ t: "fatal", ref_id: reference, error: "broken" }, event("late"), final());
      await turn();
      expect(fake.program.stdin.writableEnded).toBe(true);
      fake.clock.advance(499);
      await turn();
      expect(fake.program.isEnded).toBe(false);
      fake.clock.advance(1);
      expect(await result).toMatchObject({ events: [], error: { code: "sidecar_fatal", message: "broken" } });
      expect(fake.program.isEnded).toBe(true);
      expect(sidecar.record().violations).toEqual({ wrong_ref_id: 1 });
    }
  });

  it("names the exit code of a sidecar that ends after its fatal", async () => {
    const hello = fake.make().awaitHello(new AbortController().signal);
    fake.program.say({ t: "fatal", error: "no key" });
    await turn();
    fake.program.end({ code: 9 });
    await expect(hello).rejects.toMatchObject({ code: "sidecar_fatal", details: { exit: { code: 9 } } });
  });

  it("S10 names a frame that does not belong into a run", async () => {
    const { sidecar, result } = await fake.running();
    fake.program.say(HELLO);
    expect((await result).error).toMatchObject({
      code: "protocol_unexpected_message",
      message: 'The sidecar sent "hello" during a run',
    });
    expect(sidecar.record().violations).toBeUndefined();
  });

  it("S26 reports an exit during a run, after the events before it", async () => {
    const { sidecar, result } = await fake.running();
    fake.program.say(event("a"));
    fake.program.end({ code: 3 });
    expect(await result).toMatchObject({
      events: [{ text: "a" }],
      error: { code: "sidecar_exited_without_final", details: { exit: { code: 3, signal: null } } },
    });
    expect([fake.program.isEnded, sidecar.isReusable, fake.clock.timers]).toEqual([true, false, 0]);
  });

  it("S14 ends a run after the output that it may write", async () => {
    const sidecar = await fake.ready();
    const line = `${JSON.stringify(event("a"))}\n`;
    const result = runToEnd(sidecar, { maxOutputBytes: line.length });
    await turn();
    fake.program.stdout.write(`${line}${line}`);
    expect(await result).toMatchObject({
      events: [{ text: "a" }],
      error: { code: "sidecar_output_exceeded" },
    });
    expect(sidecar.record()).toMatchObject({ stdout_bytes: expect.any(Number) });
    expect(sidecar.record().violations).toBeUndefined();
  });

  it("survives an error of standard error", async () => {
    const sidecar = await fake.ready();
    fake.program.stderr.destroy(new Error("broken"));
    await turn();
    expect(sidecar.isReusable).toBe(true);
  });

  it("S49 reports what the program last wrote to standard error, although it is read after the exit", async () => {
    fake.program.keepsStderr = true;
    const { sidecar, result } = await fake.running();
    fake.program.end({ code: 1 });
    await turn();
    fake.program.stderr.end("no space left");
    const { error } = await result;
    expect(error).toMatchObject({
      code: "sidecar_exited_without_final",
      details: { stderr_tail: "no space left" },
    });
    expect(sidecar.record().stderr_tail).toBe("no space left");
    expect(fake.clock.timers).toBe(0);
  });

  it("waits for standard error no longer than for the output, because another process may keep it open", async () => {
    fake.program.keepsStderr = true;
    const { sidecar, result } = await fake.running({ drainMs: 500 });
    fake.program.stderr.write("half");
    fake.program.end({ code: 1 });
    let isOver = false;
    void result.then(() => {
      isOver = true;
    });
    await until(() => fake.program.isEnded && fake.clock.timers === 1);
    fake.clock.advance(499);
    await turn();
    expect(isOver).toBe(false);
    fake.clock.advance(1);
    expect(await result).toMatchObject({ error: { details: { stderr_tail: "half" } } });
    fake.program.stderr.end();
    await sidecar.close();
  });
});
