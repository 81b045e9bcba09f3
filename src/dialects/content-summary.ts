import type { Block } from "../contract/index.ts";

/** The facts about the content of an answer that its stop reason must agree with. */
export interface ContentSummary {
  hasCalls: boolean;
  hasRefusal: boolean;
}

export function summarizeContent(content: readonly Block[]): ContentSummary {
  const summary = emptySummary();
  for (const block of content) noteContent(summary, block);
  return summary;
}

/** A summary of no content, for streams, which add their blocks one by one. */
export function emptySummary(): ContentSummary {
  return { hasCalls: false, hasRefusal: false };
}

export function noteContent(summary: ContentSummary, block: Block): void {
  if (block.type === "tool_use") summary.hasCalls = true;
  else if (block.type === "refusal") summary.hasRefusal = true;
}
