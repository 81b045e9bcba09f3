import type { WorkOrder } from "../../../contract/index.ts";
import { stagedPrompt } from "../../host/staged-prompt.ts";

/** The first message of a run: the images of the work order, then its text. */
export function orderContent(order: WorkOrder): readonly object[] {
  const images = (order.context.images ?? []).map(({ media_type, data }) => ({
    type: "image",
    source: { type: "base64", media_type, data },
  }));
  return [...images, { type: "text", text: stagedPrompt(order) }];
}

/** A message of the user as a line for Claude Code. Its id comes back when Claude Code takes the message up. */
export function userMessage(id: string, content: string | readonly object[]): object {
  return {
    type: "user",
    uuid: id,
    session_id: "",
    message: { role: "user", content },
    parent_tool_use_id: null,
  };
}
