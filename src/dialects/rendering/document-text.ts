import type { Block, DocumentBlock } from "../../contract/index.ts";

/** A document whose text is known. */
export type TextDocument = DocumentBlock & { readonly source: { readonly kind: "text" } };

/** Whether a block is a document whose text is known, so that any model can read it as text. */
export function isTextDocument(block: Block): block is TextDocument {
  return block.type === "document" && block.source.kind === "text";
}

/** A document as one text: its title, its address and its context, each on a line of its own, then the text itself. */
export function documentText({ title, address, context, source }: TextDocument): string {
  const lines: string[] = [];
  if (title !== undefined && title !== "") lines.push(title);
  if (address !== undefined && address !== "") lines.push(`Source: ${address}`);
  if (context !== undefined && context !== "") lines.push(`Context: ${context}`);
  return lines.length === 0 ? source.text : `${lines.join("\n")}\n\n${source.text}`;
}
