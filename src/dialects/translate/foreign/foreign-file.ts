import type { Block, Conversation } from "../../../contract/index.ts";
import type { WriterNote } from "../../codec/writer-note.ts";
import type { Dialect } from "../../dialect.ts";

/** Refuses ids of files that were uploaded to another vendor: they mean nothing here, or another file. */
export function refuseForeignFiles(
  { system, messages }: Conversation,
  target: Dialect,
  note: (note: WriterNote) => void,
): void {
  for (const block of system) refuseForeign(block, target, note);
  for (const { content } of messages) for (const block of content) refuseForeign(block, target, note);
}

function refuseForeign(block: Block, target: Dialect, note: (note: WriterNote) => void): void {
  if (block.type === "tool_result") {
    for (const part of block.content) refuseForeign(part, target, note);
    return;
  }
  if (!("source" in block) || block.source.kind !== "file") return;
  const { issuer } = block.source;
  if (issuer === undefined || issuer === target.id || target.fileIssuers?.includes(issuer) === true) return;
  note({
    node: block,
    at: "",
    disposition: "refused",
    reason: `the file was uploaded to ${issuer} and is not known here; send its bytes instead`,
    feature: block.type === "video" ? "video" : `${block.type}.file`,
  });
}
