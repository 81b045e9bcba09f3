import type { Block } from "../../contract/index.ts";

/** The content of a result whose text begins with "Error", for APIs that mark errors in no other way. */
export function withErrorMark(content: readonly Block[], isError: boolean | undefined): readonly Block[] {
  if (isError !== true) return content;
  const [first, ...rest] = content;
  if (first?.type !== "text") return [{ type: "text", text: "Error" }, ...content];
  return /^error\b/i.test(first.text) ? content : [{ ...first, text: `Error: ${first.text}` }, ...rest];
}
