// Derived from the list in names/index.ts by `npm run generate`. Do not edit.
import { acpAgent } from "./acp/agent.ts";
import type { Agent } from "./agent.ts";
import { claudeAgent } from "./claude/agent.ts";
import { codexAgent } from "./codex/agent.ts";
import { copilotAgent } from "./copilot/agent.ts";
import { engineAgent } from "./engine/agent.ts";
import { geminiAgent } from "./gemini/agent.ts";
import { jsonlAgent } from "./jsonl/agent.ts";
import { kimiAgent } from "./kimi/agent.ts";
import type { AgentName } from "./names/index.ts";
import { opencodeAgent } from "./opencode/agent.ts";

/** Every registered agent by its name. */
export const agentModules: Readonly<Record<AgentName, Agent>> = {
  claude: claudeAgent,
  codex: codexAgent,
  gemini: geminiAgent,
  opencode: opencodeAgent,
  copilot: copilotAgent,
  kimi: kimiAgent,
  engine: engineAgent,
  acp: acpAgent,
  jsonl: jsonlAgent,
};
