import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { agentConnections } from "../../src/agents/index.ts";
import type { Receipt } from "../../src/contract/index.ts";
import { sampled } from "../fault-size.ts";
import { openTestGateway, type TestGateway } from "../gateway/test-gateway.ts";
import { type AgentCase, agentCases, scriptedPrompt } from "./agent-cases.ts";
import { findExecutable, warnAbsent } from "./installed.ts";
import { type AgentEnd, Workplace } from "./workplace.ts";

const dialects = ["claude", "openai", "codex", "gemini"];

let gateway: TestGateway;
let runs = 0;

beforeAll(async () => {
  const engines = dialects.map((dialect) => [`sim-${dialect}`, { preset: "sim", dialect }]);
  gateway = await openTestGateway({
    engines: Object.fromEntries(engines),
    // For calls that can name none.
    default_engine: "sim-claude",
    keys: {
      agent: { token: "abp-agent-test-token" },
      strict: { token: "abp-strict-test-token", mode: "strict" },
    },
  });
});

afterAll(() => gateway?.close());

interface Attempt {
  readonly agentCase: AgentCase;
  readonly executable: string;
  readonly engine: string;
  readonly prompt: (folder: string) => string;
  readonly token?: string;
}

interface Outcome extends AgentEnd {
  readonly workplace: Workplace;
  readonly receipts: readonly Receipt[];
}

/** The receipts of the calls that an agent made in a run. */
async function receiptsOf(runId: string): Promise<Receipt[]> {
  return (await gateway.receipts()).filter((receipt) => receipt.observed?.call?.parent_run === runId);
}

/** Lets an agent work in a place of its own, and gives what it left there and in the log. */
async function attempt(one: Attempt, judge: (outcome: Outcome) => void | Promise<void>): Promise<void> {
  const { agentCase, executable, engine, token = "abp-agent-test-token" } = one;
  const workplace = new Workplace();
  try {
    const runId = `agent-run-${++runs}`;
    const prompt = one.prompt(workplace.repository);
    const end = await workplace.run({
      tool: agentConnections.find((tool) => tool.name === agentCase.agent)!,
      executable,
      arguments: agentCase.arguments(prompt),
      stdin: agentCase.readsStdin === true ? prompt : "",
      environment: agentCase.environment?.(workplace.home) ?? {},
      gateway: { baseUrl: gateway.baseUrl, token },
      runId,
      engine,
      model: agentCase.model,
    });
    await judge({ ...end, workplace, receipts: await receiptsOf(runId) });
  } finally {
    workplace.close();
  }
}

for (const agentCase of agentCases) {
  const executable = findExecutable(agentCase.agent);
  if (executable === undefined) warnAbsent(agentCase.agent);
  describe.skipIf(executable === undefined)(`${agentCase.title}, the real one`, () => {
    it.each(sampled(agentCase.engines, (engine) => engine === agentCase.engines[0]))(
      "does a task with its own tools on an engine that speaks %s",
      async (dialect) => {
        const engine = `sim-${dialect}`;
        const prompt = (folder: string) => scriptedPrompt(agentCase.steps(folder), "All is done.");
        await attempt({ agentCase, executable: executable!, engine, prompt }, (outcome) => {
          const { exit, out, error, workplace, receipts } = outcome;
          expect(exit, `${out}\n${error}`).toBe(0);
          expect(workplace.read("hello.txt")).toBe("hello\n");
          expect(workplace.read("copy.txt")).toBe("hello\n");
          expect(out).toContain("All is done.");
          expect(receipts.length).toBeGreaterThanOrEqual(agentCase.steps("").length + 1);
          for (const receipt of receipts) {
            expect(receipt.mode).toBe("mapped");
            expect(receipt.termination?.reason, JSON.stringify(receipt.termination)).toBe("completed");
            expect(receipt.observed?.call).toMatchObject({ engine, engine_dialect: dialect, status: 200 });
            if (agentCase.model !== undefined) expect(receipt.observed?.call?.model).toBe(agentCase.model);
          }
        });
      },
    );
  });
}

describe("Codex with the provider that it has built in", () => {
  const executable = findExecutable("codex");

  it.skipIf(executable === undefined)(
    "does a task over a WebSocket, on an engine of another dialect",
    async () => {
      const workplace = new Workplace();
      const runId = `agent-run-${++runs}`;
      try {
        const prompt = scriptedPrompt(
          [{ tool: "exec_command", input: '{"cmd":"echo hello > hello.txt"}' }],
          "Done.",
        );
        const url = `${gateway.baseUrl}/r/${runId}/v1`;
        const { exit, out, error } = await workplace.run({
          tool: agentConnections.find((tool) => tool.name === "sdk")!,
          executable: executable!,
          arguments: [
            ...["-c", `openai_base_url=${JSON.stringify(url)}`, "-c", 'model="gpt-5.5"', "exec", "--json"],
            ...["--skip-git-repo-check", "--sandbox", "danger-full-access", prompt],
          ],
          stdin: "",
          environment: { CODEX_API_KEY: gateway.token, RUST_LOG: "codex_api=debug" },
          gateway,
          runId,
          engine: "sim-claude",
          model: undefined,
        });
        expect(exit, `${out}\n${error}`).toBe(0);
        expect(workplace.read("hello.txt")).toBe("hello\n");
        expect(error).toContain("responses_websocket");
        const receipts = await receiptsOf(runId);
        expect(receipts.map((receipt) => receipt.termination?.reason)).toEqual(["completed", "completed"]);
        expect(receipts.map((receipt) => receipt.observed?.call?.engine)).toEqual([
          "sim-claude",
          "sim-claude",
        ]);
      } finally {
        workplace.close();
      }
    },
  );
});

describe("a refusal, with strict mode refusing what would be disclosed,", () => {
  const rows = sampled(
    [
      { agent: "claude", engine: "sim-gemini" },
      { agent: "codex", engine: "sim-claude" },
    ],
    ({ agent }) => agent === "codex",
  );
  for (const { agent, engine } of rows) {
    const executable = findExecutable(agent);
    it.skipIf(executable === undefined)(
      `is shown to the user of ${agent}, which gives up after that one call`,
      async () => {
        const agentCase = agentCases.find((one) => one.agent === agent)!;
        const prompt = () => scriptedPrompt([], "This is never said.");
        const one = { agentCase, executable: executable!, engine, prompt, token: "abp-strict-test-token" };
        await attempt(one, ({ exit, out, receipts }) => {
          expect(exit).not.toBe(0);
          expect(out).toContain("cannot be honoured");
          expect(receipts.map((receipt) => receipt.termination?.reason)).toEqual(["refused"]);
          expect(receipts[0]!.observed?.call?.status).toBe(400);
        });
      },
    );
  }
});
