import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AgentEvent, Receipt } from "../../../src/contract/index.ts";
import type { RunResult } from "../../../src/runtime/index.ts";
import { hasLevel3 } from "../../../src/sandbox/fixtures/level.ts";
import { sampled } from "../../fault-size.ts";
import { hasPython, verifyWithPython } from "../../runs/fixtures/machine.ts";
import { scriptedPrompt } from "../agent-cases.ts";
import { findExecutable, warnAbsent } from "../installed.ts";
import { agentTools } from "./agent-tools.ts";
import { HostedWorkplace, sumUsage } from "./hosted-workplace.ts";
import { processesOf } from "./processes.ts";
import { applyElsewhere, filesOf } from "./repository.ts";

const isConfined = hasLevel3();
if (!isConfined)
  console.warn("Agents are not run through their hosts: this needs bwrap and user namespaces.");

const messagesOf = (trace: readonly AgentEvent[]) =>
  trace.flatMap((event) => (event.type === "assistant_message" ? [event.text] : []));
const toolsOf = (trace: readonly AgentEvent[], type: "tool_call" | "tool_result") =>
  trace.flatMap((event) => (event.type === type ? [event.tool_name] : []));

/** Agents whose runs are also denied commands and continued: those with protocols of their own. */
const triedFurther = sampled(agentTools, ({ agent }) => agent === "claude" || agent === "codex");

for (const tools of agentTools) {
  const { agent, model, dialect } = tools;
  const isInstalled = findExecutable(agent) !== undefined;
  if (!isInstalled) warnAbsent(agent);
  const engineDialect = dialect === "claude" ? "openai" : "claude";
  const engine = `sim-${engineDialect}`;

  describe.skipIf(!isInstalled || !isConfined)(`${agent}, the real one, through its host at L3`, () => {
    let place: HostedWorkplace;
    let first: RunResult | undefined;
    beforeAll(async () => {
      place = await HostedWorkplace.open();
    });
    afterAll(() => place.close());

    /** Checks what holds for every run: its proof, and that each of its calls is metered and linked. */
    async function checkReceipt(receipt: Receipt): Promise<void> {
      if (hasPython()) expect(await verifyWithPython(place.root, await place.proof(receipt))).toBe("ok");
      const calls = await place.callReceipts(receipt.meta.run_id);
      const { model_calls: metered } = receipt.observed!;
      expect(metered).toMatchObject({ calls: calls.length, refused: 0, usage: sumUsage(calls) });
      expect(metered!.usage.input_tokens).toBeGreaterThan(0);
      const linked = metered!.receipts.map((one) => `${one.run_id} ${one.sha256}`);
      expect(linked.sort()).toEqual(calls.map((one) => `${one.runId} ${one.sha256}`).sort());
      for (const { mode, observed } of calls.map(({ receipt }) => receipt)) {
        expect(mode).toBe("mapped");
        expect(observed?.call).toMatchObject({ engine, engine_dialect: engineDialect, status: 200 });
      }
    }

    it(`edits a file, runs a command after an approval, and is denied a tool, on an engine that speaks ${engineDialect}`, async () => {
      const run = await place.start({
        agent,
        engine,
        model,
        policy: { require_approval_for: ["Bash"], disallowed_tools: ["Write"] },
        approve: ({ subject }) => subject === "Bash",
        task: (workspace) =>
          scriptedPrompt(
            [
              ...tools.edit(join(workspace, "notes.txt"), "two", "2"),
              tools.command("wc -l < notes.txt > count.txt"),
              ...tools.write(join(workspace, "denied.txt"), "never\n"),
            ],
            "All is done.",
          ),
      });
      const result = await run.result;
      const { receipt, error, patch, verification, decisions, enforcement } = result;
      expect(error).toBeUndefined();
      expect([receipt.outcome, enforcement.level, verification.ok]).toEqual(["complete", "L3", true]);

      const original = filesOf(place.repository);
      expect(original["notes.txt"]).toBe("one\ntwo\nthree\n");
      expect(applyElsewhere(place.repository, join(place.root, "clone"), patch!.patch.path)).toEqual({
        ...original,
        "notes.txt": "one\n2\nthree\n",
        "count.txt": "3\n",
      });

      expect(run.questions).toMatchObject([{ subject: "Bash", rule: "require_approval_for[0]" }]);
      const used = decisions.filter(({ operation }) => operation === "use_tool");
      expect(used).toMatchObject([
        { verdict: "approved", subject: "Bash" },
        { verdict: "denied", subject: "Write", rule: "disallowed_tools[0]" },
      ]);
      expect(receipt.observed?.policy_decisions).toEqual(expect.arrayContaining([...used]));
      const called = toolsOf(receipt.trace, "tool_call");
      expect(called.filter((name) => name === "Edit" || name === "Bash")).toEqual(["Edit", "Bash"]);
      expect(called).not.toContain("Write");
      expect(toolsOf(receipt.trace, "tool_result")).toEqual(expect.arrayContaining(called));
      expect(receipt.trace.some(({ type }) => type === "command_executed")).toBe(true);

      await checkReceipt(receipt);
      expect(place.stages()).toEqual([]);
      expect(processesOf(place.root)).toEqual([]);
      expect(readFileSync(join(place.repository, "notes.txt"), "utf8")).toBe("one\ntwo\nthree\n");
      first = result;
    });

    if (!triedFurther.includes(tools)) return;

    it("does not record a denied command as executed", async () => {
      const run = await place.start({
        agent,
        engine,
        model,
        policy: { disallowed_tools: ["Bash"] },
        task: () => scriptedPrompt([tools.command("echo ran > ran.txt")], "It was denied."),
      });
      const { receipt, error, decisions } = await run.result;
      expect(error).toBeUndefined();
      expect(decisions.filter(({ operation }) => operation === "use_tool")).toMatchObject([
        { verdict: "denied", subject: "Bash" },
      ]);
      expect(receipt.trace.filter(({ type }) => type === "command_executed")).toEqual([]);
      expect(toolsOf(receipt.trace, "tool_call")).not.toContain("Bash");
      const results = receipt.trace.filter((event) => event.type === "tool_result");
      for (const result of results) expect(result).toMatchObject({ is_error: true });
      expect(receipt.observed?.workspace?.changes?.added).toBe(0);
    });

    it("continues the conversation: the engine sees the first task again", async () => {
      expect(first, "the first run did not complete").toBeDefined();
      const run = await place.start({ agent, engine, model, resumed: first!, task: () => "Go on." });
      const { receipt, error } = await run.result;
      expect(error).toBeUndefined();
      // Without the first task, which holds these words, the engine repeats the second one.
      expect(messagesOf(receipt.trace).at(-1)).toBe("All is done.");
      expect(receipt.observed?.resumed_run).toBe(first!.receipt.meta.run_id);
      await checkReceipt(receipt);
      expect(place.stages()).toEqual([]);
    });
  });
}
