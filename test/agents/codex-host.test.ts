import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { runCodex } from "../../src/agents/codex/host.ts";
import { buildWorkOrder, type WorkOrderOptions } from "../../src/contract/index.ts";
import type { EventDraft, RunResult, ToolDecision } from "../../src/sidecar/index.ts";
import { openTestGateway, type TestGateway } from "../gateway/test-gateway.ts";
import { type Step, scriptedPrompt } from "./agent-cases.ts";
import { findExecutable, warnAbsent } from "./installed.ts";
import { Workplace } from "./workplace.ts";

const executable = findExecutable("codex");
if (executable === undefined) warnAbsent("codex");

let gateway: TestGateway;
let workplace: Workplace;
let asked: { readonly tool: string; readonly input: unknown }[];
let events: EventDraft[];
let verdict: ToolDecision["verdict"];

beforeAll(async () => {
  gateway = await openTestGateway({
    engines: { sim: { preset: "sim", dialect: "claude" } },
    default_engine: "sim",
  });
});
afterAll(() => gateway?.close());

beforeEach(() => {
  workplace = new Workplace();
  asked = [];
  events = [];
  verdict = "allow";
});
afterEach(() => workplace.close());

/** Runs the real Codex in a place of its own, and lets it take the steps. */
function run(steps: readonly Step[], order: WorkOrderOptions = {}, model = "gpt-5.5"): Promise<RunResult> {
  const emit = async (event: EventDraft): Promise<void> => {
    events.push(event);
  };
  const context = {
    runId: "00000000-0000-4000-8000-000000000001",
    workOrder: buildWorkOrder("00000000-0000-4000-8000-000000000002", scriptedPrompt(steps, "Done."), {
      workspace: { root: workplace.repository },
      config: { model },
      ...order,
    }),
    signal: new AbortController().signal,
    emit,
    text: (text: string) => emit({ type: "assistant_delta", text }),
    message: (text: string) => emit({ type: "assistant_message", text }),
    warning: (message: string) => emit({ type: "warning", message }),
    askTool: async (tool: string, input: unknown) => {
      asked.push({ tool, input });
      return { verdict, reason: "as the test says" };
    },
    onSteer: () => undefined,
  };
  const host = {
    command: executable!,
    arguments: [],
    keepsAgent: false,
    home: workplace.home,
    gateway: { baseUrl: `${gateway.baseUrl}/r/codex-host`, token: gateway.token },
  };
  return runCodex(context, { host, inherited: { PATH: process.env["PATH"] } });
}

const command = (cmd: string): Step => ({ tool: "exec_command", input: JSON.stringify({ cmd }) });

describe.skipIf(executable === undefined)("the host of Codex with the real one", () => {
  it("asks for harmless commands too, and reports what they did", async () => {
    const result = await run([command("pwd"), command("ls"), command("env | grep -c TOKEN")]);
    expect(asked.map(({ input }) => (input as { command: string }).command)).toEqual([
      "pwd",
      "ls",
      "env | grep -c TOKEN",
    ]);
    const outputs = events.flatMap((event) =>
      event.type === "command_executed" ? [event.output_preview] : [],
    );
    expect(outputs.at(-1)).toBe("0\n");
    expect(result.outcome).toBe("complete");
  });

  it("runs nothing of what is denied", async () => {
    verdict = "deny";
    const input = "*** Begin Patch\n*** Add File: patched.txt\n+x\n*** End Patch\n";
    const result = await run([
      command("touch touched.txt"),
      { tool: "apply_patch", input: JSON.stringify({ input }) },
    ]);
    expect(asked.map(({ tool }) => tool)).toEqual(["Bash", "Write"]);
    expect(existsSync(join(workplace.repository, "touched.txt"))).toBe(false);
    expect(existsSync(join(workplace.repository, "patched.txt"))).toBe(false);
    expect(result.outcome).toBe("partial");
  });

  it("takes no configuration from the repository", async () => {
    const mark = join(workplace.root, "started");
    mkdirSync(join(workplace.repository, ".codex"));
    writeFileSync(
      join(workplace.repository, ".codex", "config.toml"),
      `model = "of-the-repository"\n[mcp_servers.own]\ncommand = "touch"\nargs = [${JSON.stringify(mark)}]\n`,
    );
    await run([], {}, "gpt-5.5");
    expect(existsSync(mark)).toBe(false);
    expect(existsSync(join(workplace.home, ".codex", "config.toml"))).toBe(false);
  });

  it("asks for a tool of an MCP server that calls itself read-only", async () => {
    const server = join(workplace.root, "server.mjs");
    writeFileSync(server, MCP_SERVER);
    verdict = "deny";
    const mcpServers = { probe: { command: process.execPath, args: [server] } };
    await run([{ tool: "mcp__probe__peek", input: "{}" }], { mcpServers }, "some-model");
    expect(asked).toEqual([{ tool: "mcp__probe__peek", input: {} }]);
    expect(existsSync(join(workplace.root, "peeked"))).toBe(false);
  });
});

const MCP_SERVER = `
import { createInterface } from "node:readline";
import { writeFileSync } from "node:fs";
const answer = (id, result) => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", id, result }) + "\\n");
const tool = { name: "peek", annotations: { readOnlyHint: true }, inputSchema: { type: "object", properties: {} } };
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (method === "initialize") {
    const { protocolVersion } = params;
    answer(id, { protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "probe", version: "1" } });
  } else if (method === "tools/list") answer(id, { tools: [tool] });
  else if (method === "tools/call") {
    writeFileSync(new URL("peeked", import.meta.url), "");
    answer(id, { content: [{ type: "text", text: "peeked" }] });
  } else if (id !== undefined) answer(id, {});
}
`;
