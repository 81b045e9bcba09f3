/** Serves the protocols of vendors' agents on any backend, for programs that stand in for a vendor's executable. */
export { AcpStandIn } from "./acp/acp-stand-in.ts";
export { readCommandLine } from "./claude/arguments.ts";
export { ClaudeStandIn } from "./claude/claude-stand-in.ts";
export { claudeOutput } from "./claude/messages/output-format.ts";
export { failureLine } from "./claude/messages/result-line.ts";
export { CLAUDE_CODE_VERSION } from "./claude/messages/session-lines.ts";
export { type ClaudeOptions, readOptions } from "./claude/options.ts";
export { readCodexCommandLine } from "./codex/arguments.ts";
export { codexRequest } from "./codex/codex-order.ts";
export { CodexStandIn } from "./codex/codex-stand-in.ts";
export { readSettings } from "./codex/settings.ts";
export type { Feature, How } from "./feature.ts";
export { jsonLineWriter, type LineWriter, type TextOutput } from "./lines/line-writer.ts";
export { howOn, type StandInProtocol, standInProtocols } from "./matrix.ts";
export type {
  ModelUse,
  RunEnd,
  RunHooks,
  RunRequest,
  RunStarter,
  StartedRun,
  ToolAnswer,
  ToolQuestion,
} from "./run-starter.ts";
export { Conversation } from "./sessions/conversation.ts";
export { SessionFiles } from "./sessions/session-files.ts";
export type { SessionEntry, SessionTable } from "./sessions/session-table.ts";
