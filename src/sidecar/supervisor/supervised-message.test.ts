import { beforeEach, describe, expect, it } from "vitest";
import { FakeProgram } from "../fixtures/fake-program.ts";
import { runToEnd } from "../fixtures/start-fixture.ts";
import { final, HELLO, Supervised, turn } from "../fixtures/supervised.ts";

describe("A supervised sidecar", () => {
  let fake: Supervised;

  beforeEach(() => {
    fake = new Supervised();
  });

  it("passes a message of the user on while the run goes on, and to a sidecar that takes messages only", async () => {
    const { sidecar, result } = await fake.running();
    expect(sidecar.steer("nobody listens")).toBe(false);
    fake.program.say(final());
    await result;
    fake.program = new FakeProgram();
    const listening = fake.make();
    const hello = listening.awaitHello(new AbortController().signal);
    fake.program.say({ ...HELLO, accepts_steering: true });
    await hello;
    expect(listening.steer("too early")).toBe(false);
    const run = runToEnd(listening, { signal: new AbortController().signal });
    await turn();
    expect(listening.steer("and b.txt")).toBe(true);
    expect(fake.program.heard()).toMatchObject([
      { t: "run" },
      { t: "steer", ref_id: "run-1", text: "and b.txt" },
    ]);
    fake.program.say(final());
    await run;
    expect(listening.steer("too late")).toBe(false);
    expect(fake.program.heard()).toEqual([]);
  });

  it("passes no message on to a sidecar that is being ended", async () => {
    const sidecar = fake.make();
    const hello = sidecar.awaitHello(new AbortController().signal);
    fake.program.say({ ...HELLO, accepts_steering: true });
    await hello;
    const run = runToEnd(sidecar, { signal: new AbortController().signal });
    await turn();
    fake.program.say({ t: "fatal", ref_id: "run-1", error: "no" });
    await turn();
    expect(sidecar.steer("too late")).toBe(false);
    fake.clock.advance(60_000);
    expect(await run).toMatchObject({ error: { code: "sidecar_fatal" } });
  });

  it("passes a message of the user on only during a run, and only if the sidecar takes it", async () => {
    const plain = await fake.running();
    fake.program.heard();
    expect([plain.sidecar.steer("left"), fake.program.heard()]).toEqual([false, []]);
    fake.program = new FakeProgram();
    const sidecar = fake.make();
    const hello = sidecar.awaitHello(new AbortController().signal);
    fake.program.say({ ...HELLO, accepts_steering: true });
    await hello;
    expect(sidecar.steer("too early")).toBe(false);
    const result = runToEnd(sidecar);
    await turn();
    fake.program.heard();
    expect(sidecar.steer("left")).toBe(true);
    expect(fake.program.heard()).toEqual([{ t: "steer", ref_id: "run-1", text: "left" }]);
    fake.program.say({ t: "fatal", error: "broken" });
    await turn();
    expect(sidecar.steer("too late")).toBe(false);
    fake.program.end({ code: 1 });
    await result;
    expect(sidecar.steer("after the run")).toBe(false);
  });

  it("suspends and resumes its program, and resumes it before it is closed", async () => {
    const sidecar = await fake.ready();
    expect(await sidecar.suspend()).toBe(1);
    fake.program.isAlone = false;
    expect(await sidecar.suspend()).toBe(2);
    sidecar.resume();
    expect(fake.program.pauses).toEqual(["suspend", "suspend", "resume"]);
    const closed = sidecar.close();
    expect(fake.program.pauses).toEqual(["suspend", "suspend", "resume", "resume"]);
    fake.program.end();
    await closed;
  });

  it("is killed without being resumed", async () => {
    const sidecar = await fake.ready();
    await sidecar.suspend();
    const killed = sidecar.kill();
    expect(sidecar.kill()).toBe(killed);
    expect(sidecar.isReusable).toBe(false);
    expect(await killed).toEqual({ code: null, signal: "SIGKILL", outOfMemory: false });
    expect(await sidecar.close()).toEqual(sidecar.exit);
    expect([fake.program.isEnded, fake.program.pauses]).toEqual([true, ["suspend"]]);
  });
});
