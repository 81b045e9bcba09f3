import type { Block, Conversation, Message } from "../../../contract/index.ts";
import type { ModelRule } from "../rule.ts";

type Replace = (block: Block) => Block;

/**
 * Lets a conversation go on where an earlier turn or the result of a tool holds an image that the model cannot read. An image
 * in the newest turn of the user is part of the question: it stays, and the check of the model refuses it.
 */
export const unreadHistory: ModelRule = {
  id: "media.history",
  title: "An image in the history of a model that reads no images becomes a text that says so.",
  feature: "image.base64",
  remedies: ["drop"],
  apply(conversation, { media }, note) {
    const kinds = media?.kinds;
    if (kinds === undefined || kinds.includes("image")) return conversation;
    const question = newestQuestion(conversation.messages);
    return mapBlocks(conversation, question, (block) => {
      if (block.type !== "image") return block;
      note({
        node: block,
        at: "",
        disposition: "disclosed",
        reason: "the model reads no images, so a text stands in its place",
        feature: block.source.kind === "text" ? "image.base64" : `image.${block.source.kind}`,
      });
      return { type: "text", text: "[An image was here. This model cannot read images.]" };
    });
  },
};

/** The messages of the newest turn that the user wrote, from the first index up to and without the second. */
function newestQuestion(messages: readonly Message[]): readonly [from: number, to: number] {
  const last = messages.findLastIndex(isWritten);
  let first = last;
  while (first > 0 && isWritten(messages[first - 1]!)) first -= 1;
  return [first, last + 1];
}

function isWritten({ role, content }: Message): boolean {
  return role === "user" && content.some(({ type }) => type !== "tool_result");
}

function mapBlocks(
  conversation: Conversation,
  question: readonly [number, number],
  replace: Replace,
): Conversation {
  let isChanged = false;
  const messages = conversation.messages.map((message, index) => {
    const isQuestion = index >= question[0] && index < question[1];
    const content = message.content.map((block) => {
      if (block.type === "tool_result") return mapResult(block, replace);
      return isQuestion ? block : replace(block);
    });
    if (content.every((block, place) => block === message.content[place])) return message;
    isChanged = true;
    return { ...message, content };
  });
  return isChanged ? { ...conversation, messages } : conversation;
}

function mapResult(block: Extract<Block, { type: "tool_result" }>, replace: Replace): Block {
  const content = block.content.map(replace);
  return content.every((part, place) => part === block.content[place]) ? block : { ...block, content };
}
