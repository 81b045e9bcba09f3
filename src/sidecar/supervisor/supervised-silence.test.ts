import { beforeEach, describe, expect, it } from "vitest";
import { runToEnd } from "../fixtures/start-fixture.ts";
import { final, Supervised, turn } from "../fixtures/supervised.ts";

describe("A supervised sidecar that falls silent", () => {
  let fake: Supervised;

  beforeEach(() => {
    fake = new Supervised();
  });

  it("S30 pings during a run and ends a sidecar that stopped answering", async () => {
    const { result } = await fake.running();
    fake.program.heard();
    fake.clock.advance(10_000);
    await turn();
    expect(fake.program.heard()).toEqual([{ t: "ping", seq: 1 }]);
    fake.program.say({ t: "pong", seq: 1 });
    await turn();
    fake.clock.advance(29_999);
    await turn();
    expect(fake.program.isEnded).toBe(false);
    fake.clock.advance(1);
    expect((await result).error).toMatchObject({ code: "sidecar_stalled" });
  });

  it("does not count silence while the sidecar waits for a decision of ours", async () => {
    const sidecar = await fake.ready();
    let decide: () => void = () => undefined;
    const result = runToEnd(sidecar, {
      onToolRequest: () =>
        new Promise((resolve) => {
          decide = () => resolve({ verdict: "allow", reason: "ok" });
        }),
    });
    await turn();
    fake.clock.advance(10_000);
    fake.program.say(
      { t: "pong", seq: 1 },
      { t: "tool_request", ref_id: "run-1", request_id: "q", tool_name: "Bash", input: {} },
    );
    await turn();
    fake.clock.advance(600_000);
    await turn();
    expect(fake.program.isEnded).toBe(false);
    fake.program.heard();
    decide();
    await turn();
    expect(fake.program.heard()).toEqual([
      { t: "tool_decision", ref_id: "run-1", request_id: "q", verdict: "allow", reason: "ok" },
    ]);
    fake.program.say(final());
    expect((await result).claim).toBeDefined();
  });

  it("S30 ends a stopped sidecar that never answered, and names the time", async () => {
    const { result } = await fake.running();
    fake.program.stopped = true;
    fake.clock.advance(30_000);
    expect((await result).error).toMatchObject({
      code: "sidecar_stalled",
      message: "The sidecar was silent for 30 s and answered no ping",
    });
    await turn();
    expect(fake.clock.timers).toBe(0);
  });

  it("S30 takes only whole lines for a sign of life, and names the time in seconds", async () => {
    const { result } = await fake.running({ pingIntervalMs: 200_000 });
    fake.clock.advance(200_000);
    fake.program.say({ t: "pong", seq: 1 });
    await turn();
    fake.clock.advance(300_000);
    fake.program.stdout.write('{"t":');
    await turn();
    fake.clock.advance(299_999);
    await turn();
    expect(fake.program.isEnded).toBe(false);
    fake.clock.advance(1);
    expect((await result).error).toMatchObject({
      code: "sidecar_stalled",
      message: "The sidecar was silent for 600 s and answered no ping",
    });
  });

  it("sends no ping while an earlier message is unread", async () => {
    const sidecar = await fake.ready();
    fake.program.stdin.write(Buffer.alloc(100_000));
    const result = runToEnd(sidecar);
    await turn();
    fake.clock.advance(25_000);
    await turn();
    fake.program.stdin.resume();
    await turn();
    fake.program.stdin.pause();
    fake.clock.advance(4999);
    await turn();
    expect(fake.program.isEnded).toBe(false);
    fake.program.say(final());
    expect((await result).claim).toBeDefined();
  });

  it("S32 counts a pong that answers nothing", async () => {
    const sidecar = await fake.ready();
    fake.program.say({ t: "pong", seq: 4 }, { t: "pong" }, { t: "pong", seq: "1" });
    await turn();
    expect(sidecar.record().violations).toEqual({ unexpected_pong: 3 });
  });
});
