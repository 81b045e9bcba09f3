import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findAgent } from "../../../src/agents/index.ts";
import type { AgentEvent, Receipt } from "../../../src/contract/index.ts";
import type { RunResult } from "../../../src/runtime/index.ts";
import { hasLevel3 } from "../../../src/sandbox/fixtures/level.ts";
import { sampled } from "../../fault-size.ts";
import { findExecutable } from "../installed.ts";
import { agentTools } from "./agent-tools.ts";
import { type HostedRun, HostedWorkplace } from "./hosted-workplace.ts";

const server = new URL("fixtures/tiny-mcp-server.mjs", import.meta.url).pathname;
/** One dot. */
const png =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** The name that an agent gives to the tool `shout` of the server `tiny`, if it is not the usual one. */
const shoutNames: Readonly<Record<string, string>> = { opencode: "tiny_shout" };
/** Steps by which an agent answers with an object that satisfies a schema, if the answer itself is not one. */
const objectSteps: Readonly<Record<string, string>> = {
  claude: 'sim: call StructuredOutput {"word":"yes"}\nsim: say Done.',
};

const sessionOf = ({ reported }: Receipt) => reported?.find(({ session }) => session !== undefined)?.session;
const lastMessage = ({ trace }: Receipt) =>
  trace.flatMap((event: AgentEvent) => (event.type === "assistant_message" ? [event.text] : [])).at(-1);

for (const tools of sampled(agentTools, ({ agent }) => agent === "codex")) {
  const { agent, dialect } = tools;
  const isRun = findExecutable(agent) !== undefined && hasLevel3();
  const levels = findAgent(agent)!.capabilities;
  const has = (name: keyof typeof levels) => levels[name]?.level === "native";
  // Codex defers the tools of MCP servers with models that it knows.
  const model = agent === "codex" ? "some-model" : tools.model;

  describe.skipIf(!isRun)(`what ${agent} declares as native`, () => {
    let place: HostedWorkplace;
    let first: RunResult | undefined;
    const run = async (more: Pick<HostedRun, "task"> & Partial<HostedRun>): Promise<RunResult> => {
      const engine = dialect === "claude" ? "sim-openai" : "sim-claude";
      const result = await (await place.start({ agent, engine, model, ...more })).result;
      expect([result.error, result.receipt.outcome]).toEqual([undefined, "complete"]);
      return result;
    };
    beforeAll(async () => {
      place = await HostedWorkplace.open();
    });
    afterAll(() => place?.close());

    it.runIf(has("mcp_client"))(
      "includes tools of an MCP server of the work order, which are asked for by the contract's name",
      async () => {
        const tool = shoutNames[agent] ?? "mcp__tiny__shout";
        first = await run({
          task: () => `Shout.\nsim: call ${tool} {"text":"hello"}\nsim: say Shouted.`,
          policy: { require_approval_for: ["mcp__tiny__*"] },
          approve: () => true,
          order: { mcpServers: { tiny: { command: process.execPath, args: [server] } } },
        });
        const used = first.decisions.filter(({ operation }) => operation === "use_tool");
        expect(used).toMatchObject([{ verdict: "approved", subject: "mcp__tiny__shout" }]);
        const results = first.receipt.trace.filter(({ type }) => type === "tool_result");
        expect(JSON.stringify(results)).toContain("HELLO");
      },
    );

    it.runIf(has("session_fork"))(
      "includes a fork: a session of its own that knows the conversation",
      async () => {
        const { meta } = first!.receipt;
        const session = sessionOf(first!.receipt)!;
        const forked = await run({
          resumed: first!,
          task: () => "Go on.",
          order: { resume: { run_id: meta.run_id, session, fork: true } },
        });
        expect(lastMessage(forked.receipt)).toBe("Shouted.");
        expect(sessionOf(forked.receipt)).not.toBe(session);
      },
    );

    it.runIf(has("image_input"))("includes images, which reach the engine", async () => {
      const images = [{ media_type: "image/png", data: png, name: "dot.png" }];
      const { receipt } = await run({ task: () => "Look at it.", order: { context: { images } } });
      expect(lastMessage(receipt)).toContain("I was given an image (image/png, 70 bytes).");
    });

    it.runIf(has("structured_output_json_schema"))("includes an answer that satisfies a schema", async () => {
      const word = { type: "string" };
      const { receipt } = await run({
        task: () => `Answer.\n${objectSteps[agent] ?? ""}`,
        order: {
          outputSchema: {
            type: "object",
            properties: { word },
            required: ["word"],
            additionalProperties: false,
          },
        },
      });
      expect(receipt.reported?.[0]?.structured_output).toEqual({ word: expect.any(String) });
    });
  });
}
