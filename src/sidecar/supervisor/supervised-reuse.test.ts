import { beforeEach, describe, expect, it } from "vitest";
import { FakeProgram } from "../fixtures/fake-program.ts";
import { runToEnd } from "../fixtures/start-fixture.ts";
import { event, final, HELLO, Supervised, turn } from "../fixtures/supervised.ts";

describe("A supervised sidecar after its run", () => {
  let fake: Supervised;

  beforeEach(() => {
    fake = new Supervised();
  });

  it.each([
    ["second_final", final()],
    ["fatal_after_final", { t: "fatal", error: "x" }],
    ["second_hello", HELLO],
    ["unexpected_message", { t: "run", id: "x" }],
  ])("does not use a sidecar again after %s", async (violation, frame) => {
    const { sidecar, result } = await fake.running();
    fake.program.say(final(), frame);
    expect((await result).claim).toBeDefined();
    await turn();
    expect(sidecar.record().violations).toEqual({ [violation]: 1 });
    expect(sidecar.isReusable).toBe(false);
  });

  it("uses a sidecar again after late events and pongs", async () => {
    const { sidecar, result } = await fake.running();
    fake.clock.advance(10_000);
    fake.program.say(final(), event("late"), { t: "pong", seq: 1 });
    await result;
    await turn();
    expect(sidecar.isReusable).toBe(true);
    expect(sidecar.record().violations).toEqual({ event_after_final: 1 });
    const next = runToEnd(sidecar, { runId: "run-2" });
    await turn();
    fake.program.say(event("old"), event("new", "run-2"), final("run-2"));
    expect(await next).toMatchObject({ events: [{ text: "new" }] });
    expect(sidecar.record().violations).toEqual({ wrong_ref_id: 1 });
  });

  it("ends a sidecar that writes garbage or too much between two runs", async () => {
    const sidecar = await fake.ready();
    fake.program.stdout.write("garbage\n");
    await turn();
    await turn();
    expect(fake.program.isEnded).toBe(true);
    expect(sidecar.record().violations).toEqual({ invalid_line_after_final: 1 });
    fake.program = new FakeProgram();
    const other = await fake.ready();
    for (let count = 0; count < 17; count += 1) {
      fake.program.stdout.write(`${" ".repeat(65_535)}\n`);
      await turn();
    }
    await turn();
    expect(fake.program.isEnded).toBe(true);
    expect(other.record().violations).toEqual({ output_after_final: 1 });
  });

  it("records nothing of an earlier run of the same process", async () => {
    const sidecar = await fake.ready({ skippableLines: 1 });
    fake.program.stderr.write("the start\n");
    const first = runToEnd(sidecar);
    await turn();
    fake.program.stdout.write("not json\n");
    fake.program.say({ t: "event", ref_id: "other", event: { type: "warning", message: "x" } }, final());
    await first;
    fake.program.stderr.write("a secret of the first run");
    await turn();
    expect(sidecar.record()).toMatchObject({
      stderr_tail: "the start\na secret of the first run",
      skipped_lines: 1,
      violations: { wrong_ref_id: 1 },
    });
    const second = runToEnd(sidecar);
    await turn();
    fake.program.say(final());
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

  it("permits a mebibyte between two runs, and counts anew after each run", async () => {
    const sidecar = await fake.ready();
    const blanks = async (bytes: number) => {
      for (let left = bytes; left > 0; left -= 65_536) {
        fake.program.stdout.write(`${" ".repeat(Math.min(left, 65_536) - 1)}\n`);
        await turn();
      }
    };
    await blanks(1024 * 1024);
    expect(fake.program.isEnded).toBe(false);
    const result = runToEnd(sidecar);
    await turn();
    fake.program.say(final());
    await result;
    await blanks(1024 * 1024 - 65_536);
    expect(fake.program.isEnded).toBe(false);
    await blanks(131_072);
    expect(fake.program.isEnded).toBe(true);
    expect(sidecar.record().violations).toEqual({ output_after_final: 1 });
  });

  it("counts the members that each run dropped", async () => {
    const sidecar = await fake.ready();
    for (const run of ["run-1", "run-2"]) {
      const result = runToEnd(sidecar, { runId: run });
      await turn();
      const one = event("a", run);
      fake.program.say({ ...one, event: { ...one.event, more: 1 } }, final(run));
      await result;
      expect(sidecar.record()).toMatchObject({ dropped_members: 1 });
    }
  });

  it("is not reusable while it is closed, and reads what it still writes", async () => {
    const sidecar = await fake.ready();
    const closing = sidecar.close();
    expect(sidecar.isReusable).toBe(false);
    fake.program.say(event("late"));
    await turn();
    fake.program.end();
    expect(await closing).toEqual({ code: 0, signal: null, outOfMemory: false });
    expect(sidecar.record().violations).toEqual({ event_after_final: 1 });
    expect([fake.program.signals, fake.program.isEnded, fake.clock.timers]).toEqual([[], true, 0]);
  });
});
