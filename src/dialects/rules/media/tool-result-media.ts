import type { Block, Message, ToolResultBlock } from "../../../contract/index.ts";
import { replacing } from "../../origins.ts";
import type { ModelRule } from "../rule.ts";
import { isMedia, mediaTypes } from "./media-blocks.ts";

/** Moves images and documents out of the results of tools, if the target takes text alone. */
export const toolResultMedia: ModelRule = {
  id: "media.tool_results",
  title:
    "Images in the result of a tool follow the results in the same turn, if the target takes none in them.",
  feature: "tool_result.media",
  remedies: ["normalise"],
  limit: "media",
  about: mediaTypes,
  apply(conversation, { media }, note) {
    if (media?.inToolResults !== false) return conversation;
    let messages: Message[] | undefined;
    for (const [index, message] of conversation.messages.entries()) {
      if (!message.content.some(holdsMedia)) continue;
      const moved: Block[] = [];
      const content = message.content.map((block) => {
        if (!holdsMedia(block)) return block;
        note({
          node: block,
          at: "",
          disposition: "mapped",
          reason: "the target takes no media in a result; it follows the results in the same turn",
          feature: "tool_result.media",
        });
        moved.push({
          type: "text",
          text: `Content of the result of ${block.name ?? "the tool call"} ${block.id}:`,
        });
        moved.push(...block.content.filter(isMoved));
        return replacing(block, withoutMedia(block));
      });
      messages ??= [...conversation.messages];
      messages[index] = replacing(message, { ...message, content: [...content, ...moved] });
    }
    return messages === undefined ? conversation : { ...conversation, messages };
  },
};

// A document of plain text is written as text.
function holdsMedia(block: Block): block is ToolResultBlock {
  return block.type === "tool_result" && block.content.some(isMoved);
}

function isMoved(block: Block): boolean {
  return isMedia(block) && block.source.kind !== "text";
}

function withoutMedia(block: ToolResultBlock): ToolResultBlock {
  const content = block.content.filter((part) => !isMoved(part));
  const rest: Block[] = content.length > 0 ? content : [{ type: "text", text: "The content follows." }];
  return { ...block, content: rest };
}
