import { join } from "node:path";
import type { AcpProfile } from "../acp/acp-profile.ts";
import { geminiAgent } from "./agent.ts";
import { setAsideSession } from "./session-files.ts";
import { describeTool } from "./tools.ts";
import { readUsage } from "./usage.ts";

/**
 * Makes it ask for every tool; by itself it asks only for those that change something. It runs a command that it takes for
 * harmless, such as `echo`, all the same, unless the rule is on the arguments of commands.
 */
const POLICY = [
  ...["[[rule]]", 'toolName = "*"', 'decision = "ask_user"', "priority = 998"],
  ...[
    "[[rule]]",
    'toolName = "run_shell_command"',
    'argsPattern = ".*"',
    'decision = "ask_user"',
    "priority = 999",
  ],
  "",
].join("\n");

/** Settings above those of the user: a `.env` of the repository gives it no variables. */
const SYSTEM_SETTINGS = { advanced: { ignoreLocalEnv: true } };

/** How Gemini CLI is driven. */
export const geminiProfile: AcpProfile = {
  agent: geminiAgent,
  arguments: ["--acp"],
  asksBeforeTools: true,
  // Over ACP it runs no `BeforeTool` hook, a policy's reason stays in its log, and to a denial it writes "canceled by the user".
  showsUnknownOptions: true,
  describeTool,
  readUsage,
  authentication: "gemini-api-key",
  mode: "default",
  beforeResume: ({ home }, session) => setAsideSession(join(home, ".abp"), session),
  prepare: ({ host }) => {
    const path = join(host.home, ".abp", "policy.toml");
    const settings = join(host.home, ".abp", "system-settings.json");
    return {
      arguments: ["--policy", path],
      env: { GEMINI_CLI_SYSTEM_SETTINGS_PATH: settings },
      files: [
        { path, content: POLICY },
        { path: settings, content: `${JSON.stringify(SYSTEM_SETTINGS)}\n` },
      ],
    };
  },
};
