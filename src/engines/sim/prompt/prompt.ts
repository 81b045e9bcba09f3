import type { Block, Conversation, Message, ToolResultBlock } from "../../../contract/index.ts";
import { type Directives, readDirectives } from "./directive.ts";

/** What a conversation asks for, as far as the simulator looks. */
export interface Prompt {
  /** What the user said last, without the reminders that agents wrap around it. */
  readonly said: string;
  /** The pictures, documents and sounds of the user's last message. */
  readonly media: readonly Block[];
  /** What tools gave back since the model spoke last, each under its tool's name. */
  readonly results: readonly { readonly name: string; readonly block: ToolResultBlock }[];
  readonly directives: Directives | undefined;
  /** How many turns with calls the model has had since the message with the directives. */
  readonly stepsDone: number;
  /** Whether the model has called tools since the user last spoke. */
  readonly isUnderWay: boolean;
}

/** Reads a conversation from its end. */
export function readPrompt({ messages }: Conversation): Prompt {
  const last = findLast(messages, (message) => message.role === "user" && textOf(message).trim() !== "");
  const script = findScript(messages);
  return {
    said: last === -1 ? "" : withoutReminders(textOf(messages[last]!)),
    media: mediaOf(messages),
    results: resultsOf(messages),
    directives: script?.directives,
    stepsDone: script === undefined ? 0 : countTurns(messages, script.index),
    isUnderWay: last !== -1 && countTurns(messages, last) > 0,
  };
}

/** A text on one line, cut to a length that fits into a sentence. */
export function quote(text: string, length = 160): string {
  const line = text.replace(/\s+/g, " ").trim();
  if (line.length <= length) return `"${line}"`;
  const cut = line.slice(0, length);
  const last = cut.charCodeAt(length - 1);
  return `"${last >= 0xd800 && last <= 0xdbff ? cut.slice(0, -1) : cut}…"`;
}

/** The text of a message or of what a tool gave back. */
export function textOf({ content }: { readonly content: readonly Block[] }): string {
  const texts: string[] = [];
  for (const block of content) if (block.type === "text") texts.push(block.text);
  return texts.join("\n");
}

/** Whether a block is a picture, a document, a sound or a film. */
export function isMedia(block: Block): block is Extract<Block, { source: unknown }> {
  return "source" in block;
}

function findLast(messages: readonly Message[], fits: (message: Message) => boolean): number {
  for (let index = messages.length - 1; index >= 0; index--) if (fits(messages[index]!)) return index;
  return -1;
}

// Some dialects, and translations into them, put the messages of one turn together, so each text is looked at alone.
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

// Some dialects keep each call of a turn in a message of its own, so a run of them is one turn.
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

// One walk over the tags, however they are nested: prompts are long, and not all of them are well-formed.
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
