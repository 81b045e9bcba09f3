import { dirname } from "node:path";
import type { McpServer, WorkOrder } from "../../../contract/index.ts";
import { TOKEN_VARIABLE } from "../../connection/agent-connection.ts";
import { vendorKeys } from "./vendor-provider.ts";

/**
 * The settings of a thread, in the members of Codex's own configuration file. They go over the pipe, so no file and no command
 * line holds the variables of an MCP server.
 */
export function threadConfig(cwd: string, { mcp_servers }: Pick<WorkOrder, "mcp_servers">): object {
  return {
    // A thread with full access makes Codex trust the repository, and then the repository's own configuration counts.
    projects: Object.fromEntries(withAncestors(cwd).map((path) => [path, { trust_level: "untrusted" }])),
    // These run at the vendor, where nobody is asked first.
    web_search: "disabled",
    // A goal goes on with turns of its own after the end of ours. Apps and plugins belong to an account at the vendor.
    features: { apps: false, plugins: false, goals: false, image_generation: false },
    tools: { update_plan: { enabled: true } },
    check_for_update_on_startup: false,
    shell_environment_policy: { exclude: [TOKEN_VARIABLE, ...vendorKeys] },
    mcp_servers: Object.fromEntries(
      Object.entries(mcp_servers ?? {}).map(([name, server]) => [name, mcpServer(server)]),
    ),
  };
}

function withAncestors(path: string): string[] {
  const parent = dirname(path);
  return parent === path ? [path] : [path, ...withAncestors(parent)];
}

function mcpServer({ command, args, env, url, headers }: McpServer): object {
  const access =
    url === undefined ? { command, args: args ?? [], env: env ?? {} } : { url, http_headers: headers ?? {} };
  // Codex would use a tool that calls itself read-only without asking.
  return { ...access, default_tools_approval_mode: "prompt" };
}
