import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { AbpError } from "../../contract/index.ts";
import { ActiveCalls, type TimeLimitedCall } from "./active-calls.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const late = new AbpError("backend_timeout", "late");

class FakeCall implements TimeLimitedCall {
  previous: TimeLimitedCall | undefined;
  next: TimeLimitedCall | undefined;
  readonly owner: object;
  readonly checks: number[] = [];
  readonly failures: [AbpError, boolean][] = [];
  deadline = Number.POSITIVE_INFINITY;
  onFail: () => void = () => undefined;

  constructor(owner: object = {}) {
    this.owner = owner;
  }

  checkTime(now: number): AbpError | undefined {
    this.checks.push(now);
    return now >= this.deadline ? late : undefined;
  }

  belongsTo(owner: object): boolean {
    return owner === this.owner;
  }

  fail(error: AbpError, isTransport: boolean): void {
    this.failures.push([error, isTransport]);
    this.onFail();
  }
}

function open(...calls: FakeCall[]) {
  const clock = { now: 1000 };
  const active = new ActiveCalls(() => clock.now);
  for (const call of calls) active.add(call);
  return { clock, active };
}

describe("the active calls", () => {
  it("are checked every 250 ms with the time of the clock", () => {
    const calls = [new FakeCall(), new FakeCall()];
    const { clock } = open(...calls);
    vi.advanceTimersByTime(249);
    expect(calls[0]!.checks).toEqual([]);
    clock.now = 1250;
    vi.advanceTimersByTime(1);
    clock.now = 1500;
    vi.advanceTimersByTime(250);
    for (const call of calls) expect(call.checks).toEqual([1250, 1500]);
  });

  it("fail when their limit has passed, as a failure of the transport", () => {
    const [punctual, tardy] = [new FakeCall(), new FakeCall()];
    tardy.deadline = 1200;
    const { clock } = open(punctual, tardy);
    clock.now = 1200;
    vi.advanceTimersByTime(250);
    expect(tardy.failures).toEqual([[late, true]]);
    expect(punctual.failures).toEqual([]);
  });

  it("may end each other while they fail", () => {
    const calls = [new FakeCall(), new FakeCall(), new FakeCall()];
    const { clock, active } = open(...calls);
    for (const call of calls) {
      call.deadline = 0;
      call.onFail = () => {
        for (const other of calls) active.delete(other);
      };
    }
    clock.now = 1;
    vi.advanceTimersByTime(250);
    for (const call of calls) expect(call.failures).toHaveLength(1);
    vi.advanceTimersByTime(250);
    for (const call of calls) expect(call.checks).toHaveLength(1);
  });

  it.each([
    [0, [1, 2]],
    [1, [0, 2]],
    [2, [0, 1]],
  ])("are forgotten when they end: the one at %i of three", (removed, left) => {
    const calls = [new FakeCall(), new FakeCall(), new FakeCall()];
    const { active } = open(...calls);
    active.delete(calls[removed]!);
    active.delete(calls[removed]!);
    vi.advanceTimersByTime(250);
    expect(calls.flatMap((call, index) => (call.checks.length === 1 ? [index] : []))).toEqual(left);
    expect([calls[removed]!.previous, calls[removed]!.next]).toEqual([undefined, undefined]);
    // What is left is still one list: each of them can be removed and others added.
    const added = new FakeCall();
    active.add(added);
    for (const index of left) active.delete(calls[index]!);
    vi.advanceTimersByTime(250);
    expect(added.checks).toHaveLength(1);
    for (const index of left) expect(calls[index]!.checks).toHaveLength(1);
  });

  it("of one owner fail together, for another reason than their transport", () => {
    const owner = {};
    const [own, other, own2] = [new FakeCall(owner), new FakeCall(), new FakeCall(owner)];
    const { active } = open(own, other, own2);
    const closed = new AbpError("backend_unavailable", "closed");
    own.onFail = () => active.delete(own);
    own2.onFail = () => active.delete(own2);
    active.failAll(owner, closed);
    expect(own.failures).toEqual([[closed, false]]);
    expect(own2.failures).toEqual([[closed, false]]);
    expect(other.failures).toEqual([]);
  });

  it("know the time of the last reading of the clock", () => {
    const { clock, active } = open(new FakeCall());
    expect(active.coarseTime).toBe(1000);
    clock.now = 2000;
    expect(active.coarseTime).toBe(1000);
    expect(active.readClock()).toBe(2000);
    expect(active.coarseTime).toBe(2000);
    clock.now = 3000;
    vi.advanceTimersByTime(250);
    expect(active.coarseTime).toBe(3000);
  });
});

describe("the timer of the active calls", () => {
  it("is one for all, and does not keep the process alive", () => {
    const interval = vi.spyOn(globalThis, "setInterval");
    open(new FakeCall(), new FakeCall());
    expect(interval).toHaveBeenCalledTimes(1);
    expect(interval.mock.results[0]!.value.hasRef()).toBe(false);
    interval.mockRestore();
  });

  it("stops after 40 checks without a call, and starts again with the next", () => {
    const call = new FakeCall();
    const { active } = open(call);
    vi.advanceTimersByTime(250 * 100);
    expect(vi.getTimerCount()).toBe(1);
    active.delete(call);
    vi.advanceTimersByTime(250 * 39);
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(250);
    expect(vi.getTimerCount()).toBe(0);
    active.add(call);
    vi.advanceTimersByTime(250);
    expect(call.checks).toHaveLength(101);
    active.delete(call);
    vi.advanceTimersByTime(250 * 39);
    expect(vi.getTimerCount()).toBe(1);
  });

  it("counts the checks without a call anew after each call", () => {
    const call = new FakeCall();
    const { active } = open(call);
    active.delete(call);
    vi.advanceTimersByTime(250 * 30);
    active.add(call);
    vi.advanceTimersByTime(250);
    active.delete(call);
    vi.advanceTimersByTime(250 * 39);
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(250);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("can be stopped, and starts again with the next call", () => {
    const { active } = open(new FakeCall());
    active.stop();
    expect(vi.getTimerCount()).toBe(0);
    active.add(new FakeCall());
    expect(vi.getTimerCount()).toBe(1);
  });
});
