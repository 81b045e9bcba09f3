import { AbpError, type McpServer } from "../../contract/index.ts";
import { isObject, readObject } from "../lines/json-lines.ts";
import type { CommandLine } from "./arguments.ts";
import { type ClaudeFeature, claudeFeatures } from "./features.ts";
import { claudeFlags } from "./flags.ts";
import { type McpConfig, readMcpConfig } from "./mcp/mcp-config.ts";
import { type PermissionMode, readMode } from "./permission/permission-mode.ts";
import { type PermissionRules, readRules } from "./permission/permission-rules.ts";
import { readSettingsRules, type SettingsRules } from "./permission/settings-rules.ts";

/** What a program asks of Claude Code by its command line. */
export interface ClaudeOptions extends PermissionRules {
  readonly prompt: string | undefined;
  readonly input: "text" | "stream-json";
  readonly output: "text" | "json" | "stream-json";
  readonly hasPartialMessages: boolean;
  readonly replaysUserMessages: boolean;
  readonly model: string | undefined;
  readonly maxTurns: number | undefined;
  readonly maxBudgetUsd: number | undefined;
  readonly outputSchema: Readonly<Record<string, unknown>> | undefined;
  readonly instructions: readonly string[];
  /** Whether the program answers questions about tools. */
  readonly hasCallback: boolean;
  readonly mode: PermissionMode;
  readonly mcpServers: Readonly<Record<string, McpServer>>;
  /** The names of MCP servers that run inside of the program. */
  readonly sdkServers: readonly string[];
  readonly sessionId: string | undefined;
  /** The session to continue: its id, or the latest one of the directory. */
  readonly resume: string | "latest" | undefined;
  readonly forks: boolean;
  /** Whether the session may be continued later. */
  readonly keepsSession: boolean;
  /** What is asked for and not done, one sentence each. */
  readonly notes: readonly string[];
}

type ReadText = (path: string) => Promise<string>;

/**
 * Reads the options of a command line. Throws `usage_invalid` for a value that has no meaning, and `capability_unsupported` for
 * what a stand-in cannot do.
 */
export async function readOptions(
  { flags, prompt }: CommandLine,
  readText: ReadText,
): Promise<ClaudeOptions> {
  const has = (name: string) => flags.has(name);
  const value = (name: string) => flags.get(name)?.at(-1);
  const notes = disclosures(flags);
  const settings = await settingsRules(value("--settings"), readText);
  if (settings?.hasMore === true) notes.add(claudeFeatures.settings.words);
  const mode = has("--dangerously-skip-permissions")
    ? "bypassPermissions"
    : readMode(value("--permission-mode") ?? settings?.mode);
  if (mode === "auto") notes.add(claudeFeatures.auto_mode.words);
  const promptTool = value("--permission-prompt-tool");
  if (promptTool !== undefined && promptTool !== "stdio") throw refused("permission_tool");
  const rules = readRules({
    allowed: [...(flags.get("--allowedTools") ?? []), ...(settings?.allowed ?? [])],
    denied: [...(flags.get("--disallowedTools") ?? []), ...(settings?.denied ?? [])],
    asked: settings?.asked,
    offered: flags.get("--tools"),
  });
  if (rules.hasUnreadAllow) notes.add(claudeFeatures.scoped_allow.words);
  const servers = await mcpServers(flags.get("--mcp-config") ?? [], readText);
  const input = choice("--input-format", value("--input-format"), ["text", "stream-json"]);
  // Without control messages, no server inside of a program can be reached.
  if (servers.sdkServers.length > 0 && input === "text") throw refused("mcp_sdk_text");
  return {
    ...rules,
    prompt,
    input,
    output: choice("--output-format", value("--output-format"), ["text", "json", "stream-json"]),
    hasPartialMessages: has("--include-partial-messages"),
    replaysUserMessages: has("--replay-user-messages"),
    model: value("--model"),
    maxTurns: positive("--max-turns", value("--max-turns")),
    maxBudgetUsd: positive("--max-budget-usd", value("--max-budget-usd")),
    outputSchema: schema(value("--json-schema")),
    instructions: await instructions(flags, readText),
    hasCallback: promptTool === "stdio",
    mode,
    mcpServers: servers.servers,
    sdkServers: servers.sdkServers,
    sessionId: value("--session-id"),
    resume: resumed(flags),
    forks: has("--fork-session"),
    keepsSession: !has("--no-session-persistence"),
    notes: [...notes],
  };
}

/** The error of a feature that a stand-in refuses. */
export function refused(feature: ClaudeFeature): AbpError {
  const { words } = claudeFeatures[feature];
  return new AbpError("capability_unsupported", words, { details: { feature } });
}

/** The words of everything that is asked for and not done. Throws for what is refused. */
function disclosures(flags: CommandLine["flags"]): Set<string> {
  const words = new Set<string>();
  for (const [name, values] of flags) {
    const feature = claudeFlags[name]?.feature;
    // An empty list of sources asks for no settings, and none are read.
    if (feature === undefined || (name === "--setting-sources" && values.at(-1) === "")) continue;
    // Its permissions are read, and the rest is disclosed.
    if (name === "--settings") continue;
    const { how, words: said } = claudeFeatures[feature];
    if (how === "refused") throw refused(feature);
    if (how === "disclosed") words.add(said);
  }
  return words;
}

async function settingsRules(
  value: string | undefined,
  readText: ReadText,
): Promise<SettingsRules | undefined> {
  if (value === undefined) return undefined;
  return readSettingsRules(value.trimStart().startsWith("{") ? value : await readText(value));
}

function resumed(flags: CommandLine["flags"]): string | undefined {
  const named = flags.get("--resume")?.at(-1);
  if (named !== undefined) return named;
  if (flags.has("--resume")) throw usage("--resume needs a session id here");
  return flags.has("--continue") ? "latest" : undefined;
}

async function instructions(flags: CommandLine["flags"], readText: ReadText): Promise<string[]> {
  const texts: string[] = [];
  for (const name of ["--system-prompt", "--append-system-prompt"]) {
    texts.push(...(flags.get(name) ?? []));
    for (const path of flags.get(`${name}-file`) ?? []) texts.push(await readText(path));
  }
  return texts.filter((text) => text !== "");
}

async function mcpServers(values: readonly string[], readText: ReadText): Promise<McpConfig> {
  let all: McpConfig = { servers: {}, sdkServers: [] };
  for (const value of values) {
    const text = value.trimStart().startsWith("{") ? value : await readText(value);
    const read = readMcpConfig(text);
    all = {
      servers: { ...all.servers, ...read.servers },
      sdkServers: [...new Set([...all.sdkServers, ...read.sdkServers])],
    };
  }
  return all;
}

function schema(text: string | undefined): Readonly<Record<string, unknown>> | undefined {
  if (text === undefined) return undefined;
  const value = readObject(text);
  if (!isObject(value)) throw usage("--json-schema is not a JSON object");
  return value;
}

function positive(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const number = Number(text);
  if (Number.isFinite(number) && number > 0) return number;
  throw usage(`${name} is ${JSON.stringify(text)}, which is not a positive number`);
}

function choice<Name extends string>(
  flag: string,
  text: string | undefined,
  names: readonly [Name, ...Name[]],
): Name {
  if (text === undefined) return names[0];
  const found = names.find((name) => name === text);
  if (found !== undefined) return found;
  throw usage(`${flag} is ${JSON.stringify(text)}; allowed choices are ${names.join(", ")}`);
}

function usage(message: string): AbpError {
  return new AbpError("usage_invalid", message);
}
