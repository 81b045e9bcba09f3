import type { Block, Conversation, Message, ToolResultBlock } from "../../../contract/index.ts";
import { type Directives, readDirectives } from "./directive.ts";

/** The parts of a conversation to which the simulator reacts. */
export interface Prompt {
  /** The last text of the user, without the tagged reminders that agents add. */
  readonly said: string;
  /** Media blocks of the user's last message. */
  readonly media: readonly Block[];
  /** Tool results since the model's last message, with the names of the tools. */
  readonly results: readonly { readonly name: string; readonly block: ToolResultBlock }[];
  readonly directives: Directives | undefined;
  /** Number of turns with tool calls since the message with the directives. */
  readonly stepsDone: number;
  /** Whether the model has called tools since the user's last text. */
  readonly hasCalledTools: boolean;
}

export function readPrompt({ messages }: Conversation): Prompt {
  const last = findLast(messages, (message) => message.role === "user" && textOf(message).trim() !== "");
  const script = findScript(messages);
  return {
    said: last === -1 ? "" : withoutReminders(textOf(messages[last]!)),
    media: mediaOf(messages),
    results: resultsOf(messages),
    directives: script?.directives,
    stepsDone: script === undefined ? 0 : countTurns(messages, script.index),
    hasCalledTools: last !== -1 && countTurns(messages, last) > 0,
  };
}

/** Quotes a text on one line, cut to `length` characters. */
export function quote(text: string, length = 160): string {
  const line = firstWords(text, length);
  if (line.length <= length) return `"${line}"`;
  const cut = line.slice(0, length);
  const last = cut.charCodeAt(length - 1);
  return `"${last >= 0xd800 && last <= 0xdbff ? cut.slice(0, -1) : cut}…"`;
}

// Stops at the first word beyond the length: a text may have a million words.
function firstWords(text: string, length: number): string {
  let line = "";
  for (const [word] of text.matchAll(/\S+/g)) {
    line += line === "" ? word : ` ${word}`;
    if (line.length > length) break;
  }
  return line;
}

/** Joins the text blocks of a message or tool result. */
export function textOf({ content }: { readonly content: readonly Block[] }): string {
  const texts: string[] = [];
  for (const block of content) if (block.type === "text") texts.push(block.text);
  return texts.join("\n");
}

/** Returns whether a block is an image, a document, audio or video. */
export function isMedia(block: Block): block is Extract<Block, { source: unknown }> {
  return "source" in block;
}

function findLast(messages: readonly Message[], fits: (message: Message) => boolean): number {
  for (let index = messages.length - 1; index >= 0; index--) if (fits(messages[index]!)) return index;
  return -1;
}

// Some dialects join the messages of one turn, so each text block is searched separately.
function findScript(messages: readonly Message[]): { directives: Directives; index: number } | undefined {
  for (let index = messages.length - 1; index >= 0; index--) {
    const { role, content } = messages[index]!;
    for (let at = content.length - 1; role === "user" && at >= 0; at--) {
      const block = content[at]!;
      const directives = block.type === "text" ? readDirectives(block.text) : undefined;
      if (directives !== undefined) return { directives, index };
    }
  }
  return undefined;
}

// Some dialects put each call of a turn into its own message, so consecutive ones count as one turn.
function countTurns(messages: readonly Message[], after: number): number {
  let turns = 0;
  let isOpen = false;
  for (const message of messages.slice(after + 1)) {
    if (message.role !== "assistant") {
      isOpen = false;
      continue;
    }
    if (isOpen || !message.content.some((block) => block.type === "tool_use")) continue;
    isOpen = true;
    turns++;
  }
  return turns;
}

function mediaOf(messages: readonly Message[]): Block[] {
  const index = findLast(messages, (message) => message.role === "user" && message.content.some(isMedia));
  const spoken = findLast(messages, (message) => message.role === "assistant");
  return index <= spoken ? [] : messages[index]!.content.filter(isMedia);
}

function resultsOf(messages: readonly Message[]): { name: string; block: ToolResultBlock }[] {
  const names = new Map<string, string>();
  const found: { name: string; block: ToolResultBlock }[] = [];
  for (const message of messages) {
    if (message.role === "assistant") found.length = 0;
    for (const block of message.content) {
      if (block.type === "tool_use") names.set(block.id, block.name);
      else if (block.type === "tool_result")
        found.push({ name: block.name ?? names.get(block.id) ?? block.id, block });
    }
  }
  return found;
}

const TAG = /<(\/?)([A-Za-z][\w-]*)(?:\s[^<>]*)?>/g;

// One pass over the tags, whatever their nesting: prompts are long, and not all of them are well-formed.
function withoutReminders(text: string): string {
  if (!text.includes("</")) return text;
  const open: { readonly name: string; readonly start: number }[] = [];
  const counts = new Map<string, number>();
  const wrapped: { start: number; end: number }[] = [];
  for (const match of text.matchAll(TAG)) {
    const name = match[2]!;
    if (match[1] === "") {
      open.push({ name, start: match.index });
      counts.set(name, (counts.get(name) ?? 0) + 1);
      continue;
    }
    if ((counts.get(name) ?? 0) === 0) continue;
    for (let last = open.pop(); last !== undefined; last = open.pop()) {
      counts.set(last.name, counts.get(last.name)! - 1);
      if (last.name !== name) continue;
      while ((wrapped.at(-1)?.start ?? -1) > last.start) wrapped.pop();
      wrapped.push({ start: last.start, end: match.index + match[0].length });
      break;
    }
  }
  let bare = "";
  let at = 0;
  for (const { start, end } of wrapped) {
    bare += text.slice(at, start);
    at = end;
  }
  bare = (bare + text.slice(at)).trim();
  return bare === "" ? text : bare;
}
