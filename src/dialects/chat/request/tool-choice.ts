import { isDeepStrictEqual } from "node:util";
import type { Tool, ToolChoice } from "../../../contract/index.ts";
import { wrongType } from "../../members/cursor.ts";
import { isMembers, type Members } from "../../members/members.ts";
import { keepOwn, ownMembers } from "../../members/own-members.ts";
import { isSpelled, spell } from "../../members/spelling.ts";
import type { Origins } from "../../origins.ts";
import { LEGACY } from "../content/tool-call.ts";
import type { ChatProfile } from "../profile.ts";

const words: Readonly<Record<string, ToolChoice["mode"]>> = {
  auto: "auto",
  none: "none",
  required: "required",
  any: "required", // Mistral's word.
  validated: "auto", // Copilot's word for Gemini's mode that keeps calls to their schemas.
};

/** Reads `tool_choice`; a form that would not be written so again is kept beside its meaning. */
export function readToolChoice(
  value: unknown,
  path: string,
  tools: readonly Tool[],
  profile: ChatProfile,
  origins: Origins,
): ToolChoice {
  const choice = readForm(value, path);
  // Without a mark the kept form stands where it stood: at the request's own `tool_choice`.
  if (!isDeepStrictEqual(writeToolChoice(choice, tools, profile), value))
    return keepOwn(choice, profile.id, { tool_choice: value });
  return origins.mark(choice, path);
}

/** Reads the older `function_call`. */
export function readLegacyChoice(
  value: unknown,
  path: string,
  profile: ChatProfile,
  origins: Origins,
): ToolChoice {
  const name = isMembers(value) ? value["name"] : undefined;
  const choice: ToolChoice = typeof name === "string" ? { mode: "tool", name } : readForm(value, path);
  return origins.mark(spell(choice, profile.id, LEGACY), path);
}

function readForm(value: unknown, path: string): ToolChoice {
  if (typeof value === "string") {
    const mode = Object.hasOwn(words, value) ? words[value] : undefined;
    if (mode === undefined) throw wrongType(path, value, "auto, none, required or a tool");
    return { mode };
  }
  if (!isMembers(value)) throw wrongType(path, value, "auto, none, required or a tool");
  if (value["type"] === "allowed_tools" && isMembers(value["allowed_tools"]))
    return readAllowed(value["allowed_tools"], path);
  const name = nameIn(value);
  if (name === undefined) throw wrongType(path, value, "a choice that names a tool");
  return { mode: "tool", name };
}

function readAllowed(value: Members, path: string): ToolChoice {
  const { mode, tools } = value;
  if (mode !== "auto" && mode !== "required")
    throw wrongType(`${path}.allowed_tools.mode`, mode, "auto or required");
  if (!Array.isArray(tools)) throw wrongType(`${path}.allowed_tools.tools`, tools, "a list");
  const allowed = tools.map((tool: unknown, index) => {
    const name = isMembers(tool) ? nameIn(tool) : undefined;
    if (name === undefined) throw wrongType(`${path}.allowed_tools.tools[${index}]`, tool, "a named tool");
    return name;
  });
  return { mode, allowed };
}

function nameIn(value: Members): string | undefined {
  const inner = value["function"] ?? value["custom"] ?? value;
  const name = isMembers(inner) ? inner["name"] : undefined;
  return typeof name === "string" ? name : undefined;
}

export function writeToolChoice(choice: ToolChoice, tools: readonly Tool[], profile: ChatProfile): unknown {
  const raw = ownMembers(choice, profile.id)["tool_choice"];
  if (raw !== undefined) return raw;
  if (choice.mode === "tool") return reference(choice.name ?? "", tools);
  const listsAllowed = profile.features["tool_choice.allowed"].is === "native";
  if (choice.allowed === undefined || choice.mode === "none" || !listsAllowed) return choice.mode;
  return {
    type: "allowed_tools",
    allowed_tools: { mode: choice.mode, tools: choice.allowed.map((name) => reference(name, tools)) },
  };
}

/** Whether a choice was made in the older form. */
export function isLegacyChoice(choice: ToolChoice, profile: ChatProfile): boolean {
  return isSpelled(choice, profile.id, LEGACY);
}

/** Writes the older `function_call`. */
export function writeLegacyChoice(choice: ToolChoice): unknown {
  return choice.mode === "tool" ? { name: choice.name ?? "" } : choice.mode;
}

function reference(name: string, tools: readonly Tool[]): Members {
  const isCustom = tools.some((tool) => tool.kind === "custom" && tool.name === name);
  return isCustom ? { type: "custom", custom: { name } } : { type: "function", function: { name } };
}
