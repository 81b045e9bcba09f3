import { beforeEach, describe, expect, it } from "vitest";
import { FakeClock } from "../../fixtures/fake-clock.ts";
import { Heartbeat } from "./heartbeat.ts";

describe("Heartbeat", () => {
  let clock: FakeClock;
  let pings: number[];
  let stalls: number[];
  let subject: { canPing: boolean; isListening: boolean; isStopped: boolean };
  let heartbeat: Heartbeat;

  beforeEach(() => {
    clock = new FakeClock();
    pings = [];
    stalls = [];
    subject = { canPing: true, isListening: true, isStopped: false };
    heartbeat = new Heartbeat(
      {
        intervalMs: 100,
        missedPings: 3,
        ping: (sequence) => {
          if (subject.canPing) pings.push(sequence);
          return subject.canPing;
        },
        isListening: () => subject.isListening,
        isStopped: () => subject.isStopped,
        stalled: (silentMs) => stalls.push(silentMs),
      },
      clock,
    );
  });

  /** Lets the sidecar answer one ping during a run, which makes its later silence suspicious. */
  function answerOne(): void {
    heartbeat.start();
    clock.advance(100);
    heartbeat.sawLine();
    expect(heartbeat.sawPong(1)).toBe(true);
  }

  it("sends numbered pings and at most three unanswered ones", () => {
    heartbeat.start();
    clock.advance(1000);
    expect(pings).toEqual([1, 2, 3]);
    heartbeat.sawLine();
    expect(heartbeat.sawPong(2)).toBe(true);
    clock.advance(250);
    heartbeat.sawLine();
    clock.advance(250);
    expect(pings).toEqual([1, 2, 3, 4, 5]);
  });

  it("uses a number again that could not be sent", () => {
    subject.canPing = false;
    heartbeat.start();
    clock.advance(300);
    subject.canPing = true;
    clock.advance(100);
    expect(pings).toEqual([1]);
  });

  it("S30 reports silence of three intervals after an answered ping, once", () => {
    answerOne();
    clock.advance(299);
    expect(stalls).toEqual([]);
    clock.advance(1);
    expect(stalls).toEqual([300]);
    clock.advance(5000);
    expect(stalls).toHaveLength(1);
    expect(clock.timers).toBe(0);
  });

  it("takes any line as a sign of life", () => {
    answerOne();
    for (let count = 0; count < 20; count += 1) {
      clock.advance(250);
      heartbeat.sawLine();
    }
    expect(stalls).toEqual([]);
    clock.advance(300);
    expect(stalls).toEqual([300]);
  });

  it("tolerates a sidecar that never answered during a run", () => {
    heartbeat.start();
    clock.advance(60_000);
    expect(stalls).toEqual([]);
  });

  it("S30 reports a stopped process that never answered", () => {
    heartbeat.start();
    clock.advance(1000);
    subject.isStopped = true;
    clock.advance(100);
    expect(stalls).toHaveLength(1);
  });

  it("concludes nothing from pongs that arrive after the run", () => {
    heartbeat.start();
    clock.advance(300);
    heartbeat.stop();
    expect(heartbeat.sawPong(3)).toBe(true);
    heartbeat.start();
    clock.advance(60_000);
    expect(stalls).toEqual([]);
  });

  it("concludes nothing from pongs for an earlier run", () => {
    heartbeat.start();
    clock.advance(300);
    heartbeat.stop();
    heartbeat.start();
    expect(heartbeat.sawPong(3)).toBe(true);
    clock.advance(60_000);
    expect(stalls).toEqual([]);
  });

  it("remembers in the next run that the sidecar answers while it works", () => {
    answerOne();
    heartbeat.stop();
    clock.advance(10_000);
    heartbeat.start();
    clock.advance(300);
    expect(stalls).toEqual([300]);
  });

  it("S32 ignores pongs with a number that is wrong, old or no integer", () => {
    heartbeat.start();
    clock.advance(200);
    expect(heartbeat.sawPong(3)).toBe(false);
    expect(heartbeat.sawPong(0)).toBe(false);
    expect(heartbeat.sawPong(1.5)).toBe(false);
    expect(heartbeat.sawPong(2)).toBe(true);
    expect(heartbeat.sawPong(2)).toBe(false);
    expect(heartbeat.sawPong(1)).toBe(false);
  });

  it("takes a pong without number for the oldest ping", () => {
    heartbeat.start();
    clock.advance(200);
    expect(heartbeat.sawPong(undefined)).toBe(true);
    expect(heartbeat.sawPong(undefined)).toBe(true);
    expect(heartbeat.sawPong(undefined)).toBe(false);
  });

  it("does not count time in which nobody reads or the sidecar waits for us", () => {
    answerOne();
    subject.isListening = false;
    clock.advance(5000);
    expect(stalls).toEqual([]);
    subject.isListening = true;
    heartbeat.sawLine();
    clock.advance(600);
    expect(stalls).toEqual([300]);
  });

  it("does not blame the sidecar when our own process did not run", () => {
    answerOne();
    clock.freeze(100_000);
    clock.advance(1);
    expect(stalls).toEqual([]);
    clock.advance(300);
    expect(stalls).toHaveLength(1);
  });

  it("stops with the run", () => {
    answerOne();
    heartbeat.stop();
    clock.advance(10_000);
    expect(stalls).toEqual([]);
    expect(pings).toEqual([1]);
    expect(clock.timers).toBe(0);
  });
});
