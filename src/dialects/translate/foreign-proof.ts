import type { Block, Conversation, Message } from "../../contract/index.ts";
import type { Dialect, WriterNote } from "../dialect.ts";
import type { FeatureId } from "../features/feature.ts";
import { dialects } from "../registry/lookup.ts";
import type { ReasoningCustody } from "./custody.ts";

/**
 * Takes away the signatures and sealed reasoning that another vendor issued: the target would answer them with an
 * error, or take them for its own. Custody knows the issuer of a turn with calls; otherwise the shape tells it,
 * where it is one that vendors are known by.
 */
export function dropForeignProofs(
  conversation: Conversation,
  target: Dialect,
  custody: ReasoningCustody | undefined,
  note: (note: WriterNote) => void,
): Conversation {
  let messages: Message[] | undefined;
  for (let index = 0; index < conversation.messages.length; index += 1) {
    const message = conversation.messages[index]!;
    if (message.role !== "assistant" || !message.content.some(isProven)) continue;
    const isElsewhere = wasIssuedElsewhere(message, target, custody);
    const content = message.content.flatMap((block) => dropFrom(block, target, isElsewhere, note) ?? []);
    messages ??= [...conversation.messages];
    messages[index] = { ...message, content };
  }
  return messages === undefined ? conversation : { ...conversation, messages };
}

function isProven(block: Block): boolean {
  if (block.type === "thinking") return block.signature !== undefined || block.sealed !== undefined;
  return block.type === "tool_use" && block.signature !== undefined;
}

function wasIssuedElsewhere(
  message: Message,
  target: Dialect,
  custody: ReasoningCustody | undefined,
): boolean {
  if (custody === undefined) return false;
  return message.content.some((block) => {
    const held = block.type === "tool_use" ? custody.find(block.id) : undefined;
    return held !== undefined && held.dialect !== target.id;
  });
}

function dropFrom(
  block: Block,
  target: Dialect,
  isElsewhere: boolean,
  note: (note: WriterNote) => void,
): Block | undefined {
  if (block.type !== "thinking" && block.type !== "tool_use") return block;
  const mayKeep = (proof: string | undefined, feature: FeatureId): boolean => {
    // A proof that the target has no place for is not sent anyway, and the account reports it.
    if (proof === undefined || target.features[feature].is === "none") return true;
    if (!isElsewhere && !isForeign(proof, target)) return true;
    const reason = "issued by another vendor, so it means nothing here";
    note({ node: block, at: "", disposition: "disclosed", reason, feature });
    return false;
  };
  if (block.type === "tool_use") {
    const { signature, ...rest } = block;
    return mayKeep(signature, "tool_use.signature") ? block : rest;
  }
  const { signature, sealed, ...rest } = block;
  const keepsSignature = mayKeep(signature, "thinking.signature");
  const keepsSealed = mayKeep(sealed, "thinking.sealed");
  if (keepsSignature && keepsSealed) return block;
  const kept = {
    ...rest,
    ...(signature !== undefined && keepsSignature ? { signature } : {}),
    ...(sealed !== undefined && keepsSealed ? { sealed } : {}),
  };
  return kept.text === "" && !isProven(kept) ? undefined : kept;
}

function isForeign(proof: string, target: Dialect): boolean {
  return (
    !target.issued(proof) && dialects.some((dialect) => dialect.id !== target.id && dialect.issued(proof))
  );
}
