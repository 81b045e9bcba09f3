import type { JsonObject } from "../../lib/index.ts";
import { isObject, textMember } from "../lines/json-lines.ts";
import { claudeFeatures } from "./features.ts";
import { refused } from "./options.ts";

/** What a program says in its first control request. */
export interface Initialization {
  readonly hooks: unknown;
  readonly outputSchema: Readonly<Record<string, unknown>> | undefined;
  readonly instructions: readonly string[];
  /** The names of MCP servers that run inside of the program. */
  readonly sdkServers: readonly string[];
  readonly notes: readonly string[];
}

/** Members that ask for a part of Claude Code that no backend has. */
const DISCLOSED = {
  agents: "agents",
  skills: "settings",
  plugins: "settings",
  toolAliases: "settings",
  planModeInstructions: "settings",
  appendSubagentSystemPrompt: "agents",
} as const;

/** Reads an `initialize`. Throws `capability_unsupported` for what is refused. */
export function readInitialization(request: JsonObject): Initialization {
  if (!isEmpty(request["managedSettings"])) throw refused("managed_settings");
  const { systemPrompt: prompts, jsonSchema } = request;
  const append = textMember(request, "appendSystemPrompt");
  const texts = [...(Array.isArray(prompts) ? prompts : [prompts]), append];
  const asked = Object.entries(DISCLOSED).filter(([member]) => !isEmpty(request[member]));
  const notes = new Set(asked.map(([, feature]) => claudeFeatures[feature].words));
  return {
    hooks: request["hooks"],
    outputSchema: isObject(jsonSchema) ? jsonSchema : undefined,
    instructions: texts.filter((text) => typeof text === "string").filter((text) => text !== ""),
    sdkServers: strings(request["sdkMcpServers"]),
    notes: [...notes],
  };
}

function strings(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === "") return true;
  return typeof value === "object" && Object.keys(value).length === 0;
}
