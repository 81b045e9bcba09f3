import type {
  Block,
  Message,
  TextBlock,
  Tool,
  ToolResultBlock,
  ToolUseBlock,
} from "../../../contract/index.ts";

/** What a call is written between. */
export const CALL_OPEN = "<tool_call>";
/** What a call is written between. */
export const CALL_CLOSE = "</tool_call>";

/** A tool that the caller runs; those of a vendor cannot be described to another model. */
export type CallableTool = Exclude<Tool, { kind: "server" }>;

/** The name by which the model is to call a tool. */
export function protocolName(tool: { name: string; namespace?: string | undefined }): string {
  return tool.namespace === undefined ? tool.name : `${tool.namespace}.${tool.name}`;
}

/** Describes a tool in one line of JSON. */
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

// A freeform tool takes one text, which the protocol wraps in an object like every other argument.
const freeform = { type: "object", properties: { input: { type: "string" } }, required: ["input"] };

/**
 * Writes the calls and results of a conversation as text in the form that the model is asked to use.
 * Whatever looks like a call or result in anyone's words is defused, so that only real ones have the form.
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
  const parameters = kind === "function" && isObject ? input : { input: inputText ?? String(input ?? "") };
  return `${CALL_OPEN}${writeJson({ name: protocolName(call), arguments: parameters })}${CALL_CLOSE}`;
}

function writeResult(result: ToolResultBlock, calls: readonly ToolUseBlock[]): readonly Block[] {
  const index = calls.findIndex((call) => call.id === result.id);
  const call = calls[index];
  const name = call === undefined ? result.name : protocolName(call);
  const texts = result.content.filter((block) => block.type === "text");
  const body = writeJson({
    ...(name === undefined ? {} : { name }),
    // Which of several calls it answers, counted from one, since calls carry no id in this form.
    ...(calls.length > 1 && index !== -1 ? { call: index + 1 } : {}),
    content: texts.map((block) => block.text).join("\n"),
    ...(result.isError === true ? { is_error: true } : {}),
  });
  const written: TextBlock = { ...cacheOf(result), type: "text", text: `<tool_result>${body}</tool_result>` };
  // Images and documents cannot stand in JSON; they follow the text.
  return [written, ...result.content.filter((block) => block.type !== "text")];
}

function cacheOf({ cache }: Pick<TextBlock, "cache">): Pick<TextBlock, "cache"> {
  return cache === undefined ? {} : { cache };
}

function defuse(text: string): string {
  return text.replace(/<(?=\s*\/?\s*tool_(?:call|result)\b)/gi, "&lt;");
}

// Inside JSON the same is said with an escape, which changes nothing for whoever reads the value.
function writeJson(value: unknown): string {
  return JSON.stringify(value).replace(/<(?=\s*\/?\s*tool_(?:call|result)\b)/gi, "\\u003c");
}
