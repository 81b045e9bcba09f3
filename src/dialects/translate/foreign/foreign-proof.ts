import type { Block, Conversation, Message } from "../../../contract/index.ts";
import type { WriterNote } from "../../codec/writer-note.ts";
import type { Dialect } from "../../dialect.ts";
import type { FeatureId } from "../../features/feature.ts";
import { dialects } from "../../registry/lookup.ts";
import type { ReasoningCustody } from "../custody.ts";

/**
 * Takes away the signatures and sealed reasoning that another vendor issued: the target would answer them with an
 * error, or take them for its own. Custody knows the issuer of a turn with calls; otherwise the shape tells it. A proof
 * of no known shape is foreign, unless the caller speaks the target's own dialect.
 */
export function dropForeignProofs(
  conversation: Conversation,
  source: Dialect,
  target: Dialect,
  custody: ReasoningCustody | undefined,
  note: (note: WriterNote) => void,
): Conversation {
  let messages: Message[] | undefined;
  for (let index = 0; index < conversation.messages.length; index += 1) {
    const message = conversation.messages[index]!;
    if (message.role !== "assistant" || !message.content.some(isProven)) continue;
    const issuer = issuerOf(message, custody);
    const isForeign = (proof: string): boolean =>
      issuer === undefined ? isForeignShape(proof, source, target) : issuer !== target.id;
    const content = message.content.flatMap((block) => dropFrom(block, target, isForeign, note) ?? []);
    messages ??= [...conversation.messages];
    messages[index] = { ...message, content };
  }
  return messages === undefined ? conversation : { ...conversation, messages };
}

function isProven(block: Block): boolean {
  if (block.type === "thinking") return block.signature !== undefined || block.sealed !== undefined;
  return block.type === "tool_use" && block.signature !== undefined;
}

// Any call of a turn tells who made the turn.
function issuerOf(message: Message, custody: ReasoningCustody | undefined): string | undefined {
  for (const block of message.content) {
    const held = block.type === "tool_use" ? custody?.find(block.id) : undefined;
    if (held !== undefined) return held.dialect;
  }
  return undefined;
}

function dropFrom(
  block: Block,
  target: Dialect,
  isForeign: (proof: string) => boolean,
  note: (note: WriterNote) => void,
): Block | undefined {
  if (block.type !== "thinking" && block.type !== "tool_use") return block;
  const mayKeep = (proof: string | undefined, feature: FeatureId): boolean => {
    // A proof that the target has no place for is not sent anyway, and the account reports it.
    if (proof === undefined || target.features[feature].is === "none") return true;
    if (!isForeign(proof)) return true;
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

function isForeignShape(proof: string, source: Dialect, target: Dialect): boolean {
  if (target.issued(proof)) return false;
  return source.id !== target.id || dialects.some((one) => one.issued(proof));
}
