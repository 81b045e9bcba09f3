import { getEventListeners } from "node:events";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { RunReport } from "../../backends/index.ts";
import { AbpError, type AgentEvent } from "../../contract/index.ts";
import { RunControl } from "../ending/run-control.ts";
import { report, say } from "../fixtures/fake-backend.ts";
import { type Observers, observeEvents } from "./observe.ts";

type Batches = AsyncGenerator<readonly AgentEvent[], RunReport>;

/** A run that ends at once. */
async function* ends(): Batches {
  yield [];
  return report;
}

let control: RunControl;
let calls: string[];
let flush: () => Promise<void>;
let violation: (event: AgentEvent) => AbpError | undefined;
let finished: AbpError | undefined;
let refused: string | undefined;

beforeEach(() => {
  vi.useFakeTimers();
  control = new RunControl();
  calls = [];
  flush = async () => undefined;
  violation = () => undefined;
  finished = undefined;
  refused = undefined;
});
afterEach(() => vi.useRealTimers());

const textOf = (event: AgentEvent) => (event as { text: string }).text;

function observe(events: Batches): Promise<RunReport | undefined> {
  const observers = {
    recorder: {
      bytes: 7,
      add: (event: AgentEvent) => {
        if (textOf(event) === refused) throw new Error("it does not fit");
        calls.push(`add ${textOf(event)}`);
      },
      flush: () => {
        calls.push("flush");
        return flush();
      },
    },
    limits: {
      waiting: () => calls.push("waiting"),
      working: () => calls.push("working"),
      observe: (event: AgentEvent, bytes: number) => calls.push(`limit ${textOf(event)} ${bytes}`),
      report: () => calls.push("report"),
    },
    lastMessage: { add: () => undefined },
    gate: {
      observe: (event: AgentEvent) => {
        calls.push(`gate ${textOf(event)}`);
        return violation(event);
      },
      finish: () => finished,
    },
    control,
  };
  return observeEvents(events, observers as unknown as Observers);
}

/** Does nothing for ever after its batches. */
async function* hangs(...batches: AgentEvent[][]): Batches {
  yield* batches;
  await new Promise(() => undefined);
  return report;
}

const denied = new AbpError("policy_denied", "no");

describe("the events of a run", () => {
  it("go to the record, the limits and the gate; only the backend's own time counts as waiting", async () => {
    const result = await observe(
      (async function* () {
        yield [say("a"), say("b")];
        return report;
      })(),
    );
    expect(result).toBe(report);
    expect(calls).toEqual([
      "waiting",
      "working",
      ...["add a", "limit a 7", "gate a", "add b", "limit b 7", "gate b"],
      "flush",
      "waiting",
      "working",
      "report",
    ]);
    expect(control.cause).toBeUndefined();
    expect(vi.getTimerCount()).toBe(0);
  });

  it("end the run if one cannot be recorded, and it is shown to nobody", async () => {
    refused = "bad";
    await observe(
      (async function* () {
        yield [say("bad")];
        return report;
      })(),
    );
    expect(control.cause).toMatchObject({ reason: "failed", error: { code: "backend_crashed" } });
    expect(calls).not.toContain("gate bad");
  });

  it("end the run if a tool is used against the policy, at once or at the end", async () => {
    violation = (event) => (textOf(event) === "b" ? denied : undefined);
    await observe(
      (async function* () {
        yield [say("a")];
        expect(control.cause).toBeUndefined();
        yield [say("b")];
        expect(control.cause).toEqual({ error: denied, reason: "failed" });
        return report;
      })(),
    );
    control = new RunControl();
    finished = denied;
    violation = () => undefined;
    expect(await observe(ends())).toBe(report);
    expect(control.cause).toEqual({ error: denied, reason: "failed" });
  });

  it("are recorded up to a thousand after the run was ended", async () => {
    await observe(
      (async function* () {
        yield [say("early")];
        control.cancel("stop");
        yield Array.from({ length: 600 }, () => say("late"));
        yield Array.from({ length: 402 }, () => say("late"));
        return report;
      })(),
    );
    expect(calls.filter((call) => call === "add early")).toHaveLength(1);
    expect(calls.filter((call) => call === "add late")).toHaveLength(1000);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("wait for the store and the caller, but not once the run was ended", async () => {
    let resume = (): void => undefined;
    flush = () => new Promise((resolve) => (resume = resolve));
    const step = vi.fn(async function* (): Batches {
      yield [];
      calls.push("asked again");
      yield [];
      return report;
    });
    const observed = observe(step());
    await vi.advanceTimersByTimeAsync(10);
    expect(calls).not.toContain("asked again");
    resume();
    await vi.advanceTimersByTimeAsync(10);
    expect(calls).toContain("asked again");
    control.cancel("stop");
    expect(await observed).toBe(report);
    // A run that was ended before does not wait at all.
    expect(await observe(step())).toBe(report);
  });

  it("fail with the store, and with the backend", async () => {
    flush = () => Promise.reject(new Error("the disk is gone"));
    await expect(observe(hangs([]))).rejects.toThrow("the disk is gone");
    const boom = hangs([]);
    boom.next = () => Promise.reject(new Error("boom"));
    await expect(observe(boom)).rejects.toThrow("boom");
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("a backend that does not stop", () => {
  async function isGivenUp(events: Batches, ...steps: (number | (() => void))[]): Promise<boolean[]> {
    let isDone = false;
    const observed = observe(events).then((result) => {
      isDone = result === undefined;
    });
    await vi.advanceTimersByTimeAsync(0);
    const seen: boolean[] = [];
    for (const step of steps) {
      if (typeof step === "number") await vi.advanceTimersByTimeAsync(step);
      else step();
      seen.push(isDone);
    }
    if (isDone) await observed;
    return seen;
  }
  const cancel = () => control.cancel("stop");
  const kill = () => control.kill();

  it("is waited for without limit while its run goes on", async () => {
    expect(await isGivenUp(hangs(), 3_600_000)).toEqual([false]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("is given up a minute after the run was ended, and told so", async () => {
    const events = hangs([say("a")]);
    const left = vi.spyOn(events, "return");
    expect(await isGivenUp(events, cancel, 59_999, 1)).toEqual([false, false, true]);
    expect(left).toHaveBeenCalledOnce();
    expect(vi.getTimerCount()).toBe(0);
  });

  it("is given up five seconds after it was killed, also if it was told to stop before", async () => {
    expect(await isGivenUp(hangs(), kill, 4999, 1)).toEqual([false, false, true]);
    control = new RunControl();
    expect(await isGivenUp(hangs(), cancel, 30_000, kill, 4999, 1)).toEqual([
      false,
      false,
      false,
      false,
      true,
    ]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each([
    ["ended", cancel, 60_000],
    ["killed", kill, 5000],
  ])("is given up as late if the run was %s before it was asked", async (_, end, milliseconds) => {
    end();
    expect(await isGivenUp(hangs(), milliseconds - 1, 1)).toEqual([false, true]);
  });

  it("leaves no listener behind", async () => {
    const listeners = () =>
      [control.signal, control.halted].map((one) => getEventListeners(one, "abort").length);
    const during: number[][] = [];
    flush = async () => {
      await Promise.resolve();
      during.push(listeners());
    };
    await observe(
      (async function* (): Batches {
        during.push(listeners());
        await Promise.resolve();
        during.push(listeners());
        yield [];
        return report;
      })(),
    );
    expect(during).toEqual([
      [0, 0],
      // It waits for the backend, which a stop and a kill end, and for the store, which a stop ends.
      [1, 1],
      [1, 0],
    ]);
    expect(listeners()).toEqual([0, 0]);
  });
});
