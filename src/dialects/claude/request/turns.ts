import type { Block, Message, ToolResultBlock } from "../../../contract/index.ts";
import { limitsFor } from "../../../models/index.ts";
import type { Writing } from "../../codec/request-codec.ts";
import { isInstruction } from "../../features/used-features.ts";
import type { Members } from "../../members/members.ts";
import { hasOwnMembers, ownMembers, restoreOwn } from "../../members/own-members.ts";
import { markInstruction } from "../../rendering/marked-instruction.ts";
import { shorten, writeBlocks } from "../content/block-writer.ts";
import { ID } from "../wire.ts";

interface Turn {
  readonly role: "user" | "assistant" | "system";
  readonly content: Members[];
  readonly own: Members;
}

/** How many messages at the start are instructions, and so belong in the system prompt. */
export function countLeading(messages: readonly Message[]): number {
  const first = messages.findIndex((message) => !isInstruction(message));
  return first === -1 ? messages.length : first;
}

/**
 * Writes the messages after the system prompt. Neighbours of one role become one turn, as the API itself would
 * have it; between two answers the results of tools come first, in the order of their calls, and instructions last.
 */
export function writeTurns(messages: readonly Message[], model: string, writing: Writing): Members[] {
  const turns: Turn[] = [];
  let gap: Message[] = [];
  let calls: string[] = [];
  for (const message of messages) {
    if (message.role !== "assistant") {
      gap.push(message);
      continue;
    }
    if (gap.length > 0) {
      writeGap(turns, gap, calls, model, writing);
      gap = [];
      calls = [];
    }
    for (const block of message.content) if (block.type === "tool_use") calls.push(block.id);
    addTurn(turns, "assistant", writeBlocks(allowedIn("assistant", message.content, writing), writing), [
      message,
    ]);
  }
  if (gap.length > 0) writeGap(turns, gap, calls, model, writing);
  return turns.map(({ role, content, own }) =>
    restoreOwn({ role, content: content.length === 0 ? [] : shorten(content) }, own),
  );
}

function writeGap(
  turns: Turn[],
  gap: readonly Message[],
  calls: readonly string[],
  model: string,
  writing: Writing,
): void {
  const asTurns = hasSystemTurns(model, writing) && gap.some((message) => !isInstruction(message));
  const results: ToolResultBlock[] = [];
  const rest: Members[] = [];
  const instructions: Message[] = [];
  for (const message of gap) {
    if (isInstruction(message)) {
      if (asTurns) instructions.push(message);
      else rest.push(...writeAsUser(message, model, writing));
      continue;
    }
    if (instructions.length > 0) noteMoved(instructions.at(-1)!, writing);
    const others: Block[] = [];
    for (const block of message.content) {
      if (block.type === "tool_result") results.push(block);
      else others.push(block);
    }
    rest.push(...writeBlocks(others, writing));
  }
  const users = gap.filter((message) => !isInstruction(message));
  addTurn(turns, "user", [...writeBlocks(orderResults(results, calls, writing), writing), ...rest], users);
  for (const message of instructions) {
    const content = writeBlocks(allowedIn("system", message.content, writing), writing);
    if (content.length === 0 && !hasOwnMembers(message, ID)) continue;
    turns.push({ role: "system", content, own: { ...ownMembers(message, ID) } });
  }
}

function addTurn(
  turns: Turn[],
  role: "user" | "assistant",
  content: Members[],
  messages: readonly Message[],
): void {
  const last = turns.at(-1);
  const turn = last?.role === role ? last : { role, content: [], own: {} };
  turn.content.push(...content);
  for (const message of messages) Object.assign(turn.own, ownMembers(message, ID));
  if (turn !== last && turn.content.length > 0) turns.push(turn);
}

// The API wants exactly one result for each call, all of them before anything else that the user says.
function orderResults(
  results: readonly ToolResultBlock[],
  calls: readonly string[],
  writing: Writing,
): ToolResultBlock[] {
  const byId = new Map<string, ToolResultBlock>();
  for (const result of results) {
    const before = byId.get(result.id);
    if (before === undefined) byId.set(result.id, result);
    else noteRepeated(result, JSON.stringify(before.content) === JSON.stringify(result.content), writing);
  }
  const place = (result: ToolResultBlock) => {
    const index = calls.indexOf(result.id);
    return index === -1 ? calls.length : index;
  };
  return [...byId.values()].sort((one, other) => place(one) - place(other));
}

function allowedIn(role: "assistant" | "system", content: readonly Block[], writing: Writing): Block[] {
  return content.filter((block) => {
    const isMedia = block.type === "image" || block.type === "document";
    if (isMedia) {
      writing.note({
        node: block,
        at: "",
        disposition: "refused",
        reason: `a message of role ${role} takes no ${block.type}`,
        feature: `${block.type}.${block.source.kind}`,
      });
    }
    return !isMedia;
  });
}

function hasSystemTurns(model: string, { limits = limitsFor(ID, model) }: Writing): boolean {
  return limits.turns?.systemMidway !== false;
}

// A model without system turns gets instructions in the user's turn, inside a `<system>` tag.
function writeAsUser(message: Message, model: string, writing: Writing): Members[] {
  writing.note({
    node: message,
    at: "",
    disposition: "disclosed",
    reason: hasSystemTurns(model, writing)
      ? "a system message must follow a user turn; it is written as a marked text of the user"
      : `${model} takes no system messages between turns; it is written as a marked text of the user`,
    feature: "role.system_midway",
  });
  return writeBlocks(markInstruction(message), writing);
}

function noteMoved(message: Message, writing: Writing): void {
  writing.note({
    node: message,
    at: "",
    disposition: "mapped",
    reason: "a system message follows the user's turn, so it stands behind it",
    feature: "role.system_midway",
  });
}

function noteRepeated(result: ToolResultBlock, isSame: boolean, writing: Writing): void {
  writing.note({
    node: result,
    at: "",
    disposition: isSame ? "mapped" : "refused",
    reason: isSame
      ? `the result of ${result.id} is given twice, and sent once`
      : `the call ${result.id} has two different results`,
    feature: "tool_result.text",
  });
}
