import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { agentConnections } from "../../src/agents/index.ts";
import { sampled } from "../fault-size.ts";
import { openTestGateway, type TestGateway } from "../gateway/test-gateway.ts";
import { agentCases, scriptedPrompt } from "./agent-cases.ts";
import { findExecutable, warnAbsent } from "./installed.ts";
import { Workplace } from "./workplace.ts";

/** Agents that search, on engines of other vendors. The engine's own model name makes it search as that vendor does. */
const rows = [
  { agent: "claude", dialect: "codex", model: "gpt-5" },
  { agent: "claude", dialect: "gemini", model: "gemini-3-pro-preview" },
  { agent: "codex", dialect: "claude", model: "claude-sonnet-4-5" },
  { agent: "codex", dialect: "gemini", model: "gemini-3-pro-preview" },
] as const;

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await openTestGateway({
    engines: {
      "sim-claude": { preset: "sim", dialect: "claude" },
      "sim-codex": { preset: "sim", dialect: "codex" },
      "sim-gemini": { preset: "sim", dialect: "gemini" },
    },
  });
});

afterAll(() => gateway?.close());

describe("a search of a real agent", () => {
  const tried = sampled(rows, ({ agent, dialect }) => dialect === (agent === "claude" ? "gemini" : "claude"));
  for (const { agent, dialect, model } of tried) {
    const executable = findExecutable(agent);
    if (executable === undefined) warnAbsent(agent);
    const agentCase = agentCases.find((one) => one.agent === agent)!;
    it.skipIf(executable === undefined)(
      `is made and counted for ${agentCase.title} on an engine of ${dialect}`,
      async () => {
        const workplace = new Workplace();
        const runId = `search-${agent}-${dialect}`;
        // Claude Code searches in a request of its own; Codex lets its model search.
        const prompt =
          agent === "claude"
            ? scriptedPrompt([{ tool: "WebSearch", input: '{"query":"rain in Kyoto"}' }], "All is done.")
            : "sim: search rain in Kyoto\nsim: say All is done.";
        // A bare Claude Code has no search.
        const words = agentCase.arguments(prompt).filter((word) => word !== "--bare");
        const settings = agent === "codex" ? ["-c", 'web_search="live"', "-c", "tools.web_search=true"] : [];
        try {
          const { exit, out, error } = await workplace.run({
            tool: agentConnections.find((one) => one.name === agent)!,
            executable: executable!,
            arguments: [...settings, ...words],
            stdin: "",
            environment: agentCase.environment?.(workplace.home) ?? {},
            gateway,
            runId,
            engine: `sim-${dialect}`,
            model,
          });
          expect(exit, `${out}\n${error}`).toBe(0);
          expect(out).toContain("All is done.");
          const calls = (await gateway.receipts()).filter(
            ({ observed }) => observed?.call?.parent_run === runId,
          );
          const searches = calls.map(({ usage }) => usage.server_tools?.["web_search"] ?? 0);
          expect(
            searches.reduce((sum, count) => sum + count, 0),
            out,
          ).toBe(1);
          if (agent === "codex") expect(out).toContain("web_search");
        } finally {
          workplace.close();
        }
      },
    );
  }
});
