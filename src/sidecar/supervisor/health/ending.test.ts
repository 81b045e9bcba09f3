import { beforeEach, describe, expect, it } from "vitest";
import { FakeClock } from "../../fixtures/fake-clock.ts";
import { awaitEnding, type Ending } from "./ending.ts";

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe("awaitEnding", () => {
  let clock: FakeClock;
  let signals: string[];
  let over: PromiseWithResolvers<void>;
  let ending: Ending | undefined;

  beforeEach(() => {
    clock = new FakeClock();
    signals = [];
    over = Promise.withResolvers();
    ending = undefined;
  });

  async function begin(graceMs: number | undefined): Promise<void> {
    const program = { signalTree: (signal: string) => void signals.push(signal) };
    void awaitEnding(over.promise, program, clock, { graceMs, killGraceMs: 50 }).then((found) => {
      ending = found;
    });
    await turn();
  }
  async function pass(ms: number): Promise<void> {
    clock.advance(ms);
    await turn();
  }

  it("sends no signal if the end comes in time", async () => {
    await begin(100);
    await pass(99);
    over.resolve();
    await turn();
    expect([ending, signals, clock.timers]).toEqual(["by itself", [], 0]);
  });

  it("sends SIGTERM after the grace, and sees the end that it caused", async () => {
    await begin(100);
    await pass(99);
    expect(signals).toEqual([]);
    await pass(1);
    expect([ending, signals]).toEqual([undefined, ["SIGTERM"]]);
    await pass(49);
    over.resolve();
    await turn();
    expect([ending, signals, clock.timers]).toEqual(["after SIGTERM", ["SIGTERM"], 0]);
  });

  it("gives up if SIGTERM has no effect in time", async () => {
    await begin(100);
    await pass(100);
    await pass(49);
    expect(ending).toBeUndefined();
    await pass(1);
    expect([ending, signals]).toEqual(["not", ["SIGTERM"]]);
  });

  it("sends SIGTERM at once without a grace, and takes a failure for an end", async () => {
    await begin(undefined);
    expect([ending, signals, clock.timers]).toEqual([undefined, ["SIGTERM"], 1]);
    over.reject(new Error("broken"));
    await turn();
    expect([ending, clock.timers]).toEqual(["after SIGTERM", 0]);
  });
});
