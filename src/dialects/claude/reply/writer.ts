import type { Block, Reply, ToolUseBlock } from "../../../contract/index.ts";
import type { StreamWriting } from "../../codec/reply-codec.ts";
import { summarizeContent } from "../../content-summary.ts";
import type { Members } from "../../members/members.ts";
import { ownMembers, restoreOwn } from "../../members/own-members.ts";
import { isForeignSearch } from "../../search/foreign-search.ts";
import { writeInput } from "../content/block-writer.ts";
import { endBlock } from "../content/cache-hint.ts";
import { writeCitation } from "../content/citations.ts";
import { SearchWriter } from "../content/search-writer.ts";
import { ID } from "../wire.ts";
import { writeStop } from "./stop.ts";
import { writeUsage } from "./usage.ts";

/** Writes a reply as a message; of several answers the first. */
export function writeReply(reply: Reply, writing: StreamWriting): Members {
  const candidate = reply.candidates.find(({ index }) => index === 0) ?? reply.candidates[0];
  const blocks = candidate?.content ?? [];
  const content: Members[] = [];
  let searches: SearchWriter | undefined;
  for (const block of blocks) {
    if (isForeignSearch(block, ID)) {
      searches ??= new SearchWriter();
      content.push(...searches.push(block.search));
    }
    const written = writeReplyBlock(block);
    if (written !== undefined) content.push(written);
  }
  if (searches !== undefined) content.push(...searches.end());
  const body = writeHead(reply, writing);
  body["content"] = content;
  Object.assign(body, writeStop(candidate ?? {}, summarizeContent(blocks)));
  body["diagnostics"] = null;
  body["usage"] = writeUsage(reply.usage);
  return restoreOwn(body, ownMembers(reply, ID));
}

/** The members that begin every message. */
export function writeHead({ id, model }: Pick<Reply, "id" | "model">, writing: StreamWriting): Members {
  return { id: id ?? writing.id, type: "message", role: "assistant", model: model ?? writing.model };
}

/** Writes a text with every member that the API has. */
export function writeText(text: string, citations: readonly Members[]): Members {
  return { type: "text", text, citations: citations.length === 0 ? null : citations };
}

/** Writes a call with every member that the API has. The model makes it itself, unless the block says otherwise. */
export function writeCall(block: ToolUseBlock, input: unknown): Members {
  const caller = ownMembers(block, ID)["caller"] ?? { type: "direct" };
  return { type: "tool_use", id: block.id, name: block.name, input, caller };
}

/** Writes one block of a reply; undefined for a kind that replies cannot hold. */
export function writeReplyBlock(block: Block): Members | undefined {
  switch (block.type) {
    case "text": {
      // A caller would send an empty text back, and the API would refuse it.
      if (block.text === "" && block.citations === undefined) return undefined;
      const citations = (block.citations ?? []).map(writeCitation).filter((one) => one !== undefined);
      return endBlock(writeText(block.text, citations), block);
    }
    case "refusal":
      return block.text === "" ? undefined : endBlock(writeText(block.text, []), block);
    case "thinking":
      return endBlock({ type: "thinking", thinking: block.text, signature: block.signature ?? "" }, block);
    case "redacted_thinking":
      return endBlock({ type: "redacted_thinking", data: block.data }, block);
    case "tool_use":
      return endBlock(writeCall(block, writeInput(block)), block);
    case "opaque":
      return block.dialect === ID ? (block.value as Members) : undefined;
    default:
      return undefined;
  }
}
