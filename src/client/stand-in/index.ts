/** Programs that stand in for a vendor's agent executable: the protocols, on any backend. */
export { readCommandLine } from "./claude/arguments.ts";
export { ClaudeStandIn } from "./claude/claude-stand-in.ts";
export { claudeOutput } from "./claude/messages/output-format.ts";
export { failureLine } from "./claude/messages/result-line.ts";
export { CLAUDE_CODE_VERSION } from "./claude/messages/session-lines.ts";
export { type ClaudeOptions, readOptions } from "./claude/options.ts";
export { jsonLineWriter, type LineWriter, type TextOutput } from "./lines/line-writer.ts";
export type {
  RunEnd,
  RunHooks,
  RunRequest,
  RunStarter,
  StartedRun,
  ToolAnswer,
  ToolQuestion,
} from "./run-starter.ts";
export { SessionFiles } from "./sessions/session-files.ts";
export type { SessionEntry, SessionTable } from "./sessions/session-table.ts";
