import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { buildWorkOrder } from "../../../contract/index.ts";
import { prepareHome } from "../../host/agent-environment.ts";
import { planClaude } from "./launch.ts";

let home: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "abp-claude-home-"));
});

afterEach(() => {
  rmSync(home, { recursive: true, force: true });
});

const gateway = { baseUrl: "http://127.0.0.1:9/r/run-1", token: "secret" };

describe("the start of Claude Code", () => {
  it("is in the workspace, with everything private in the home", () => {
    const order = buildWorkOrder("id", "task", { workspace: { root: "/ws" } });
    const host = { command: "/bin/claude", arguments: ["ignored"], home, gateway, keepsAgent: false };
    const launch = planClaude(order, host, { PATH: "/bin" });
    expect(launch).toMatchObject({
      command: "/bin/claude",
      cwd: "/ws",
      configDirectory: join(home, ".claude"),
    });
    expect(launch.env).toMatchObject({
      HOME: home,
      CLAUDE_CONFIG_DIR: join(home, ".claude"),
      ANTHROPIC_AUTH_TOKEN: "secret",
      CLAUDE_CODE_DISABLE_CLAUDE_MDS: "1",
      CLAUDE_CODE_DISABLE_AUTO_MEMORY: "1",
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      DISABLE_AUTOUPDATER: "1",
      DISABLE_TELEMETRY: "1",
      DISABLE_ERROR_REPORTING: "1",
    });
    expect(launch.env).not.toHaveProperty("ANTHROPIC_MODEL");
    expect(launch.env).not.toHaveProperty("CLAUDE_CODE_EAGER_FLUSH");
    expect(launch.args).not.toContain("--mcp-config");
    expect(launch.args).not.toContain("ignored");
    expect(launch.files).toEqual([]);
    expect(existsSync(join(home, "tmp"))).toBe(false);
  });

  it("writes each turn down before its result if the process stays", () => {
    const host = { command: "/bin/claude", arguments: [], home, gateway, keepsAgent: true };
    const { env } = planClaude(buildWorkOrder("id", "task"), host, {});
    expect(env).toMatchObject({ CLAUDE_CODE_EAGER_FLUSH: "1" });
  });

  it.each([
    ["another model", { config: { model: "n" } }],
    ["another limit", { config: { model: "m", max_turns: 3 } }],
    ["another directory", { workspace: { root: "/elsewhere" } }],
    ["an answer in a form", { outputSchema: { type: "object" } }],
    ["another variable of a server", { mcpServers: { one: { command: "server", env: { KEY: "other" } } } }],
  ])("differs for an order with %s", (_, more) => {
    const options = {
      config: { model: "m" },
      workspace: { root: "/ws" },
      mcpServers: { one: { command: "server", env: { KEY: "k" } } },
    };
    const host = { command: "/bin/claude", arguments: [], home, gateway, keepsAgent: true };
    const plan = (order: object) => planClaude(buildWorkOrder("id", "task", order), host, { PATH: "/bin" });
    const resume = { run_id: "r", session: "s" };
    expect(plan({ ...options, resume })).toEqual(plan(options));
    expect(plan({ ...options, ...more })).not.toEqual(plan(options));
  });

  it("names the model everywhere, and MCP servers in a file for the owner only", async () => {
    const order = buildWorkOrder("id", "task", {
      config: { model: "m" },
      mcpServers: { one: { command: "server" } },
    });
    const host = { command: "/bin/claude", arguments: [], home, gateway: undefined, keepsAgent: false };
    const { args, env, files } = planClaude(order, host, {});
    await prepareHome(host, files);
    const file = join(home, ".abp", "mcp.json");
    expect(env).toMatchObject({ ANTHROPIC_MODEL: "m", CLAUDE_CODE_SUBAGENT_MODEL: "m" });
    expect(args.join(" ")).toContain(`--mcp-config ${file} --model m`);
    expect(JSON.parse(readFileSync(file, "utf8")).mcpServers).toHaveProperty("one");
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });
});
