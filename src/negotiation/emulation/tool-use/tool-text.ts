import type {
  Block,
  Message,
  TextBlock,
  Tool,
  ToolResultBlock,
  ToolUseBlock,
} from "../../../contract/index.ts";
import { textOfJson } from "../../../lib/index.ts";

/** Starts a call. */
export const CALL_OPEN = "<tool_call>";
/** Ends a call. */
export const CALL_CLOSE = "</tool_call>";

/** A tool that the caller runs. A vendor's own tool cannot be described to another model. */
export type CallableTool = Exclude<Tool, { kind: "server" }>;

/** The name of a tool in the prompt. */
export function protocolName(tool: { name: string; namespace?: string | undefined }): string {
  return tool.namespace === undefined ? tool.name : `${tool.namespace}.${tool.name}`;
}

export function describeTool(tool: CallableTool): string {
  const { description } = tool;
  const head = { name: protocolName(tool), ...(description === undefined ? {} : { description }) };
  if (tool.kind === "function") return writeJson({ ...head, parameters: tool.parameters });
  return writeJson({
    ...head,
    parameters: freeform,
    ...(tool.format === undefined ? {} : { format: tool.format }),
  });
}

// The protocol wraps the text of a freeform tool in an object, like any other arguments.
const freeform = { type: "object", properties: { input: { type: "string" } }, required: ["input"] };

/**
 * Writes the calls and results of a conversation as text, in the form that the model must use. Escapes similar text
 * in messages, so that only real calls and results have the form.
 */
export function writeHistory(messages: readonly Message[]): Message[] {
  let calls: readonly ToolUseBlock[] = [];
  return messages.map((message) => {
    if (message.role === "system" || message.role === "developer") return message;
    if (message.role === "assistant") calls = message.content.filter((block) => block.type === "tool_use");
    const content = message.content.flatMap((block) => writeBlock(block, calls));
    return { ...message, role: message.role === "tool" ? "user" : message.role, content };
  });
}

function writeBlock(block: Block, calls: readonly ToolUseBlock[]): readonly Block[] {
  if (block.type === "text") return [{ ...block, text: defuse(block.text) }];
  if (block.type === "tool_use") return [{ ...cacheOf(block), type: "text", text: writeCall(block) }];
  return block.type === "tool_result" ? writeResult(block, calls) : [block];
}

function writeCall(call: ToolUseBlock): string {
  const { input, inputText, kind } = call;
  const isObject = typeof input === "object" && input !== null && !Array.isArray(input);
  const parameters =
    kind === "function" && isObject ? input : { input: inputText ?? textOfJson(input ?? "") };
  return `${CALL_OPEN}${writeJson({ name: protocolName(call), arguments: parameters })}${CALL_CLOSE}`;
}

function writeResult(result: ToolResultBlock, calls: readonly ToolUseBlock[]): readonly Block[] {
  const index = calls.findIndex((call) => call.id === result.id);
  const call = calls[index];
  const name = call === undefined ? result.name : protocolName(call);
  const texts = result.content.filter((block) => block.type === "text");
  const body = writeJson({
    ...(name === undefined ? {} : { name }),
    // The number of the answered call, from one. Calls have no id in this form.
    ...(calls.length > 1 && index !== -1 ? { call: index + 1 } : {}),
    content: texts.map((block) => block.text).join("\n"),
    ...(result.isError === true ? { is_error: true } : {}),
  });
  const written: TextBlock = { ...cacheOf(result), type: "text", text: `<tool_result>${body}</tool_result>` };
  // Images and documents cannot be part of JSON. They follow the text.
  return [written, ...result.content.filter((block) => block.type !== "text")];
}

function cacheOf({ cache }: Pick<TextBlock, "cache">): Pick<TextBlock, "cache"> {
  return cache === undefined ? {} : { cache };
}

function defuse(text: string): string {
  return text.replace(/<(?=\s*\/?\s*tool_(?:call|result)\b)/gi, "&lt;");
}

// In JSON an escape does the same and does not change the value.
function writeJson(value: unknown): string {
  return JSON.stringify(value).replace(/<(?=\s*\/?\s*tool_(?:call|result)\b)/gi, "\\u003c");
}
