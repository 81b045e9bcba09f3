import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Behaviour, ReceivedFrame } from "../fixtures/fake-sidecar.ts";
import { tryScenario, useWaitingClock } from "../fixtures/try-scenario.ts";
import { checkBusy } from "./busy.ts";

beforeEach(useWaitingClock);
afterEach(() => {
  vi.useRealTimers();
});

const busy = async (behaviour: Behaviour = {}) => {
  const { found, frames } = await tryScenario(checkBusy, behaviour, { quietMs: 300 });
  const { "ping.busy": ping, "run.one_at_a_time": second, cancel } = found;
  return { ping, second, cancel, found, frames };
};

describe("a sidecar that works", () => {
  it("gets a slow run, a ping, a second run and a cancel", async () => {
    const { frames, ping, second, cancel } = await busy();
    const sent = frames();
    expect(sent.map(({ t, work_order }) => work_order?.task ?? t)).toEqual([
      "sleep 1",
      "ping",
      "say x",
      "cancel",
    ]);
    expect(sent[3]).toEqual({ t: "cancel", ref_id: sent[0]?.id, reason: "checked by abp sidecar check" });
    expect([ping, second, cancel]).toEqual([
      ["pass", "pong after 0 ms"],
      ["pass", "fatal came"],
      ["pass", "final after 0 ms"],
    ]);
  });

  it("gets nothing if it says no hello", async () => {
    const { found, frames } = await busy({ hello: () => undefined });
    expect([found, frames()]).toEqual([{}, []]);
  });

  it("is given time for its first event, and for its first second", async () => {
    const { ping } = await busy({
      run: (process, { id }) => setTimeout(() => process.event(id), 850),
    });
    expect(ping?.[0]).toBe("pass");
    const { found } = await busy({
      run: (process, frame) => {
        setTimeout(() => process.event(frame.id), 850);
        setTimeout(() => process.final(frame), 1100);
      },
    });
    const reason = "the run was over at once (final); give a longer task with --slow-task";
    for (const id of ["ping.busy", "run.one_at_a_time", "cancel"]) {
      expect(found[id]).toEqual(["skip", reason]);
    }
  });

  it("is tried if its run ends later than that", async () => {
    const { ping } = await busy({
      run: (process, frame) => {
        process.event(frame.id);
        setTimeout(() => process.final(frame), 350);
      },
      ping: (process, { seq }) => setTimeout(() => process.send({ t: "pong", seq }), 20),
    });
    expect(ping).toEqual(["pass", "pong after 20 ms"]);
  });

  it("is named if it does not answer", async () => {
    const { ping, second, cancel } = await busy({
      ping: () => undefined,
      cancel: () => undefined,
      takesEveryRun: true,
      run: () => undefined,
    });
    expect([ping, second, cancel]).toEqual([
      ["warn", "no pong after 2 s while a run works"],
      ["warn", "no fatal after 2 s"],
      ["warn", "the run goes on 5 s after cancel"],
    ]);
  });

  it("is named if it works on two runs, not if it finished the first before", async () => {
    const both = await busy({ takesEveryRun: true, run: (process, { id }) => process.event(id) });
    expect(both.second).toEqual(["warn", "it works on two runs at the same time"]);
    let first: ReceivedFrame | undefined;
    const queued = await busy({
      takesEveryRun: true,
      run: (process, frame) => {
        if (first !== undefined) process.final(first);
        first ??= frame;
        process.event(frame.id);
      },
    });
    expect(queued.second).toEqual(["pass", "it waits until the first run is over"]);
  });

  it("may end a cancelled run with fatal, after a while, but not with its process", async () => {
    const late = await busy({
      cancel: (process, { ref_id }) =>
        setTimeout(() => process.send({ t: "fatal", ref_id, error: "cancelled" }), 4900),
    });
    expect(late.cancel).toEqual(["pass", "fatal after 4900 ms"]);
    const ended = await busy({ cancel: (process) => process.leave(7) });
    expect(ended.cancel).toEqual(["warn", "the process ended (exit code 7)"]);
  });
});
