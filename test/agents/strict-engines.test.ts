import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { agentConnections } from "../../src/agents/index.ts";
import { openTestGateway, type TestGateway } from "../gateway/test-gateway.ts";
import { agentCases, scriptedPrompt } from "./agent-cases.ts";
import { findExecutable, warnAbsent } from "./installed.ts";
import { Workplace } from "./workplace.ts";

/** Agents on a current model of another vendor. `npm run agents:matrix -- --strict` tries all of them. */
const rows = [
  {
    agent: "claude",
    dialect: "gemini",
    model: "gemini-3.8-flash",
    steps: agentCases.find(({ agent }) => agent === "claude")!.steps,
  },
  {
    agent: "codex",
    dialect: "claude",
    model: "claude-opus-5-5",
    // To a model that it does not know it offers the shell alone.
    steps: () => [
      { tool: "exec_command", input: '{"cmd":"echo hello > hello.txt"}' },
      { tool: "exec_command", input: '{"cmd":"cat hello.txt > copy.txt"}' },
    ],
  },
];

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await openTestGateway({
    engines: {
      "strict-gemini": { preset: "sim", dialect: "gemini", strict: true },
      "strict-claude": { preset: "sim", dialect: "claude", strict: true },
    },
  });
});

afterAll(() => gateway?.close());

describe("an engine that rejects what its vendor rejects", () => {
  for (const { agent, dialect, model, steps } of rows) {
    const executable = findExecutable(agent);
    if (executable === undefined) warnAbsent(agent);
    const agentCase = agentCases.find((one) => one.agent === agent)!;
    it.skipIf(executable === undefined)(
      `accepts every translated request of the real ${agentCase.title} for ${model}`,
      async () => {
        const workplace = new Workplace();
        const runId = `strict-${agent}`;
        const prompt = scriptedPrompt(steps(workplace.repository), "All is done.");
        try {
          const { exit, out, error } = await workplace.run({
            tool: agentConnections.find((one) => one.name === agent)!,
            executable: executable!,
            arguments: agentCase.arguments(prompt),
            stdin: "",
            environment: agentCase.environment?.(workplace.home) ?? {},
            gateway,
            runId,
            engine: `strict-${dialect}`,
            model,
          });
          expect(exit, `${out}\n${error}`).toBe(0);
          expect(workplace.read("copy.txt")).toBe("hello\n");
          const calls = (await gateway.receipts()).filter(
            ({ observed }) => observed?.call?.parent_run === runId,
          );
          expect(calls.length).toBeGreaterThanOrEqual(3);
          for (const { mode, observed } of calls) {
            expect(mode).toBe("mapped");
            expect(observed?.call).toMatchObject({ status: 200, model });
          }
        } finally {
          workplace.close();
        }
      },
    );
  }
});
