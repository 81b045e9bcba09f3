import { parse } from "smol-toml";
import { AbpError, McpServer } from "../../contract/index.ts";
import { isObject } from "../lines/json-lines.ts";
import type { CodexFeature } from "./features.ts";

/** The settings of `--config` that have a meaning for every agent. */
export interface CodexSettings {
  readonly model: string | undefined;
  readonly sandbox: string | undefined;
  readonly mcpServers: Readonly<Record<string, McpServer>>;
  readonly deniesWebSearch: boolean;
  /** The features that are asked for and not done. */
  readonly disclosed: ReadonlySet<CodexFeature>;
}

/** What the settings of Codex ask for, by the first part of their name. Settings that are not listed are `other_settings`. */
const FEATURES: Readonly<Record<string, CodexFeature | undefined>> = {
  model: undefined,
  sandbox_mode: undefined,
  mcp_servers: undefined,
  approval_policy: undefined,
  web_search: undefined,
  sandbox_workspace_write: "network",
  model_reasoning_effort: "model_settings",
  model_reasoning_summary: "model_settings",
  model_verbosity: "model_settings",
  openai_base_url: "model_settings",
  model_provider: "model_settings",
  model_providers: "model_settings",
};

/** Reads `key=value` pairs. Throws `usage_invalid` for one that cannot be read. */
export function readSettings(pairs: readonly string[]): CodexSettings {
  const disclosed = new Set<CodexFeature>();
  let all: Record<string, unknown> = {};
  for (const pair of pairs) {
    const cut = pair.indexOf("=");
    if (cut === -1) throw usage(`--config ${JSON.stringify(pair)} is not key=value`);
    const value = readPair(pair.slice(0, cut), pair.slice(cut + 1));
    const [name] = Object.keys(value);
    const feature = Object.hasOwn(FEATURES, name!) ? FEATURES[name!] : "other_settings";
    if (feature !== undefined) disclosed.add(feature);
    all = merge(all, value);
  }
  return {
    model: text(all["model"]),
    sandbox: text(all["sandbox_mode"]),
    mcpServers: servers(all["mcp_servers"]),
    deniesWebSearch: all["web_search"] === "disabled",
    disclosed,
  };
}

// As in Codex, a value that is not TOML is a text.
function readPair(key: string, value: string): Record<string, unknown> {
  for (const written of [value, JSON.stringify(value)]) {
    try {
      return parse(`${key.trim()} = ${written}`);
    } catch {
      // The next spelling is tried.
    }
  }
  throw usage(`--config ${JSON.stringify(key)} is not the name of a setting`);
}

function merge(below: Record<string, unknown>, above: Record<string, unknown>): Record<string, unknown> {
  const merged = { ...below };
  for (const [name, value] of Object.entries(above)) {
    const before = merged[name];
    merged[name] = isObject(before) && isObject(value) ? merge(before, value) : value;
  }
  return merged;
}

function servers(value: unknown): Record<string, McpServer> {
  const entries = isObject(value) ? Object.entries(value) : [];
  return Object.fromEntries(
    entries.map(([name, entry]) => {
      const { command, args, env, url, http_headers: headers } = isObject(entry) ? entry : {};
      const known = Object.entries({ command, args, env, url, headers }).filter(
        ([, member]) => member !== undefined,
      );
      const server = McpServer.safeParse(Object.fromEntries(known));
      if (!server.success)
        throw usage(`the MCP server ${JSON.stringify(name)} has neither a command nor a url`);
      return [name, server.data];
    }),
  );
}

function text(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function usage(message: string): AbpError {
  return new AbpError("usage_invalid", message);
}
