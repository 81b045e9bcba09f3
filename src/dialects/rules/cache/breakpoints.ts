import type { Block, Conversation, Message } from "../../../contract/index.ts";
import { replacing } from "../../origins.ts";
import type { ModelRule, Note } from "../rule.ts";

/** Leaves the breakpoints of prompt caches out if the model rejects them; its vendor caches by itself. */
export const cacheBreakpoints: ModelRule = {
  id: "cache.breakpoints",
  title: "Cache breakpoints are left out if the model, or a part of its own, takes none.",
  feature: "cache.hint",
  remedies: ["drop"],
  limit: "cache",
  apply(conversation, { cache: limits }, note) {
    if (limits?.breakpoints === undefined) return conversation;
    if (limits.breakpoints === "rejected")
      return withoutBreakpoints(
        withoutOptions(conversation, note),
        () => true,
        `${conversation.model} takes no cache breakpoints`,
        note,
      );
    const isAnswer = ({ role }: Message) => role === "assistant";
    return withoutBreakpoints(conversation, isAnswer, "the model's own turns take no cache breakpoint", note);
  },
};

// The settings came to the API with the breakpoints.
function withoutOptions(conversation: Conversation, note: Note): Conversation {
  const { options, ...rest } = conversation.cache ?? {};
  if (options === undefined) return conversation;
  const reason = `${conversation.model} takes no settings of the prompt cache`;
  note({ node: undefined, at: "$", disposition: "disclosed", reason, feature: "cache.options" });
  return { ...conversation, cache: rest };
}

function withoutBreakpoints(
  conversation: Conversation,
  isMeant: (message: Message) => boolean,
  reason: string,
  note: Note,
): Conversation {
  const { system, tools, messages } = conversation;
  const drop = <Node extends { cache?: unknown }>(node: Node): Node => {
    if (node.cache === undefined) return node;
    note({ node, at: "", disposition: "disclosed", reason, feature: "cache.hint" });
    const { cache: _, ...rest } = node;
    return replacing(node, rest as Node);
  };
  const dropInBlock = (block: Block): Block => {
    const bare = drop(block);
    if (bare.type !== "tool_result") return bare;
    const content = mapList(bare.content, dropInBlock);
    return content === bare.content ? bare : replacing(bare, { ...bare, content });
  };
  const dropInMessage = (message: Message): Message => {
    if (!isMeant(message)) return message;
    const content = mapList(message.content, dropInBlock);
    return content === message.content ? message : replacing(message, { ...message, content });
  };
  const prompt: Message = { role: "system", content: system };
  const changed = {
    system: dropInMessage(prompt).content,
    tools: isMeant(prompt) ? mapList(tools, drop) : tools,
    messages: mapList(messages, dropInMessage),
  };
  const isSame = changed.system === system && changed.tools === tools && changed.messages === messages;
  return isSame ? conversation : { ...conversation, ...changed };
}

/** Gives the list itself back if no item changes. */
function mapList<Item>(list: Item[], change: (item: Item) => Item): Item[] {
  let changed: Item[] | undefined;
  for (const [index, item] of list.entries()) {
    const next = change(item);
    if (next === item) continue;
    changed ??= [...list];
    changed[index] = next;
  }
  return changed ?? list;
}
