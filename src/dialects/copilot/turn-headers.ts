import type { Block, Conversation } from "../../contract/index.ts";
import type { HeaderList } from "../../lib/index.ts";

/**
 * The headers that Copilot wants for a conversation: who began the turn, which decides how the request is billed, and whether an
 * image stands anywhere in it, without which a request with an image is rejected.
 */
export function turnHeaders({ system, messages }: Conversation): HeaderList {
  const last = messages.at(-1);
  const isOfUser = last === undefined || (last.role !== "assistant" && !last.content.some(isResult));
  const headers = ["x-initiator", isOfUser ? "user" : "agent"];
  const hasImage = system.some(isImage) || messages.some(({ content }) => content.some(isImage));
  return hasImage ? [...headers, "copilot-vision-request", "true"] : headers;
}

function isResult({ type }: Block): boolean {
  return type === "tool_result";
}

function isImage(block: Block): boolean {
  return block.type === "image" || (block.type === "tool_result" && block.content.some(isImage));
}
