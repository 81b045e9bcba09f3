import { beforeEach, describe, expect, it } from "vitest";
import { runToEnd } from "../fixtures/start-fixture.ts";
import { final, Supervised, turn } from "../fixtures/supervised.ts";

describe("The end of a supervised sidecar", () => {
  let fake: Supervised;

  beforeEach(() => {
    fake = new Supervised();
  });

  it("S29 gives a sidecar five seconds to exit, five after SIGTERM, then ends the tree", async () => {
    const sidecar = await fake.ready();
    const closed = sidecar.close();
    await turn();
    expect(fake.program.stdin.writableEnded).toBe(true);
    fake.clock.advance(4999);
    await turn();
    expect(fake.program.signals).toEqual([]);
    fake.clock.advance(1);
    await turn();
    expect(fake.program.signals).toEqual(["SIGTERM"]);
    fake.clock.advance(4999);
    await turn();
    expect(fake.program.isEnded).toBe(false);
    fake.clock.advance(1);
    expect(await closed).toMatchObject({ signal: "SIGKILL" });
  });

  it("S36 gives a sidecar that closed its output five seconds to exit", async () => {
    const { result } = await fake.running();
    fake.program.stdout.end();
    await turn();
    fake.clock.advance(4999);
    await turn();
    expect(fake.program.isEnded).toBe(false);
    fake.clock.advance(1);
    expect((await result).error).toMatchObject({ code: "sidecar_closed_output" });
  });

  it("S28 notes an exit code after the final, and not one that we caused", async () => {
    const { sidecar, result } = await fake.running();
    fake.program.say(final());
    await result;
    fake.program.end({ code: 2 });
    await sidecar.close();
    expect(sidecar.record().violations).toEqual({ nonzero_exit_after_final: 1 });
  });

  it("ends a sidecar once, with the first reason", async () => {
    const { sidecar, result } = await fake.running();
    let ends = 0;
    const endTree = fake.program.endTree.bind(fake.program);
    fake.program.endTree = () => {
      ends += 1;
      return endTree();
    };
    fake.program.say({ t: "fatal", error: "first" });
    await turn();
    const closing = sidecar.close();
    await turn();
    expect(ends).toBe(0);
    fake.clock.advance(500);
    expect((await result).error).toMatchObject({ code: "sidecar_fatal", message: "first" });
    await closing;
    // Once for the fatal error, once when the sidecar is closed.
    expect(ends).toBe(2);
  });

  it("closes a sidecar once, also during a run", async () => {
    const { sidecar, result } = await fake.running();
    const closing = sidecar.close();
    expect(sidecar.close()).toBe(closing);
    expect(await closing).toEqual({ code: null, signal: "SIGKILL", outOfMemory: false });
    expect((await result).error).toMatchObject({ code: "run_cancelled" });
    expect([sidecar.isReusable, fake.program.signals, fake.clock.timers]).toEqual([false, [], 0]);
    expect(sidecar.record().violations).toBeUndefined();
  });

  it.each([
    ["code 0 after a final", true, 0],
    ["another code without a run", false, 2],
  ])("S28 notes nothing for %s", async (_name, hasRun, code) => {
    const sidecar = await fake.ready();
    if (hasRun) {
      const result = runToEnd(sidecar);
      await turn();
      fake.program.say(final());
      await result;
    }
    fake.program.end({ code });
    expect(await sidecar.close()).toMatchObject({ code });
    expect(sidecar.record().violations).toBeUndefined();
  });

  it("S28 notes nothing for an exit that SIGTERM caused", async () => {
    const { sidecar, result } = await fake.running();
    fake.program.say(final());
    await result;
    const closing = sidecar.close();
    await turn();
    fake.clock.advance(5000);
    await turn();
    fake.program.end({ code: 1 });
    expect(await closing).toMatchObject({ code: 1 });
    expect(fake.program.signals).toEqual(["SIGTERM"]);
    expect(sidecar.record().violations).toBeUndefined();
  });
});
