import { beforeEach, describe, expect, it } from "vitest";
import { runRequest, runToEnd } from "../fixtures/start-fixture.ts";
import { HELLO, Supervised, turn } from "../fixtures/supervised.ts";

describe("A supervised sidecar that starts", () => {
  let fake: Supervised;

  beforeEach(() => {
    fake = new Supervised();
  });

  it("S04 waits exactly ten seconds for the hello by default", async () => {
    const sidecar = fake.make();
    expect(() => sidecar.hello).toThrow();
    const hello = sidecar.awaitHello(new AbortController().signal);
    fake.clock.advance(9999);
    await turn();
    expect(fake.program.isEnded).toBe(false);
    fake.clock.advance(1);
    await expect(hello).rejects.toMatchObject({ code: "sidecar_hello_timeout" });
    expect(fake.program.isEnded).toBe(true);
  });

  it("stops waiting for the hello once it is there", async () => {
    await fake.ready();
    expect(fake.clock.timers).toBe(0);
    fake.clock.advance(60_000);
    await turn();
    expect(fake.program.isEnded).toBe(false);
  });

  it("ends the sidecar and stops waiting when the start is cancelled", async () => {
    const sidecar = fake.make();
    const controller = new AbortController();
    const hello = sidecar.awaitHello(controller.signal);
    controller.abort("enough");
    await expect(hello).rejects.toMatchObject({
      code: "run_cancelled",
      message: "The run was cancelled: enough",
      details: { exit: { code: null, signal: "SIGKILL" } },
    });
    await turn();
    expect(fake.clock.timers).toBe(0);
    await expect(fake.make().awaitHello(AbortSignal.abort("before"))).rejects.toMatchObject({
      code: "run_cancelled",
    });
  });

  it("does not end a sidecar whose start is cancelled after its hello", async () => {
    const sidecar = fake.make();
    const controller = new AbortController();
    const hello = sidecar.awaitHello(controller.signal);
    fake.program.say(HELLO);
    await hello;
    controller.abort("late");
    await turn();
    expect([fake.program.isEnded, sidecar.isReusable]).toEqual([false, true]);
    expect(sidecar.hello.identity.id).toBe("fake");
    expect(sidecar.record()).toMatchObject({ contract_version: "abp/v0.1" });
  });

  it("is not reusable before its hello", async () => {
    const sidecar = fake.make();
    expect(sidecar.isReusable).toBe(false);
    await expect(sidecar.run(runRequest()).next()).rejects.toMatchObject({ code: "backend_unavailable" });
  });

  it("S06 refuses another kind of frame before the hello, and names it", async () => {
    const hello = fake.make().awaitHello(new AbortController().signal);
    fake.program.say({ t: "k".repeat(65) });
    await expect(hello).rejects.toMatchObject({
      code: "protocol_unexpected_message",
      message: `The sidecar sent "${"k".repeat(64)}" before its hello`,
      details: { kind: "k".repeat(64) },
    });
  });

  it("S02 reports an exit before the hello with everything that is known", async () => {
    const sidecar = fake.make();
    const hello = sidecar.awaitHello(new AbortController().signal);
    fake.program.stderr.write("no licence");
    fake.program.stdout.write('{"t":');
    await turn();
    fake.program.end({ code: 7 });
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

  it("S38 ends a sidecar that does not read its run in time", async () => {
    const sidecar = await fake.ready();
    fake.program.stdin.write(Buffer.alloc(100_000));
    const result = runToEnd(sidecar);
    await turn();
    fake.clock.advance(30_000);
    expect((await result).error).toMatchObject({ code: "sidecar_stdin_stalled" });
  });

  it("does not start a run that is cancelled before", async () => {
    const sidecar = await fake.ready();
    await expect(sidecar.run(runRequest({ signal: AbortSignal.abort("no") })).next()).rejects.toMatchObject({
      code: "run_cancelled",
    });
    expect(fake.program.heard()).toEqual([]);
    expect(sidecar.isReusable).toBe(true);
  });
});
