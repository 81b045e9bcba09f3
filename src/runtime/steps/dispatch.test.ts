import { describe, expect, it } from "vitest";
import type { OpenContext, RunContext } from "../../backends/index.ts";
import { RunControl } from "../ending/run-control.ts";
import { FakeBackend } from "../fixtures/fake-backend.ts";
import { order } from "../fixtures/start-run.ts";
import { dispatchOrder, openSession } from "./dispatch.ts";

describe("the session of a run", () => {
  it("is opened with the signal of the run, and killed with it, once", async () => {
    const backend = new FakeBackend();
    const control = new RunControl();
    await openSession(backend, { runId: "r" } as OpenContext, control);
    expect(backend.opened).toEqual({ runId: "r", signal: control.signal });
    control.cancel("stop");
    expect(backend.calls).toEqual(["open"]);
    control.kill();
    control.kill();
    expect(backend.calls).toEqual(["open", "kill"]);
  });

  it("is killed at once if the run was killed while it opened", async () => {
    const backend = new FakeBackend();
    const control = new RunControl();
    backend.onOpen = async () => control.kill();
    await openSession(backend, {} as OpenContext, control);
    expect(backend.calls).toEqual(["open", "kill"]);
  });
});

describe("the order of a run", () => {
  function given(mode: "mapped" | "passthrough", isolation?: "none" | "copy") {
    const one = order({ workspace: { root: "." } });
    const contexts: RunContext[] = [];
    const run = (context: RunContext) => {
      contexts.push(context);
      return undefined as never;
    };
    const stage = isolation === undefined ? undefined : { root: "/stage", isolation };
    dispatchOrder({ run }, one, stage, { mode, runId: "r" } as RunContext);
    expect(contexts[0]).toMatchObject({ mode, runId: "r" });
    const { workOrder } = contexts[0]!;
    return workOrder === one ? "as it is" : workOrder.workspace.root;
  }

  it("names the stage as its workspace, and is left alone if nothing is staged", () => {
    expect(given("mapped")).toBe("as it is");
    expect(given("mapped", "none")).toBe("/stage");
    expect(given("mapped", "copy")).toBe("/stage");
    expect(given("passthrough", "none")).toBe("as it is");
    expect(given("passthrough", "copy")).toBe("/stage");
  });
});
