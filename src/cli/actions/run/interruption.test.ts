import { describe, expect, it } from "vitest";
import { stopOnSignals } from "./interruption.ts";

function open(controller = new AbortController()) {
  const done: string[] = [];
  let again: ((name: NodeJS.Signals) => void) | undefined;
  const stop = stopOnSignals(
    {
      signal: controller.signal,
      onRepeatedSignal: (listener) => {
        again = listener;
        return () => {
          again = undefined;
        };
      },
    },
    { cancel: (reason) => done.push(`cancel ${reason}`), kill: () => done.push("kill") },
    { step: (step) => done.push(`step ${step}`), note: (_, text) => done.push(text) },
  );
  return { done, controller, stop, again: (name: NodeJS.Signals) => again?.(name) };
}

const GRACE = "cancelling, the agent has 5 s to end; a second signal kills it";

describe("a run that a signal stops", () => {
  it("is cancelled at the first Ctrl-C and killed at the second, and says so", () => {
    const { done, controller, again } = open();
    controller.abort("SIGINT");
    expect(done).toEqual(["step cancel", `Ctrl-C: ${GRACE}`, "cancel SIGINT"]);
    done.length = 0;
    again("SIGINT");
    expect(done).toEqual(["step kill", "Ctrl-C again: killing the agent", "kill"]);
  });

  it("is cancelled by SIGTERM, and at once if the signal came before the run", () => {
    const early = new AbortController();
    early.abort("SIGTERM");
    expect(open(early).done).toEqual(["step cancel", `SIGTERM: ${GRACE}`, "cancel SIGTERM"]);
  });

  it("is cancelled when standard output is closed", () => {
    const { done, controller } = open();
    controller.abort("SIGPIPE");
    expect(done.at(-1)).toBe("cancel SIGPIPE");
    expect(done[1]).toContain("standard output is closed");
  });

  it("hears nothing any more once it is over", () => {
    const { done, controller, stop, again } = open();
    stop();
    controller.abort("SIGINT");
    again("SIGINT");
    expect(done).toEqual([]);
  });
});
