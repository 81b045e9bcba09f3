import type { Conversation, Tool, ToolUseBlock } from "../../../contract/index.ts";
import { isMembers, type Members } from "../../../dialects/index.ts";
import { parseAsWritten } from "../../../lib/index.ts";
import type { ScriptedCall } from "../prompt/directive.ts";
import { sampleSchema } from "../sample/sample.ts";

/** A call without its id, which the reply adds. */
export type Call = Omit<ToolUseBlock, "type" | "id">;

/** Returns the tools that the model may call in this turn. */
export function callableTools({ tools, toolChoice }: Conversation): Tool[] {
  if (toolChoice?.mode === "none") return [];
  const allowed = toolChoice?.allowed;
  return allowed === undefined ? tools : tools.filter((tool) => allowed.includes(tool.name));
}

/** Finds a tool by its name, its full name, its name in another case, or the last part of its name, in this order. */
export function findConnection(tools: readonly Tool[], name: string): Tool | undefined {
  const folded = name.toLowerCase();
  return (
    tools.find((tool) => tool.name === name) ??
    tools.find((tool) => fullName(tool) === name) ??
    tools.find((tool) => tool.name.toLowerCase() === folded) ??
    tools.find((tool) => isSuffix(tool.name.toLowerCase(), folded))
  );
}

function fullName(tool: Tool): string {
  return tool.kind === "server" || tool.namespace === undefined
    ? tool.name
    : `${tool.namespace}.${tool.name}`;
}

function isSuffix(name: string, end: string): boolean {
  return name.endsWith(`__${end}`) || name.endsWith(`.${end}`);
}

/** Finds the tool that a text names in plain words: `use get_weather`, `call get_weather`. */
export function findMentioned(tools: readonly Tool[], text: string): Tool | undefined {
  if (tools.length === 0) return undefined;
  for (const match of text.matchAll(/\b(?:use|call) [`"']?([\w.-]+)/gi)) {
    const word = match[1]!;
    // A full stop ends the sentence and is not part of the name.
    const name = word.endsWith(".") ? word.slice(0, -1) : word;
    const tool = tools.find((one) => one.kind !== "server" && one.name === name);
    if (tool !== undefined) return tool;
  }
  return undefined;
}

/** Makes a call with the arguments of a directive, or with made-up ones. */
export function makeCall(tool: Tool, scripted?: ScriptedCall): Call {
  const namespace =
    tool.kind === "server" || tool.namespace === undefined ? {} : { namespace: tool.namespace };
  const head = { name: tool.name, ...namespace };
  const given = scripted?.input ?? "";
  if (tool.kind === "custom")
    return { ...head, kind: "custom", input: undefined, inputText: given === "" ? "simulated" : given };
  const schema = tool.kind === "function" ? tool.parameters : undefined;
  return { ...head, kind: "function", input: argumentsOf(schema, given) };
}

function argumentsOf(schema: unknown, given: string): Members {
  if (given === "") return madeUp(schema);
  try {
    const value: unknown = parseAsWritten(given);
    if (isMembers(value)) return value;
  } catch {
    // Plain text becomes the first argument that takes text.
  }
  const name = textArgument(schema);
  return name === undefined ? { input: given } : { ...madeUp(requiredOnly(schema)), [name]: given };
}

function madeUp(schema: unknown): Members {
  const value = sampleSchema(schema ?? {});
  return isMembers(value) ? value : {};
}

function requiredOnly(schema: unknown): unknown {
  if (!isMembers(schema) || !isMembers(schema["properties"])) return schema;
  const required = Array.isArray(schema["required"]) ? (schema["required"] as unknown[]) : [];
  const kept = Object.entries(schema["properties"]).filter(([name]) => required.includes(name));
  return { ...schema, properties: Object.fromEntries(kept) };
}

function textArgument(schema: unknown): string | undefined {
  const properties = isMembers(schema) ? schema["properties"] : undefined;
  if (!isMembers(schema) || !isMembers(properties)) return undefined;
  const required = Array.isArray(schema["required"]) ? (schema["required"] as unknown[]) : [];
  const texts = Object.keys(properties).filter((name) => takesText(properties[name]));
  return texts.find((name) => required.includes(name)) ?? texts[0];
}

function takesText(schema: unknown): boolean {
  if (!isMembers(schema) || schema["enum"] !== undefined) return false;
  const type = schema["type"];
  const types: unknown[] = Array.isArray(type) ? type : [type];
  return types.some((one) => typeof one === "string" && one.toLowerCase() === "string");
}
