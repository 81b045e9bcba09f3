import type { Block, Conversation, Message, VendorMembers } from "../../../contract/index.ts";
import type { ModelLimits } from "../../../models/index.ts";
import { omitMembers } from "../../members/members.ts";
import { ownMembers } from "../../members/own-members.ts";
import { isSpelled } from "../../members/spelling.ts";
import { ID, INCLUDE_SEALED } from "../wire.ts";

/**
 * The request of a caller whose own API stores nothing, so that nothing of it is stored here either: the reasoning is asked for
 * in its sealed form, and ids of items that are stored nowhere are left out. A caller that asks for storage gets it.
 */
export function withoutStorage(conversation: Conversation, limits: ModelLimits): Conversation {
  if (conversation.store === true) return conversation;
  const messages = conversation.messages.some(({ content }) => content.some(hasItemId))
    ? conversation.messages.map(withoutIds)
    : conversation.messages;
  const bare = { ...conversation, messages, store: false };
  // Models that do not think refuse the entry.
  if (limits.reasoning?.supported === false) return bare;
  const own = ownMembers(conversation, ID);
  const { include } = own;
  const included = Array.isArray(include) ? include : [];
  if (included.includes(INCLUDE_SEALED)) return bare;
  const members = { ...own, include: [...included, INCLUDE_SEALED] };
  return { ...bare, vendor: { ...conversation.vendor, [ID]: members } };
}

function hasItemId(block: Block): boolean {
  return isBare(block) || ownMembers(block, ID)["id"] !== undefined;
}

// Reasoning that is not sealed is only an id, which this API cannot resolve.
function isBare(block: Block): boolean {
  return block.type === "thinking" && isSpelled(block, ID, "reasoning") && block.sealed === undefined;
}

function withoutIds(message: Message): Message {
  return { ...message, content: message.content.filter((block) => !isBare(block)).map(withoutId) };
}

function withoutId<Kept extends Block>(block: Kept): Kept {
  const { vendor } = block as { vendor?: VendorMembers };
  const own = vendor?.[ID];
  if (own?.["id"] === undefined) return block;
  return { ...block, vendor: { ...vendor, [ID]: omitMembers(own, "id") } };
}
