import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { agentConnections } from "../../src/agents/index.ts";
import { sampled } from "../fault-size.ts";
import { openTestGateway, type TestGateway } from "../gateway/test-gateway.ts";
import { agentCases, type Step, scriptedPrompt } from "./agent-cases.ts";
import { findExecutable, warnAbsent } from "./installed.ts";
import { Workplace } from "./workplace.ts";

const MODEL = "the-only-model";

/** What makes each agent use another model than its main one, if nobody sets all of them. */
const rows: readonly { readonly agent: string; readonly purpose: string; readonly steps: readonly Step[] }[] =
  [
    {
      agent: "claude",
      purpose: "a sub-agent that explores",
      steps: [step("Agent", { description: "d", prompt: "sim: say found", subagent_type: "Explore" })],
    },
    { agent: "gemini", purpose: "a web search", steps: [step("google_web_search", { query: "x" })] },
    {
      agent: "opencode",
      purpose: "a title and a sub-agent",
      steps: [step("task", { description: "d", prompt: "sim: say found", subagent_type: "explore" })],
    },
    {
      agent: "copilot",
      purpose: "a sub-agent that explores",
      steps: [step("task", { agent_type: "explore", name: "n", description: "d", prompt: "sim: say found" })],
    },
    {
      agent: "kimi",
      purpose: "a sub-agent",
      steps: [step("Agent", { description: "d", prompt: "sim: say found", subagent_type: "explore" })],
    },
  ];

let gateway: TestGateway;

beforeAll(async () => {
  const engines = ["claude", "openai", "gemini", "kimi"].map((dialect) => [
    `sim-${dialect}`,
    { preset: "sim", dialect },
  ]);
  gateway = await openTestGateway({ engines: Object.fromEntries(engines) });
});

afterAll(() => gateway?.close());

describe("the model that a user names", () => {
  // Claude Code has most other models. That of each agent's own task, and of its titles, is checked with the task.
  for (const { agent, purpose, steps } of sampled(rows, (row) => row.agent === "claude")) {
    const executable = findExecutable(agent);
    if (executable === undefined) warnAbsent(agent);
    const agentCase = agentCases.find((one) => one.agent === agent)!;
    it.skipIf(executable === undefined)(
      `is the only one that ${agentCase.title} asks for, also for ${purpose}`,
      async () => {
        const workplace = new Workplace();
        const tool = agentConnections.find((one) => one.name === agent)!;
        const prompt = scriptedPrompt(steps, "All is done.");
        try {
          const { exit, out, error } = await workplace.run({
            tool,
            executable: executable!,
            // Its smallest mode has no sub-agents.
            arguments: agentCase.arguments(prompt).filter((word) => word !== "--bare"),
            stdin: agentCase.readsStdin === true ? prompt : "",
            environment: agentCase.environment?.(workplace.home) ?? {},
            gateway,
            runId: `slots-${agent}`,
            engine: `sim-${tool.dialect}`,
            model: MODEL,
          });
          expect(exit, `${out}\n${error}`).toBe(0);
          const calls = (await gateway.receipts()).flatMap(({ observed }) =>
            observed?.call?.parent_run === `slots-${agent}` ? [observed.call] : [],
          );
          expect(calls.length).toBeGreaterThanOrEqual(3);
          expect(new Set(calls.map((call) => call.model))).toEqual(new Set([MODEL]));
        } finally {
          workplace.close();
        }
      },
    );
  }
});

function step(tool: string, input: object): Step {
  return { tool, input: JSON.stringify(input) };
}
