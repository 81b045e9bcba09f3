import type { Block, Conversation, Message, OpaqueBlock, TextBlock } from "../../contract/index.ts";
import type { WriterNote } from "../codec/writer-note.ts";
import type { Dialect } from "../dialect.ts";
import { renderSearch } from "../hosted/rendering.ts";
import { replacing } from "../origins.ts";

/**
 * Puts a text in the place of each record of a tool that another vendor ran, in the same turn of the model, because the
 * target cannot read the record itself. The same holds for records that we wrote in the target's own form: its vendor
 * refuses them. The results of calls that are left out are left out too. A record that offers or withdraws a tool is
 * left out, and the tool that was withdrawn last with it. Equal input gives equal text.
 */
export function renderForeignUnits(conversation: Conversation, target: Dialect): Conversation {
  const isRecord = (block: Block): block is OpaqueBlock => isForeignRecord(block, target);
  if (!conversation.messages.some(({ content }) => content.some(isRecord))) return conversation;
  const gone = new Set<string>();
  const messages = conversation.messages.flatMap((message): Message[] => {
    const content = renderContent(message.content, isRecord, gone);
    if (content === message.content) return [message];
    return content.length === 0 ? [] : [replacing(message, { ...message, content })];
  });
  return { ...withoutWithdrawn(conversation, isRecord), messages };
}

function withoutWithdrawn(
  conversation: Conversation,
  isRecord: (block: Block) => block is OpaqueBlock,
): Conversation {
  const withdrawn = new Set<string>();
  for (const { toolChange } of conversation.messages.flatMap(({ content }) => content.filter(isRecord))) {
    if (toolChange?.isOffered === false) withdrawn.add(toolChange.name);
    else if (toolChange !== undefined) withdrawn.delete(toolChange.name);
  }
  // A choice that names the tool all the same says that it is offered.
  if (conversation.toolChoice?.mode === "tool") withdrawn.delete(conversation.toolChoice.name ?? "");
  if (withdrawn.size === 0) return conversation;
  const tools = conversation.tools.filter(({ name }) => !withdrawn.has(name));
  const { toolChoice, ...rest } = conversation;
  const { allowed, mode } = toolChoice ?? {};
  // Nothing is left to choose from, and nothing has to be chosen.
  if (toolChoice === undefined || (tools.length === 0 && (mode === "auto" || mode === "none")))
    return { ...rest, tools };
  if (allowed === undefined) return { ...conversation, tools };
  const left = allowed.filter((name) => !withdrawn.has(name));
  return { ...conversation, tools, toolChoice: { ...toolChoice, allowed: left } };
}

/** Whether a block records the work of a tool that the target's vendor did not run. */
export function isForeignRecord(
  block: Block,
  target: Pick<Dialect, "id" | "isMinted">,
): block is OpaqueBlock {
  if (block.type !== "opaque") return false;
  if (block.search === undefined && block.rendering === undefined && block.toolChange === undefined)
    return false;
  return block.dialect !== target.id || target.isMinted?.(block) === true;
}

function renderContent(
  content: Block[],
  isRecord: (block: Block) => block is OpaqueBlock,
  gone: Set<string>,
): Block[] {
  const isAnswer = (block: Block) => block.type === "tool_result" && gone.has(block.id);
  if (!content.some((block) => isRecord(block) || isAnswer(block))) return content;
  const written: Block[] = [];
  let open: TextBlock | undefined;
  for (const block of content) {
    if (isAnswer(block)) continue;
    if (!isRecord(block)) {
      open = undefined;
      written.push(block);
      continue;
    }
    if (block.toolChange !== undefined) continue;
    // The vendor's own call of a search that its caller answers: the answer says nothing beyond the call.
    if (block.search?.results === undefined && block.search?.call !== undefined) gone.add(block.search.id);
    const text = block.rendering ?? (block.search === undefined ? "" : renderSearch(block.search));
    if (open === undefined) {
      open = replacing<TextBlock>(block, { type: "text", text });
      written.push(open);
    } else open.text += `\n${text}`;
  }
  return written;
}

/** Notes the citations of the history: of one that another vendor made, the target gets the address at most. */
export function noteCitations({ messages }: Conversation, note: (note: WriterNote) => void): void {
  for (const { content } of messages)
    for (const block of content) {
      if (block.type !== "text" || (block.citations?.length ?? 0) === 0) continue;
      const reason = "of citations that another vendor made, the addresses are kept at most";
      note({ node: block, at: "", disposition: "disclosed", reason, feature: "citation" });
    }
}
