import type { Block, Conversation, Message, Reply } from "../../contract/index.ts";
import type { Dialect } from "../dialect.ts";
import type { HeldReasoning, ReasoningCustody } from "./custody.ts";

/** Puts reasoning that the caller's dialect could not carry back where it stood, if the target issued it. */
export function restoreReasoning(
  conversation: Conversation,
  target: Dialect,
  custody: ReasoningCustody | undefined,
): Conversation {
  if (custody === undefined || !conversation.messages.some(hasCalls)) return conversation;
  const messages = conversation.messages.map((message): Message => {
    if (message.role !== "assistant") return message;
    const calls = message.content.filter((block) => block.type === "tool_use");
    const held = calls
      .map((call) => ownReasoning(custody.find(call.id), target))
      .find((one) => one !== undefined);
    if (held === undefined) return message;
    const hasThinking = message.content.some(isProven);
    const rest = message.content
      .filter((block) => hasThinking || block.type !== "thinking")
      .map((block): Block => {
        if (block.type !== "tool_use" || block.signature !== undefined) return block;
        const signature = ownReasoning(custody.find(block.id), target)?.signature;
        return signature === undefined ? block : { ...block, signature };
      });
    return { ...message, content: hasThinking ? rest : [...held.thinking, ...rest] };
  });
  return { ...conversation, messages };
}

function hasCalls({ role, content }: Message): boolean {
  return role === "assistant" && content.some(({ type }) => type === "tool_use");
}

/** Takes into custody the reasoning of every turn that the caller's dialect cannot carry whole. */
export function holdReasoning(
  reply: Reply,
  source: Dialect,
  caller: Dialect,
  custody: ReasoningCustody | undefined,
): void {
  if (custody === undefined) return;
  const carriesSignature = carries(caller, "tool_use.signature");
  for (const candidate of reply.candidates) {
    const reasoning = candidate.content.filter(
      (block) => block.type === "thinking" || block.type === "redacted_thinking",
    );
    // Held together or not at all: vendors check that the blocks of a turn come back in order and complete.
    const thinking = reasoning.some((block) => isLostOn(block, caller)) ? reasoning : [];
    for (const block of candidate.content) {
      if (block.type !== "tool_use") continue;
      const signature = carriesSignature ? undefined : block.signature;
      if (thinking.length === 0 && signature === undefined) continue;
      custody.hold(block.id, {
        dialect: source.id,
        thinking,
        ...(signature === undefined ? {} : { signature }),
      });
    }
  }
}

function isLostOn(block: Block, caller: Dialect): boolean {
  if (block.type === "redacted_thinking") return !carries(caller, "thinking.redacted");
  if (block.type !== "thinking") return false;
  return (
    (block.signature !== undefined && !carries(caller, "thinking.signature")) ||
    (block.sealed !== undefined && !carries(caller, "thinking.sealed"))
  );
}

function carries(caller: Dialect, feature: keyof Dialect["replyFeatures"]): boolean {
  return caller.replyFeatures[feature].is === "native";
}

function ownReasoning(held: HeldReasoning | undefined, target: Dialect): HeldReasoning | undefined {
  return held?.dialect === target.id ? held : undefined;
}

// Some writers must give a thinking block a signature and have none: an empty one proves nothing.
function isProven(block: Block): boolean {
  if (block.type === "redacted_thinking") return true;
  return block.type === "thinking" && ((block.signature ?? "") !== "" || block.sealed !== undefined);
}
