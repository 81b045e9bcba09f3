import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AgentEvent } from "../../../src/contract/index.ts";
import { type DialectId, dialectIds } from "../../../src/dialects/index.ts";
import type { RunResult } from "../../../src/runtime/index.ts";
import { sampled } from "../../fault-size.ts";
import { hasPython, verifyWithPython } from "../../runs/fixtures/machine.ts";
import type { HostedWorkplace } from "../hosts/hosted-workplace.ts";
import { sumUsage } from "../hosts/hosted-workplace.ts";
import { processesOf } from "../hosts/processes.ts";
import { applyElsewhere, filesOf } from "../hosts/repository.ts";
import { isConfined, models, openEnginePlace } from "./engine-place.ts";

/** One by default; the tests of the host run all of them in this process. */
const tried = sampled(dialectIds, (dialect) => dialect === "claude");

const toolsOf = (trace: readonly AgentEvent[], type: "tool_call" | "tool_result") =>
  trace.flatMap((event) => (event.type === type ? [event.tool_name] : []));
const textOf = (trace: readonly AgentEvent[], type: "assistant_delta" | "assistant_message") =>
  trace.flatMap((event) => (event.type === type ? [event.text] : [])).join("");

const task = `Do it.
sim: call list {"pattern":"*.txt"} && call search {"pattern":"^t[wh]"}
sim: call read {"file_path":"notes.txt"}
sim: call edit {"file_path":"notes.txt","old_string":"two","new_string":"2"}
sim: call run {"command":"wc -l < notes.txt > count.txt; env"}
sim: call write {"file_path":"denied.txt","content":"never"}
sim: say All is done.`;

describe.skipIf(!isConfined)("a model with the tools of the engine backend, at L3", () => {
  let place: HostedWorkplace;
  const first = new Map<DialectId, RunResult>();
  beforeAll(async () => {
    place = await openEnginePlace();
  });
  afterAll(() => place?.close());

  it.each(tried)(
    "lists, searches, reads, edits and runs on a strict engine that speaks %s, and is denied what the policy denies",
    async (dialect) => {
      const run = await place.start({
        agent: "engine",
        engine: dialect,
        model: models[dialect],
        policy: { require_approval_for: ["Bash"], disallowed_tools: ["Write"] },
        approve: ({ subject }) => subject === "Bash",
        task: () => task,
      });
      const result = await run.result;
      const { receipt, error, patch, verification, decisions, enforcement } = result;
      expect(error).toBeUndefined();
      expect([receipt.outcome, receipt.mode, enforcement.level, verification.ok]).toEqual([
        "complete",
        "mapped",
        "L3",
        true,
      ]);
      const original = filesOf(place.repository);
      const clone = join(place.root, `clone-${dialect}`);
      expect(applyElsewhere(place.repository, clone, patch!.patch.path)).toEqual({
        ...original,
        "notes.txt": "one\n2\nthree\n",
        "count.txt": "3\n",
      });
      const used = decisions.filter(({ operation }) => operation === "use_tool");
      expect(used).toMatchObject([
        { verdict: "approved", subject: "Bash" },
        { verdict: "denied", subject: "Write", rule: "disallowed_tools[0]" },
      ]);
      const { trace } = receipt;
      expect(toolsOf(trace, "tool_call")).toEqual(["Glob", "Grep", "Read", "Edit", "Bash"]);
      expect(toolsOf(trace, "tool_result")).toEqual(["Glob", "Grep", "Read", "Edit", "Bash", "Write"]);
      const results = trace.filter((event) => event.type === "tool_result");
      expect(results[0]!.output).toBe("notes.txt");
      expect(results[1]!.output).toBe("notes.txt:2:two\nnotes.txt:3:three");
      expect(results[2]!.output).toBe("1\tone\n2\ttwo\n3\tthree");
      expect(results.map(({ is_error }) => is_error)).toEqual([false, false, false, false, false, true]);
      expect(trace).toContainEqual(
        expect.objectContaining({ type: "file_changed", path: "notes.txt", summary: "1 replacement" }),
      );
      // A command gets neither the key of the run nor the address of the gateway.
      expect(results[4]!.output).not.toMatch(/ABP_(?!RUN_ID)|\/r\//);
      expect(textOf(trace, "assistant_delta")).toBe("All is done.");
      expect(textOf(trace, "assistant_message")).toBe("All is done.");

      const calls = await place.callReceipts(receipt.meta.run_id);
      expect(calls.map((call) => call.receipt.mode)).toEqual(Array(6).fill("passthrough"));
      const { model_calls: metered } = receipt.observed!;
      expect(metered).toMatchObject({ calls: 6, refused: 0, usage: sumUsage(calls) });
      expect(metered).not.toHaveProperty("mismatch");
      expect(receipt.usage).toMatchObject(sumUsage(calls));
      if (hasPython()) expect(await verifyWithPython(place.root, await place.proof(receipt))).toBe("ok");
      expect([place.stages(), processesOf(place.root)]).toEqual([[], []]);
      first.set(dialect, result);
    },
  );

  it("goes on with the conversation, also in a copy, and also on an engine of another dialect", async () => {
    const session = (result: RunResult) => result.receipt.reported?.[0]?.session;
    const earlier = first.get("claude")!;
    for (const [engine, fork] of [
      ["claude", false],
      ["gemini", true],
    ] as const) {
      const resume = { run_id: earlier.receipt.meta.run_id, session: session(earlier)!, fork };
      const run = await place.start({
        agent: "engine",
        engine,
        model: models[engine],
        resumed: earlier,
        order: { resume, workspace: { root: place.repository }, config: { model: models[engine] } },
        task: () => "Go on.",
      });
      const result = await run.result;
      expect([result.error, result.receipt.outcome]).toEqual([undefined, "complete"]);
      // Without the first task, which holds these words, the engine repeats the second one.
      expect(textOf(result.receipt.trace, "assistant_message")).toBe("All is done.");
      expect(session(result) === session(earlier)).toBe(!fork);
    }
  });
});
