import type {
  Block,
  Conversation,
  Message,
  Reply,
  Tool,
  ToolChoice,
  VendorMembers,
} from "../../../contract/index.ts";
import type { WriterNote } from "../../codec/writer-note.ts";
import type { Dialect } from "../../dialect.ts";
import { isMembers } from "../../members/members.ts";
import { replacing } from "../../origins.ts";

/** The tools that were given another form for the target, by their flat name: the namespace, and the name in it. */
export interface ToolNames {
  /** Freeform tools, which the target sees as functions with one text argument. */
  readonly custom: ReadonlySet<string>;
  /** Tools of a namespace, by the flat name that the target sees. */
  readonly namespaced: ReadonlyMap<string, { readonly namespace: string; readonly name: string }>;
  /** Tools that have calls of a special form in the caller's dialect, with the spelling to add to each call. */
  readonly spelled?: ReadonlyMap<string, VendorMembers>;
  /** Flat names that the target does not take, by the names it sees in their place. */
  readonly renamed?: ReadonlyMap<string, string>;
}

/** The names if no tool was given another form. */
export const noToolNames: ToolNames = { custom: new Set(), namespaced: new Map() };

// A vendor entry without members on a tool, which its calls take over.
const CALL_MARK = /^\w+:call=/;

/** Whether no tool was given another form. */
export function hasPlainTools({ custom, namespaced, spelled, renamed }: ToolNames): boolean {
  return (
    custom.size === 0 && namespaced.size === 0 && (spelled?.size ?? 0) === 0 && (renamed?.size ?? 0) === 0
  );
}

/** The flat name of a tool that the target calls. */
export function flatNameOf(name: string, { renamed }: ToolNames): string {
  return renamed?.get(name) ?? name;
}

/** The one argument of a freeform tool that became a function. */
export const FREEFORM_ARGUMENT = "input";

/** Gives freeform and namespaced tools a form that the target has, in the tools and in the history alike. */
export function wrapTools(
  conversation: Conversation,
  target: Dialect,
): { conversation: Conversation; names: ToolNames } {
  const wrapsCustom = target.features["tool.custom"].is === "rewritten";
  const flattens = target.features["tool.namespace"].is === "rewritten";
  if ((!wrapsCustom && !flattens) || !mentionsTools(conversation))
    return { conversation, names: noToolNames };
  const custom = new Set<string>();
  const namespaced = new Map<string, { namespace: string; name: string }>();
  const spelled = new Map<string, VendorMembers>();
  const tools = conversation.tools.map((tool): Tool => {
    if (tool.kind === "server") return tool;
    for (const key in tool.vendor) if (CALL_MARK.test(key)) spelled.set(tool.name, { [key]: {} });
    const flat = flattens ? flatten(tool, namespaced) : tool;
    if (flat.kind !== "custom" || !wrapsCustom) return replacing(tool, flat);
    custom.add(flat.name);
    return replacing(tool, asFunction(flat));
  });
  const messages = conversation.messages.map((message) => wrapMessage(message, wrapsCustom, flattens));
  const { toolChoice } = conversation;
  const choice = toolChoice === undefined ? {} : { toolChoice: flattenChoice(toolChoice, tools, namespaced) };
  return {
    conversation: { ...conversation, tools, messages, ...choice },
    names: { custom, namespaced, spelled },
  };
}

function wrapMessage(message: Message, wrapsCustom: boolean, flattens: boolean): Message {
  let content: Block[] | undefined;
  for (const [index, block] of message.content.entries()) {
    const wrapped = wrapBlock(block, wrapsCustom, flattens);
    if (wrapped === block) continue;
    content ??= [...message.content];
    content[index] = replacing(block, wrapped);
  }
  return content === undefined ? message : replacing(message, { ...message, content });
}

// A choice may name a tool without its namespace; it means the tool if only one has that name.
function flattenChoice(
  choice: ToolChoice,
  tools: readonly Tool[],
  namespaced: ReadonlyMap<string, { readonly name: string }>,
): ToolChoice {
  const { name, allowed } = choice;
  if (namespaced.size === 0 || (name === undefined && allowed === undefined)) return choice;
  const flat = (own: string) => {
    if (tools.some((tool) => tool.name === own)) return own;
    const found = [...namespaced].filter(([, place]) => place.name === own);
    return found.length === 1 ? found[0]![0] : own;
  };
  return {
    ...choice,
    ...(name === undefined ? {} : { name: flat(name) }),
    ...(allowed === undefined ? {} : { allowed: allowed.map(flat) }),
  };
}

/** Whether a conversation offers tools, chooses among them, or holds their calls or results. */
export function mentionsTools({ tools, toolChoice, messages }: Conversation): boolean {
  return (
    tools.length > 0 ||
    toolChoice !== undefined ||
    messages.some(({ content }) => content.some(({ type }) => type === "tool_use" || type === "tool_result"))
  );
}

/** Gives the caller's tools in a reply their own form back. */
export function unwrapReply(reply: Reply, names: ToolNames): Reply {
  if (hasPlainTools(names)) return reply;
  return {
    ...reply,
    candidates: reply.candidates.map((candidate) => ({
      ...candidate,
      content: candidate.content.map((block) => unwrapBlock(block, names)),
    })),
  };
}

/** Gives one block its own form back. */
export function unwrapBlock(block: Block, names: ToolNames): Block {
  if (block.type !== "tool_use") return block;
  const name = flatNameOf(block.name, names);
  const place = names.namespaced.get(name) ?? { name };
  const mark = names.spelled?.get(name);
  if (mark !== undefined) return { ...block, name, vendor: { ...block.vendor, ...mark } };
  if (block.kind !== "function" || !names.custom.has(name)) return { ...block, ...place };
  const { input, inputText, ...rest } = block;
  return { ...rest, ...place, kind: "custom", input: undefined, inputText: freeformText(input, inputText) };
}

/** The text of a freeform call, from the arguments of the function that stood in for it. */
export function freeformText(input: unknown, inputText: string | undefined): string {
  if (typeof input === "object" && input !== null && FREEFORM_ARGUMENT in input) {
    const value = input[FREEFORM_ARGUMENT];
    return typeof value === "string" ? value : JSON.stringify(value);
  }
  return inputText ?? JSON.stringify(input ?? {});
}

type CallersTool = Exclude<Tool, { kind: "server" }>;

function flatten(
  tool: CallersTool,
  namespaced: Map<string, { namespace: string; name: string }>,
): CallersTool {
  const { namespace, ...rest } = tool;
  if (namespace === undefined) return tool;
  const name = flatName(namespace, tool.name);
  namespaced.set(name, { namespace, name: tool.name });
  return { ...rest, name };
}

/** Says of each tool whose input has a grammar that nothing enforces it, if the tool is written as a function. */
export function noteGrammars(
  { tools }: Conversation,
  target: Dialect,
  note: (note: WriterNote) => void,
): void {
  if (target.features["tool.custom"].is !== "rewritten") return;
  for (const node of tools) {
    if (node.kind !== "custom" || !isMembers(node.format) || node.format["type"] !== "grammar") continue;
    const reason = "the description states the grammar, and nothing enforces it";
    note({ node, at: "", disposition: "disclosed", reason, feature: "tool.custom" });
  }
}

function asFunction(tool: Extract<Tool, { kind: "custom" }>): Tool {
  const { format, kind: _, ...rest } = tool;
  const grammar =
    format === undefined ? "" : `\n\nThe text must follow this format: ${JSON.stringify(format)}`;
  const properties = { [FREEFORM_ARGUMENT]: { type: "string" } };
  return {
    ...rest,
    kind: "function",
    description: `${tool.description ?? ""}${grammar}`,
    parameters: { type: "object", properties, required: [FREEFORM_ARGUMENT] },
  };
}

function wrapBlock(block: Block, wrapsCustom: boolean, flattens: boolean): Block {
  if (block.type === "tool_use") {
    const flat =
      flattens && block.namespace !== undefined
        ? (({ namespace, ...rest }) => ({ ...rest, name: flatName(namespace!, rest.name) }))(block)
        : block;
    if (flat.kind !== "custom" || !wrapsCustom) return flat;
    const { inputText, ...rest } = flat;
    return { ...rest, kind: "function", input: { [FREEFORM_ARGUMENT]: inputText ?? "" } };
  }
  if (block.type === "tool_result" && block.kind === "custom" && wrapsCustom)
    return { ...block, kind: "function" };
  return block;
}

function flatName(namespace: string, name: string): string {
  return `${namespace}__${name}`;
}
