import type { ClaudeOptions } from "../options.ts";
import type { PermissionMode } from "../permission/permission-mode.ts";
import { CLAUDE_CODE_VERSION } from "./session-lines.ts";

/** The names of the contract. A backend may have more tools, and names that it lacks are never used. */
const TOOLS: readonly string[] = ["Read", "Write", "Edit", "Bash", "Glob", "Grep", "WebFetch", "WebSearch"];

/** What the first line of a turn says about the session. */
export interface InitFacts {
  readonly cwd: string;
  readonly model: string;
  readonly mode: PermissionMode;
  readonly mcpServers: readonly string[];
  readonly options: Pick<ClaudeOptions, "offered" | "denied">;
}

/** The first line of a turn. */
export function initLine({ cwd, model, mode, mcpServers, options }: InitFacts): object {
  const { offered = TOOLS, denied } = options;
  return {
    type: "system",
    subtype: "init",
    cwd,
    tools: offered.filter((tool) => !denied.includes(tool)),
    mcp_servers: mcpServers.map((name) => ({ name, status: "pending" })),
    model,
    permissionMode: mode,
    slash_commands: [],
    apiKeySource: "none",
    claude_code_version: CLAUDE_CODE_VERSION,
    output_style: "default",
    agents: [],
    skills: [],
    plugins: [],
  };
}
