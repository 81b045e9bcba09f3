import { beforeEach, describe, expect, it } from "vitest";
import { runRequest } from "../fixtures/start-fixture.ts";
import { event, final, Supervised, turn } from "../fixtures/supervised.ts";

describe("A supervised sidecar whose run is cancelled", () => {
  let fake: Supervised;

  beforeEach(() => {
    fake = new Supervised();
  });

  it("S33 cancels with grace, then SIGTERM, then the end of the tree", async () => {
    const { result, controller } = await fake.running();
    fake.program.heard();
    controller.abort("stop");
    await turn();
    expect(fake.program.heard()).toEqual([{ t: "cancel", ref_id: "run-1", reason: "stop" }]);
    fake.clock.advance(4999);
    await turn();
    expect(fake.program.signals).toEqual([]);
    fake.clock.advance(1);
    await turn();
    expect(fake.program.signals).toEqual(["SIGTERM"]);
    fake.clock.advance(5000);
    expect((await result).error).toMatchObject({ code: "run_cancelled" });
    expect(fake.program.isEnded).toBe(true);
  });

  it("S33 reports a sidecar that exits on cancel as cancelled, not as crashed", async () => {
    const { result, controller } = await fake.running();
    controller.abort("stop");
    await turn();
    fake.program.end({ code: 1 });
    expect((await result).error).toMatchObject({ code: "run_cancelled" });
    expect(fake.program.signals).toEqual([]);
  });

  it("S34 marks a final that is read after cancel was sent", async () => {
    const { sidecar, result, controller } = await fake.running();
    controller.abort("stop");
    fake.program.say(final());
    expect((await result).claim).toMatchObject({ isAfterCancel: true });
    fake.clock.advance(60_000);
    await turn();
    expect(fake.program.signals).toEqual([]);
    expect(sidecar.isReusable).toBe(true);
  });

  it("S33 sends SIGTERM at once if the cancel cannot be sent, and ends with the reason", async () => {
    const { result, controller } = await fake.running();
    fake.program.stdin.destroy();
    await turn();
    controller.abort(new Error("too slow"));
    await turn();
    expect(fake.program.signals).toEqual(["SIGTERM"]);
    fake.clock.advance(4999);
    await turn();
    expect(fake.program.isEnded).toBe(false);
    fake.clock.advance(1);
    expect((await result).error).toMatchObject({ message: "The run was cancelled: too slow" });
  });

  it("S33 stops after SIGTERM if the sidecar then ends its run", async () => {
    const { result, controller } = await fake.running();
    controller.abort("stop");
    await turn();
    fake.clock.advance(5000);
    await turn();
    fake.program.say(final());
    expect((await result).claim).toMatchObject({ isAfterCancel: true });
    fake.clock.advance(60_000);
    await turn();
    expect([fake.program.signals, fake.program.isEnded]).toEqual([["SIGTERM"], false]);
  });

  it("does not cancel a run that is over", async () => {
    const { result, controller } = await fake.running();
    fake.program.heard();
    fake.program.say(final());
    await result;
    controller.abort("late");
    await turn();
    expect([fake.program.heard(), fake.clock.timers]).toEqual([[], 0]);
  });

  it("ends the sidecar of a caller that leaves", async () => {
    const sidecar = await fake.ready();
    const run = sidecar.run(runRequest());
    const first = run.next();
    await turn();
    fake.program.say(event("a"));
    await first;
    await run.return(undefined as never);
    expect(fake.program.isEnded).toBe(true);
    expect(sidecar.isReusable).toBe(false);
  });
});
