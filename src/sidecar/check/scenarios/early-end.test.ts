import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ReceivedFrame } from "../fixtures/fake-sidecar.ts";
import { tryScenario, useWaitingClock } from "../fixtures/try-scenario.ts";
import { checkEarlyEnd } from "./early-end.ts";

beforeEach(useWaitingClock);
afterEach(() => {
  vi.useRealTimers();
});

describe("input that ends right after the run", () => {
  it("lets a sidecar finish its run, and waits for its end", async () => {
    let run: ReceivedFrame | undefined;
    const { found, frames, session } = await tryScenario(checkEarlyEnd, {
      run: (_, frame) => {
        run = frame;
      },
      end: (process) => {
        process.final(run!);
        setTimeout(() => process.leave(0), 4000);
      },
    });
    expect(frames().map(({ work_order }) => work_order?.task)).toEqual(["say x"]);
    expect(found["eof.finishes"]).toEqual(["pass", "final came"]);
    expect(session.exit).toMatchObject({ code: 0 });
  });

  it("is no reason to end without a final", async () => {
    const { found } = await tryScenario(checkEarlyEnd, { run: () => undefined });
    expect(found["eof.finishes"]).toEqual(["warn", "the process ended (exit code 0)"]);
  });

  it("is not tried without a hello", async () => {
    const { found, frames } = await tryScenario(checkEarlyEnd, { hello: () => undefined });
    expect([found, frames()]).toEqual([{}, []]);
  });
});
