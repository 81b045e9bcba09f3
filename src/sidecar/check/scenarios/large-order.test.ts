import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { tryScenario, useWaitingClock } from "../fixtures/try-scenario.ts";
import { checkLargeOrder } from "./large-order.ts";

beforeEach(useWaitingClock);
afterEach(() => {
  vi.useRealTimers();
});

describe("a large work order", () => {
  it("has a snippet of the size of the settings", async () => {
    const { found, frames } = await tryScenario(checkLargeOrder, {}, { orderBytes: 32 });
    const [run] = frames() as unknown as { work_order: { task: string; context: object } }[];
    expect(run?.work_order).toMatchObject({
      task: "say x",
      context: { files: [], snippets: [{ name: "large", content: "0123456789abcdef0123456789abcdef" }] },
    });
    expect(found["input.large"]).toEqual(["pass", "final came"]);
  });

  it("fails a sidecar that does not finish it", async () => {
    const { found } = await tryScenario(checkLargeOrder, { run: (process) => process.leave(1) });
    expect(found["input.large"]).toEqual(["fail", "the process ended (exit code 1)"]);
  });

  it("is not sent without a hello", async () => {
    const { found, frames } = await tryScenario(checkLargeOrder, { hello: () => undefined });
    expect([found, frames()]).toEqual([{}, []]);
  });
});
