import type { Block, Conversation, Message, Tool } from "../../contract/index.ts";
import type { PromptCacheRule } from "../../dialects/index.ts";

/** The emulator that marks the prefix of callers who cannot. */
export const AUTO_CACHE = "cache_control.auto";

/** How many turns of the user get a mark: the one before the newest finds what the last call wrote. */
const MARKED_TURNS = 2;
const CHARACTERS_PER_TOKEN = 4;

/**
 * Marks what later calls repeat: the system prompt, the last tool, and the newest turns of the user. Returns the conversation
 * itself if the caller set marks of its own, and if the prompt is shorter than the least that is cached.
 */
export function markPrefix(conversation: Conversation, rule: PromptCacheRule): Conversation {
  if (hasMarks(conversation) || !isLongEnough(conversation, rule.minTokens(conversation.model)))
    return conversation;
  const instructed = markInstructions(conversation);
  const tools = markLastTool(conversation.tools);
  const used = Number(instructed !== conversation) + Number(tools !== conversation.tools);
  const messages = markTurns(instructed.messages, Math.min(MARKED_TURNS, rule.marks - used));
  return { ...instructed, tools, messages };
}

// Some dialects keep the system prompt in the first messages.
function markInstructions(conversation: Conversation): Conversation {
  const { system, messages } = conversation;
  const turns = messages.findIndex(({ role }) => role !== "system" && role !== "developer");
  for (let index = (turns === -1 ? messages.length : turns) - 1; index >= 0; index -= 1) {
    const message = messages[index]!;
    const content = markLast(message.content);
    if (content !== message.content)
      return { ...conversation, messages: messages.with(index, { ...message, content }) };
  }
  const marked = markLast(system);
  return marked === system ? conversation : { ...conversation, system: marked };
}

function hasMarks({ cache, system, tools, messages }: Conversation): boolean {
  const isMarked = (block: Block): boolean =>
    block.cache !== undefined || (block.type === "tool_result" && block.content.some(isMarked));
  return (
    cache?.automatic !== undefined ||
    system.some(isMarked) ||
    tools.some((tool) => tool.cache !== undefined) ||
    messages.some(({ content }) => content.some(isMarked))
  );
}

function isLongEnough({ system, tools, messages }: Conversation, minTokens: number): boolean {
  let missing = minTokens * CHARACTERS_PER_TOKEN;
  for (const part of [...system, ...tools, ...messages]) {
    missing -= JSON.stringify(part).length;
    if (missing <= 0) return true;
  }
  return false;
}

function markTurns(messages: readonly Message[], count: number): Message[] {
  const marked = [...messages];
  let left = count;
  for (let index = marked.length - 1; index >= 0 && left > 0; index -= 1) {
    const message = marked[index]!;
    // Results of several calls are messages of their own in some dialects, and one turn for the engine.
    if (!isUser(message) || (index + 1 < marked.length && isUser(marked[index + 1]!))) continue;
    const content = markLast(message.content);
    if (content === message.content) continue;
    marked[index] = { ...message, content };
    left -= 1;
  }
  return marked;
}

function isUser({ role }: Message): boolean {
  return role === "user" || role === "tool";
}

// Thinking and empty texts cannot carry a mark.
function canCarry(block: Block): boolean {
  if (block.type === "text") return block.text.trim() !== "";
  return block.type === "image" || block.type === "document" || block.type === "tool_result";
}

function markLast(blocks: Block[]): Block[] {
  const last = blocks.findLastIndex(canCarry);
  return last === -1 ? blocks : blocks.with(last, { ...blocks[last]!, cache: {} });
}

function markLastTool(tools: Tool[]): Tool[] {
  const last = tools.findLastIndex(({ kind }) => kind !== "server");
  return last === -1 ? tools : tools.with(last, { ...tools[last]!, cache: {} });
}
