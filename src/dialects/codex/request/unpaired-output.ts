import { AbpError, type Block, type Conversation } from "../../../contract/index.ts";
import type { Origins } from "../../origins.ts";
import { ID } from "../wire.ts";

/** Items that may stand for a call that is not in the request. */
const STANDS_FOR_CALLS: ReadonlySet<string> = new Set(["item_reference", "compaction"]);

/**
 * Throws if the output of a call stands in the input without the call, as the API does. A request that continues a
 * response or a conversation may have the call there.
 */
export function refuseUnpaired(conversation: Conversation, origins: Origins): void {
  if (conversation.previous !== undefined || conversation.vendor?.[ID]?.["conversation"] !== undefined)
    return;
  const calls = new Set<string>();
  const outputs: Extract<Block, { type: "tool_result" }>[] = [];
  for (const { content } of conversation.messages) {
    for (const block of content) {
      if (block.type === "tool_use") calls.add(block.id);
      else if (block.type === "tool_result") outputs.push(block);
      else if (block.type === "opaque" && STANDS_FOR_CALLS.has(block.kind)) return;
    }
  }
  const orphan = outputs.find(({ id }) => !calls.has(id));
  if (orphan === undefined) return;
  const where = origins.of(orphan) ?? "$.input";
  throw new AbpError(
    "validation_failed",
    `No tool call found for function call output with call_id ${orphan.id}.`,
    {
      where,
      advice: "Send the call before its output, or continue the response that made it.",
    },
  );
}
