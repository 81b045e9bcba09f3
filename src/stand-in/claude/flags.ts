import type { ClaudeFeature } from "./features.ts";

/** One flag of Claude Code. */
export interface Flag {
  /** Whether it has a value: in the next argument or after `=`. A list takes all arguments up to the next flag. */
  readonly value: "none" | "one" | "optional" | "list";
  /** The feature that it asks for. Undefined if it changes nothing here. */
  readonly feature?: ClaudeFeature;
}

const switchFor = (feature?: ClaudeFeature): Flag => ({ value: "none", ...(feature && { feature }) });
const valueFor = (feature?: ClaudeFeature): Flag => ({ value: "one", ...(feature && { feature }) });
const listFor = (feature: ClaudeFeature): Flag => ({ value: "list", feature });

/** Every flag that Claude Code's SDKs may pass. Others are refused as Claude Code refuses them. */
export const claudeFlags: Readonly<Record<string, Flag>> = {
  "--print": switchFor(),
  "--output-format": valueFor("messages"),
  "--input-format": valueFor("messages"),
  "--verbose": switchFor(),
  "--include-partial-messages": switchFor("partial_messages"),
  "--replay-user-messages": switchFor("messages"),
  "--model": valueFor("model"),
  "--max-turns": valueFor("limits"),
  "--max-budget-usd": valueFor("limits"),
  "--json-schema": valueFor("structured_output"),
  "--system-prompt": valueFor("system_prompt"),
  "--system-prompt-file": valueFor("system_prompt"),
  "--append-system-prompt": valueFor("system_prompt"),
  "--append-system-prompt-file": valueFor("system_prompt"),
  "--permission-prompt-tool": valueFor("permission_callback"),
  "--permission-prompts": valueFor("diagnostics"),
  "--permission-mode": valueFor("permission_modes"),
  "--dangerously-skip-permissions": switchFor("permission_modes"),
  "--allow-dangerously-skip-permissions": switchFor(),
  "--allowedTools": listFor("permission_rules"),
  "--disallowedTools": listFor("permission_rules"),
  "--tools": listFor("permission_rules"),
  "--mcp-config": listFor("mcp_servers"),
  "--strict-mcp-config": switchFor(),
  "--resume": { value: "optional", feature: "resume" },
  "--continue": switchFor("resume"),
  "--fork-session": switchFor("fork"),
  "--session-id": valueFor("resume"),
  "--no-session-persistence": switchFor("resume"),
  "--resume-session-at": valueFor("resume_at"),
  "--resume-drops-turn": valueFor("resume_at"),
  "--thinking": valueFor("model_settings"),
  "--max-thinking-tokens": valueFor("model_settings"),
  "--thinking-display": valueFor("model_settings"),
  "--effort": valueFor("model_settings"),
  "--task-budget": valueFor("model_settings"),
  "--betas": listFor("model_settings"),
  "--fallback-model": valueFor("model_settings"),
  "--agent": valueFor("agents"),
  "--agents": valueFor("agents"),
  "--setting-sources": valueFor("settings"),
  "--settings": valueFor("settings"),
  "--plugin-dir": valueFor("settings"),
  "--plugin-dir-no-mcp": valueFor("settings"),
  "--channels": valueFor("settings"),
  "--project-config-root": valueFor("settings"),
  "--managed-settings": valueFor("managed_settings"),
  "--managed-settings-in-initialize": switchFor("managed_settings"),
  "--add-dir": listFor("directories"),
  "--include-hook-events": switchFor("diagnostics"),
  "--session-mirror": switchFor("diagnostics"),
  "--debug": { value: "optional" },
  "--debug-file": valueFor(),
  "--debug-to-stderr": switchFor(),
  "--await-initialize": switchFor(),
  "--version": switchFor(),
};

/** Short and other spellings of flags. */
export const flagAliases: Readonly<Record<string, string>> = {
  "-p": "--print",
  "-c": "--continue",
  "-r": "--resume",
  "-d": "--debug",
  "-v": "--version",
  "--allowed-tools": "--allowedTools",
  "--disallowed-tools": "--disallowedTools",
};
