import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { claudeAgent } from "../claude/agent.ts";
import { codexAgent } from "../codex/agent.ts";
import { geminiAgent } from "../gemini/agent.ts";
import { agentEnvironment } from "./agent-environment.ts";
import type { HostEnvironment } from "./host-environment.ts";

let home: string;
const gateway = { baseUrl: "http://127.0.0.1:9/r/run-1", token: "secret" };

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "abp-home-"));
});

afterEach(() => {
  rmSync(home, { recursive: true, force: true });
});

function host(more: Partial<HostEnvironment> = {}): HostEnvironment {
  return { command: "/bin/agent", arguments: [], keepsAgent: false, home, gateway, ...more };
}

describe("the environment of an agent", () => {
  it("leads every program to the private home", async () => {
    const { env } = await agentEnvironment(claudeAgent, host(), { HOME: "/root", PATH: "/bin" });
    const folders = {
      HOME: home,
      XDG_CONFIG_HOME: join(home, ".config"),
      XDG_DATA_HOME: join(home, ".local", "share"),
      XDG_STATE_HOME: join(home, ".local", "state"),
      XDG_CACHE_HOME: join(home, ".cache"),
      TMPDIR: join(home, "tmp"),
    };
    expect(env).toMatchObject({ ...folders, PATH: "/bin" });
    for (const folder of Object.values(folders)) expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it("begins without temporary files of an earlier run", async () => {
    mkdirSync(join(home, "tmp", "deep"), { recursive: true });
    writeFileSync(join(home, "tmp", "deep", "old"), "");
    writeFileSync(join(home, "kept"), "");
    await agentEnvironment(claudeAgent, host(), {});
    expect(existsSync(join(home, "tmp", "deep"))).toBe(false);
    expect(existsSync(join(home, "tmp"))).toBe(true);
    expect(existsSync(join(home, "kept"))).toBe(true);
  });

  it("has no variables of the host and none that say it runs inside another agent", async () => {
    const inherited = {
      ABP_RUN_ID: "run-1",
      ABP_GATEWAY_TOKEN: "secret",
      ABP_AGENT_COMMAND: "/bin/agent",
      CLAUDECODE: "1",
      CLAUDE_CODE_ENTRYPOINT: "cli",
      CODEX_SANDBOX_NETWORK_DISABLED: "1",
      MY_CLAUDECODE: "kept",
      NOTHING: undefined,
    };
    const { env } = await agentEnvironment(claudeAgent, host({ gateway: undefined }), inherited);
    expect(
      Object.keys(env).filter((name) => !(name.startsWith("XDG_") || name === "HOME" || name === "TMPDIR")),
    ).toEqual(["ABP_RUN_ID", "MY_CLAUDECODE"]);
  });

  it("points the agent at the gateway by variables, with the model", async () => {
    const { env, arguments: args } = await agentEnvironment(
      claudeAgent,
      host(),
      { ANTHROPIC_API_KEY: "own" },
      "m",
    );
    expect(args).toEqual([]);
    expect(env).toMatchObject({
      ANTHROPIC_BASE_URL: gateway.baseUrl,
      ANTHROPIC_AUTH_TOKEN: "secret",
      ANTHROPIC_MODEL: "m",
    });
    expect(env).not.toHaveProperty("ANTHROPIC_API_KEY");
  });

  it("points the agent at the gateway by arguments", async () => {
    const { arguments: args } = await agentEnvironment(codexAgent, host(), {});
    expect(args.join(" ")).toContain(`${gateway.baseUrl}/v1`);
    expect(args.join(" ")).not.toContain("secret");
  });

  it("writes the files of the agent into the home", async () => {
    const { env } = await agentEnvironment(geminiAgent, host(), {}, "m");
    const files = Object.values(env).filter((value) => value.startsWith(join(home, ".abp")));
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) expect(existsSync(file)).toBe(true);
  });

  it("leaves the agent its own account if there is no gateway", async () => {
    const inherited = { ANTHROPIC_API_KEY: "own" };
    const { env, arguments: args } = await agentEnvironment(
      claudeAgent,
      host({ gateway: undefined }),
      inherited,
    );
    expect(env["ANTHROPIC_API_KEY"]).toBe("own");
    expect(env).not.toHaveProperty("ANTHROPIC_BASE_URL");
    expect(args).toEqual([]);
  });
});
