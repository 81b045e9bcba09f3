import { describe, expect, it } from "vitest";
import { AbpError } from "../../../contract/index.ts";
import { CrashLoopBreaker } from "./crash-loop-breaker.ts";

describe("CrashLoopBreaker", () => {
  function breakerAt() {
    const time = { now: 1000 };
    return { time, breaker: new CrashLoopBreaker(() => time.now) };
  }

  function fail(breaker: CrashLoopBreaker, times: number): void {
    for (let count = 0; count < times; count += 1) {
      breaker.admit("a");
      breaker.failed("a");
    }
  }

  it("S48 opens after five failures within three minutes, for that backend only", () => {
    const { breaker } = breakerAt();
    fail(breaker, 4);
    breaker.admit("a");
    breaker.failed("a");
    expect(() => breaker.admit("a")).toThrow(/failed 5 times within 3 minutes/);
    breaker.admit("b");
  });

  it("S48 names the code and the time to wait", () => {
    const { breaker, time } = breakerAt();
    fail(breaker, 5);
    time.now += 10_000;
    let error: unknown;
    try {
      breaker.admit("a");
    } catch (caught) {
      error = caught;
    }
    expect(AbpError.is(error) && error.code).toBe("circuit_breaker_open");
    expect(AbpError.is(error) && error.details).toEqual({ backend: "a", retry_after_ms: 20_000 });
  });

  it("S48 forgets failures that are older than three minutes", () => {
    const { breaker, time } = breakerAt();
    fail(breaker, 4);
    time.now += 180_000;
    fail(breaker, 4);
    breaker.admit("a");
  });

  it("S48 counts a failure that is just within three minutes", () => {
    const { breaker, time } = breakerAt();
    fail(breaker, 4);
    time.now += 179_999;
    fail(breaker, 1);
    expect(() => breaker.admit("a")).toThrow();
  });

  it("S48 admits one trial after the pause, and closes when it succeeds", () => {
    const { breaker, time } = breakerAt();
    fail(breaker, 5);
    time.now += 29_999;
    expect(() => breaker.admit("a")).toThrow();
    time.now += 1;
    breaker.admit("a");
    expect(() => breaker.admit("a")).toThrow();
    breaker.succeeded("a");
    fail(breaker, 4);
    breaker.admit("a");
  });

  it("S48 pauses again when the trial fails", () => {
    const { breaker, time } = breakerAt();
    fail(breaker, 5);
    time.now += 30_000;
    breaker.admit("a");
    breaker.failed("a");
    time.now += 29_999;
    expect(() => breaker.admit("a")).toThrow();
    time.now += 1;
    breaker.admit("a");
  });

  it("lets another start be the trial after one without a verdict", () => {
    const { breaker, time } = breakerAt();
    breaker.abandoned("a");
    fail(breaker, 5);
    time.now += 30_000;
    breaker.admit("a");
    breaker.abandoned("a");
    breaker.admit("a");
  });

  it("is not prolonged by runs that began before the pause", () => {
    const { breaker, time } = breakerAt();
    fail(breaker, 5);
    time.now += 20_000;
    breaker.failed("a");
    time.now += 10_000;
    breaker.admit("a");
  });

  it("is closed by a success", () => {
    const { breaker } = breakerAt();
    fail(breaker, 4);
    breaker.succeeded("a");
    fail(breaker, 4);
    breaker.admit("a");
  });
});
