import { describe, expect, it } from "vitest";
import { threadConfig } from "./thread-config.ts";

describe("the settings of a thread", () => {
  it("keep Codex from trusting the repository or any folder around it", () => {
    expect(threadConfig("/stages/run/tree", {})).toMatchObject({
      projects: {
        "/stages/run/tree": { trust_level: "untrusted" },
        "/stages/run": { trust_level: "untrusted" },
        "/stages": { trust_level: "untrusted" },
        "/": { trust_level: "untrusted" },
      },
    });
  });

  it("switch off what acts without asking, and hide keys from commands", () => {
    expect(threadConfig("/", {})).toEqual({
      projects: { "/": { trust_level: "untrusted" } },
      web_search: "disabled",
      features: { apps: false, plugins: false, goals: false, image_generation: false },
      tools: { update_plan: { enabled: true } },
      check_for_update_on_startup: false,
      shell_environment_policy: { exclude: ["ABP_TOKEN", "CODEX_API_KEY", "OPENAI_API_KEY"] },
      mcp_servers: {},
    });
  });

  it("name MCP servers, whose tools are all asked for", () => {
    const servers = {
      files: { command: "node", args: ["files.js"], env: { KEY: "v" } },
      plain: { command: "plain" },
      remote: { url: "https://example.org/mcp", headers: { Authorization: "x" } },
      open: { url: "https://example.org/open" },
    };
    expect(threadConfig("/", { mcp_servers: servers })).toMatchObject({
      mcp_servers: {
        files: {
          command: "node",
          args: ["files.js"],
          env: { KEY: "v" },
          default_tools_approval_mode: "prompt",
        },
        plain: { command: "plain", args: [], env: {}, default_tools_approval_mode: "prompt" },
        remote: {
          url: "https://example.org/mcp",
          http_headers: { Authorization: "x" },
          default_tools_approval_mode: "prompt",
        },
        open: { url: "https://example.org/open", http_headers: {}, default_tools_approval_mode: "prompt" },
      },
    });
  });
});
