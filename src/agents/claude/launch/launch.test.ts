import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { buildWorkOrder } from "../../../contract/index.ts";
import { prepareClaude } from "./launch.ts";

let home: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "abp-claude-home-"));
});

afterEach(() => {
  rmSync(home, { recursive: true, force: true });
});

const gateway = { baseUrl: "http://127.0.0.1:9/r/run-1", token: "secret" };

describe("the start of Claude Code", () => {
  it("is in the workspace, with everything private in the home", async () => {
    const order = buildWorkOrder("id", "task", { workspace: { root: "/ws" } });
    const host = { command: "/bin/claude", arguments: ["ignored"], home, gateway };
    const launch = await prepareClaude(order, host, { PATH: "/bin" });
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
    expect(launch.args).not.toContain("--mcp-config");
    expect(launch.args).not.toContain("ignored");
    expect(existsSync(join(home, ".abp", "mcp.json"))).toBe(false);
  });

  it("names the model everywhere, and MCP servers in a file for the owner only", async () => {
    const order = buildWorkOrder("id", "task", {
      config: { model: "m" },
      mcpServers: { one: { command: "server" } },
    });
    const host = { command: "/bin/claude", arguments: [], home, gateway: undefined };
    const { args, env } = await prepareClaude(order, host, {});
    const file = join(home, ".abp", "mcp.json");
    expect(env).toMatchObject({ ANTHROPIC_MODEL: "m", CLAUDE_CODE_SUBAGENT_MODEL: "m" });
    expect(args.join(" ")).toContain(`--mcp-config ${file} --model m`);
    expect(JSON.parse(readFileSync(file, "utf8")).mcpServers).toHaveProperty("one");
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });
});
