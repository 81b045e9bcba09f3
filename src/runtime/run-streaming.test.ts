import { getEventListeners } from "node:events";
import { describe, expect, it } from "vitest";
import { buildWorkOrder } from "../contract/index.ts";
import { FakeBackend, untilCancelled } from "./fixtures/fake-backend.ts";
import { FakeLog } from "./fixtures/fake-log.ts";
import { startRun } from "./fixtures/start-run.ts";
import { takeAll } from "./fixtures/take-all.ts";
import { runStreaming } from "./run-streaming.ts";

describe("a run that no receipt could name", () => {
  const software = { name: "test", version: "1" };
  const id = "01890a5d-ac96-774b-bcce-b302099a8057";
  const begin = (name: string, orderId: string, newId?: () => string) => () =>
    runStreaming(
      Object.assign(new FakeBackend(), { name }),
      { ...buildWorkOrder(id, "do it"), id: orderId },
      { software, log: new FakeLog(), ...(newId === undefined ? {} : { newId }) },
    );

  it.each(["", "1", "x y", `${id}0`, `{${id}}`, "\ud800"])(
    "is refused before it begins: a work order with the id %j",
    (orderId) => {
      expect(begin("mock", orderId)).toThrow(
        expect.objectContaining({ code: "validation_failed", message: expect.stringContaining("$.id") }),
      );
    },
  );

  it.each(["", " ", "a\ud800"])("is refused before it begins: a backend with the name %j", (name) => {
    expect(begin(name, id)).toThrow(
      expect.objectContaining({ code: "validation_failed", message: expect.stringContaining("backend") }),
    );
  });

  it.each(["", "run-1"])("is refused before it begins: the run id %j", (runId) => {
    expect(begin("mock", id, () => runId)).toThrow(
      expect.objectContaining({ code: "validation_failed", message: expect.stringContaining("run") }),
    );
  });
});

describe("the handle of a run", () => {
  it("names the run with a new id, and begins after it was handed out", async () => {
    const steps: string[] = [];
    const onStep = (step: string) => steps.push(step);
    const run = startRun(new FakeBackend(), { options: { onStep } });
    expect(steps).toEqual([]);
    expect(run.runId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    const { receipt } = await run.result;
    expect(receipt.meta.run_id).toBe(run.runId);
    expect(await run.receipt).toBe(receipt);
    expect(Math.abs(Date.parse(receipt.meta.started_at) - Date.now())).toBeLessThan(60_000);
    expect(startRun(new FakeBackend()).runId).not.toBe(run.runId);
  });

  it("leaves no listener on the signal of the caller, which cancels it with its reason until then", async () => {
    const controller = new AbortController();
    const { signal } = controller;
    const completed = startRun(new FakeBackend(), { options: { signal } });
    expect(getEventListeners(signal, "abort")).toHaveLength(1);
    expect((await completed.receipt).termination?.reason).toBe("completed");
    expect(getEventListeners(signal, "abort")).toHaveLength(0);
    const backend = new FakeBackend((context) => untilCancelled(context));
    backend.onOpen = async () => controller.abort("the end of the day");
    const cancelled = await startRun(backend, { options: { signal } }).receipt;
    expect(cancelled.termination?.message).toBe("the caller cancelled the run: the end of the day");
    const late = await startRun(backend, { options: { signal } }).receipt;
    expect(late.termination?.message).toBe("the caller cancelled the run: the end of the day");
  });

  it.each(["receipt", "result", "events"] as const)(
    "leaves no rejection that nobody handles where the caller only waits for the %s",
    async (member) => {
      const unhandled: unknown[] = [];
      const listener = (error: unknown) => unhandled.push(error);
      process.on("unhandledRejection", listener);
      const log = new FakeLog();
      log.ledger.append = () => Promise.reject(new Error("full"));
      const run = startRun(new FakeBackend(), { options: { log } });
      if (member === "events") await takeAll(run.events);
      else await expect(run[member]).rejects.toThrow("full");
      // Node reports an unhandled rejection before the next turn of the event loop.
      await new Promise(setImmediate);
      process.off("unhandledRejection", listener);
      expect(unhandled).toEqual([]);
    },
  );

  it("ends the events if not even the end of the run can be recorded", async () => {
    const backend = new FakeBackend();
    let isBroken = false;
    backend.onOpen = async () => {
      isBroken = true;
      throw new Error("it did not start");
    };
    const now = () => {
      if (isBroken) throw new Error("the clock is gone");
      return new Date(0);
    };
    const run = startRun(backend, { options: { now } });
    expect(await takeAll(run.events)).toEqual([]);
    await expect(run.result).rejects.toThrow("the clock is gone");
  });
});
