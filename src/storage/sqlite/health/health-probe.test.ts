import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { HealthProbe } from "./health-probe.ts";
import { WriterHealth } from "./writer-health.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

describe("the probe of a ledger", () => {
  it("writes nothing while the ledger is healthy", async () => {
    const write = vi.fn(async () => true);
    const probe = new HealthProbe(new WriterHealth(), { write });
    probe.start();
    await vi.advanceTimersByTimeAsync(5000);
    expect(write).not.toHaveBeenCalled();
    probe.stop();
  });

  it("tries once a second until a write succeeds", async () => {
    const health = new WriterHealth();
    let isFull = true;
    const write = vi.fn(async () => {
      if (isFull) throw new Error("full");
      health.clear();
      return true;
    });
    const probe = new HealthProbe(health, { write });
    probe.start();
    health.fail("full");
    await vi.advanceTimersByTimeAsync(3000);
    expect(write.mock.calls).toEqual(Array(3).fill([{ kind: "probe" }]));
    isFull = false;
    await vi.advanceTimersByTimeAsync(5000);
    expect(write).toHaveBeenCalledTimes(4);
    probe.stop();
  });

  it("waits for the last attempt before it makes another one, and makes none after its end", async () => {
    const health = new WriterHealth();
    health.fail("locked");
    let settle = (): void => undefined;
    const write = vi.fn(() => new Promise<boolean>((resolve) => (settle = () => resolve(true))));
    const probe = new HealthProbe(health, { write });
    probe.start();
    await vi.advanceTimersByTimeAsync(5000);
    expect(write).toHaveBeenCalledTimes(1);
    settle();
    await vi.advanceTimersByTimeAsync(1000);
    expect(write).toHaveBeenCalledTimes(2);
    settle();
    probe.stop();
    await vi.advanceTimersByTimeAsync(5000);
    expect(write).toHaveBeenCalledTimes(2);
  });
});
