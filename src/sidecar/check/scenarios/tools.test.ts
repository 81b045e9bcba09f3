import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Behaviour, FakeProcess, ReceivedFrame } from "../fixtures/fake-sidecar.ts";
import { tryScenario, useWaitingClock } from "../fixtures/try-scenario.ts";
import { checkTools, claimsToAsk } from "./tools.ts";

let workspace = "";
beforeEach(() => {
  useWaitingClock();
  workspace = mkdtempSync(join(tmpdir(), "abp-tools-test-"));
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(workspace, { recursive: true });
});

const request = { t: "tool_request", request_id: "1", tool_name: "Write", input: {} };
const ask = (process: FakeProcess, { id }: ReceivedFrame, more: object = {}) =>
  process.send({ ...request, ref_id: id, ...more });
const use = (process: FakeProcess, more: object = {}) =>
  process.event(process.active?.id, { type: "tool_call", tool_name: "Write", input: {}, ...more });
const finish = (process: FakeProcess) => {
  if (process.active !== undefined) process.final(process.active);
};

const tools = async (behaviour: Behaviour) => {
  const { found, frames } = await tryScenario(checkTools, behaviour, {}, workspace);
  return { asks: found["tools.asks"], obeys: found["tools.obeys"], frames };
};

describe("the claim to ask", () => {
  it.each([true, false])("decides whether the rules on tools are tried: %s", async (asksBeforeTools) => {
    const { found, value } = await tryScenario(async (subject) =>
      claimsToAsk(subject, { id: "x", version: null, asksBeforeTools }),
    );
    const skipped = ["skip", "hello does not claim asks_before_tools"];
    expect(value).toBe(asksBeforeTools);
    expect(found).toEqual(asksBeforeTools ? {} : { "tools.asks": skipped, "tools.obeys": skipped });
  });
});

describe("a sidecar that claims to ask", () => {
  it("is kept to a denial first, then allowed", async () => {
    const { asks, obeys, frames } = await tools({
      run: ask,
      decision: (process, { verdict }) => {
        if (verdict === "allow") use(process);
        finish(process);
      },
    });
    expect(frames().map(({ t, verdict, work_order }) => work_order?.task ?? `${t} ${verdict}`)).toEqual([
      "write x",
      "tool_decision deny",
      "write x",
      "tool_decision allow",
    ]);
    expect([asks, obeys]).toEqual([
      ["pass", "a tool_request came before the tool"],
      ["pass", "it used no tool, and ended the run"],
    ]);
  });

  it("is not tried without a hello", async () => {
    const { asks, obeys, frames } = await tools({ hello: () => undefined });
    expect([asks, obeys, frames()]).toEqual([undefined, undefined, []]);
  });

  it("is skipped if the task used no tool", async () => {
    const { asks, obeys, frames } = await tools({});
    const skipped = ["skip", "the task used no tool; give another with --tool-task"];
    expect([asks, obeys, frames().length]).toEqual([skipped, skipped, 1]);
  });

  it("is named for a tool without a question", async () => {
    const { asks, obeys } = await tools({
      run: (process) => {
        process.event(process.active?.id);
        use(process, { tool_name: "W".repeat(50) });
        finish(process);
      },
    });
    expect([asks, obeys]).toEqual([["fail", `it used "${"W".repeat(39)} without a tool_request`], undefined]);
  });

  it("is named for a tool after a denial", async () => {
    const { asks, obeys, frames } = await tools({
      run: ask,
      decision: (process) => {
        use(process);
        finish(process);
      },
    });
    expect([asks, obeys]).toEqual([undefined, ["fail", 'it used "Write" after a verdict of deny']]);
    expect(frames().length).toBe(2);
  });

  it("is named for a file after a denial", async () => {
    writeFileSync(join(workspace, "before"), "");
    const { asks, obeys, frames } = await tools({
      run: ask,
      decision: (process) => {
        writeFileSync(join(workspace, "made"), "");
        finish(process);
      },
    });
    const reason = "it changed the workspace though every tool was denied";
    expect([asks, obeys, frames().length]).toEqual([undefined, ["fail", reason], 2]);
  });

  it("may have files in the workspace from before, and end a denied run with fatal", async () => {
    writeFileSync(join(workspace, "before"), "");
    const { asks, obeys } = await tools({
      run: ask,
      decision: (process, { verdict, ref_id }) => {
        if (verdict === "allow") return finish(process);
        process.active = undefined;
        process.send({ t: "fatal", ref_id, error: "denied" });
      },
    });
    expect([asks?.[0], obeys?.[0]]).toEqual(["pass", "pass"]);
  });

  it("is named if it does not end its run, denied or allowed", async () => {
    const denied = await tools({ run: ask, decision: () => undefined });
    const late = "after a verdict of deny: no final after 30 s";
    expect([denied.asks, denied.obeys]).toEqual([undefined, ["fail", late]]);
    const allowed = await tools({
      run: ask,
      decision: (process, { verdict }) => (verdict === "deny" ? finish(process) : process.leave(2)),
    });
    const reason = "after a verdict of allow: the process ended (exit code 2)";
    expect([allowed.asks?.[0], allowed.obeys]).toEqual(["pass", ["fail", reason]]);
  });

  it.each([{ request_id: 1 }, { tool_name: undefined }, { input: undefined }])(
    "asks with every member: %j",
    async (more) => {
      const { asks } = await tools({
        run: (process, frame) => ask(process, frame, more),
        decision: finish,
      });
      expect(asks).toEqual(["fail", "a tool_request lacks request_id, tool_name or input"]);
    },
  );

  it("uses a request_id once per run", async () => {
    const twice = (ids: readonly string[]) => ({
      run: (process: FakeProcess, frame: ReceivedFrame) => {
        for (const request_id of ids) ask(process, frame, { request_id });
      },
      decision: finish,
    });
    const long = "i".repeat(50);
    expect((await tools(twice([long, long]))).asks).toEqual([
      "fail",
      `two requests have the request_id "${"i".repeat(40)}"`,
    ]);
    expect((await tools(twice(["a", "b"]))).asks?.[0]).toBe("pass");
  });
});
