import type { Block, Conversation, Message, Tool, ToolChoice } from "../../../contract/index.ts";
import { sha256Hex } from "../../../lib/index.ts";
import type { ModelLimits } from "../../../models/index.ts";
import type { WriterNote } from "../../codec/writer-note.ts";
import { replacing } from "../../origins.ts";

type NameLimits = NonNullable<ModelLimits["toolNames"]>;

/** The rule that a note of a renamed tool carries. */
export const TOOL_NAME_RULE = "tools.names";

const HASH_LENGTH = 8;

/**
 * Gives tools names that the target takes: in the tools, the choice and the history alike. The same name always
 * becomes the same one, and never that of another tool. `renamed` holds the caller's names by the new ones.
 */
export function renameTools(
  conversation: Conversation,
  limits: NameLimits | undefined,
  note: (note: WriterNote) => void,
): { conversation: Conversation; renamed: ReadonlyMap<string, string> } {
  const names = new TargetNames(conversation.tools, limits ?? {});
  const renamed = names.originals;
  // A tool that the vendor runs has the vendor's own name.
  const hosted = new Set(conversation.tools.flatMap(({ kind, name }) => (kind === "server" ? [name] : [])));
  if (!names.isLimited || !hasUnfit(conversation, names, hosted)) return { conversation, renamed };
  const tools = conversation.tools.map((tool): Tool => {
    if (tool.kind === "server" || names.fits(tool.name)) return tool;
    const name = names.of(tool.name);
    const reason = `the target takes no such name; it sees ${name}, and calls come back under the caller's`;
    note({
      node: tool,
      at: "",
      disposition: "mapped",
      reason,
      feature: `tool.${tool.kind}`,
      rule: TOOL_NAME_RULE,
    });
    return replacing(tool, { ...tool, name });
  });
  const messages = conversation.messages.map((message) => renameIn(message, names));
  const { toolChoice } = conversation;
  const choice = toolChoice === undefined ? {} : { toolChoice: renameChoice(toolChoice, names, hosted) };
  return { conversation: { ...conversation, tools, messages, ...choice }, renamed };
}

class TargetNames {
  readonly #limits: NameLimits;
  readonly #taken: Set<string>;
  readonly #given = new Map<string, string>();
  /** The caller's names, by those that the target sees. */
  readonly originals = new Map<string, string>();

  constructor(tools: readonly Tool[], limits: NameLimits) {
    this.#limits = limits;
    this.#taken = new Set(this.isLimited ? tools.map(({ name }) => name) : []);
  }

  get isLimited(): boolean {
    return this.#limits.pattern !== undefined || this.#limits.maxLength !== undefined;
  }

  fits(name: string): boolean {
    const { pattern, maxLength } = this.#limits;
    return (maxLength === undefined || name.length <= maxLength) && (pattern?.test(name) ?? true);
  }

  /** The name at the target; the name itself if it fits. */
  of(name: string): string {
    if (this.fits(name)) return name;
    const before = this.#given.get(name);
    if (before !== undefined) return before;
    const given = this.#make(name);
    this.#taken.add(given);
    this.#given.set(name, given);
    this.originals.set(given, name);
    return given;
  }

  #make(name: string): string {
    const hash = sha256Hex(name);
    const maxLength = this.#limits.maxLength ?? Number.POSITIVE_INFINITY;
    const readable = name.replace(/[^A-Za-z0-9_-]+/g, "_").replace(/^[^A-Za-z]+/, "");
    for (let length = HASH_LENGTH; ; length += 1) {
      const suffix = `_${hash.slice(0, length)}`;
      const given = `${readable.slice(0, maxLength - suffix.length) || "tool"}${suffix}`;
      if (!this.#taken.has(given) || length >= hash.length) return given;
    }
  }
}

function hasUnfit(
  { tools, toolChoice, messages }: Conversation,
  names: TargetNames,
  hosted: ReadonlySet<string>,
): boolean {
  return (
    tools.some((tool) => tool.kind !== "server" && !names.fits(tool.name)) ||
    (toolChoice?.allowed ?? []).some((name) => !hosted.has(name) && !names.fits(name)) ||
    messages.some(({ content }) => content.some((block) => isUnfit(block, names)))
  );
}

function isUnfit(block: Block, names: TargetNames): boolean {
  if (block.type === "tool_use") return !names.fits(block.name);
  return block.type === "tool_result" && block.name !== undefined && !names.fits(block.name);
}

function renameIn(message: Message, names: TargetNames): Message {
  if (!message.content.some((block) => isUnfit(block, names))) return message;
  const content = message.content.map((block): Block => {
    if (!isUnfit(block, names)) return block;
    if (block.type === "tool_use") return replacing(block, { ...block, name: names.of(block.name) });
    if (block.type !== "tool_result" || block.name === undefined) return block;
    return replacing(block, { ...block, name: names.of(block.name) });
  });
  return replacing(message, { ...message, content });
}

function renameChoice(choice: ToolChoice, names: TargetNames, hosted: ReadonlySet<string>): ToolChoice {
  const { name, allowed } = choice;
  const nameOf = (one: string): string => (hosted.has(one) ? one : names.of(one));
  return {
    ...choice,
    ...(name === undefined ? {} : { name: nameOf(name) }),
    ...(allowed === undefined ? {} : { allowed: allowed.map(nameOf) }),
  };
}
