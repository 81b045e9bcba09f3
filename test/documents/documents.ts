import { globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";

export const repository = resolve(import.meta.dirname, "../..");

/** A fenced block of a document. */
export interface Block {
  readonly document: string;
  /** The line of its first line of text, counted from 1. */
  readonly line: number;
  readonly language: string;
  readonly text: string;
}

/** Every document of the repository. The changelog names commands of earlier versions. */
export const documents: readonly string[] = globSync("**/*.md", {
  cwd: repository,
  exclude: (path) => /(?:^|\/)(?:node_modules|dist|\.git)$/.test(path),
})
  .filter((path) => path !== "CHANGELOG.md" && !/(?:^|\/)(?:node_modules|dist)\//.test(path))
  .sort();

export function readDocument(path: string): string {
  return readFileSync(resolve(repository, path), "utf8");
}

/** The fenced blocks of a text, also indented ones. Throws if a fence has no end. */
export function listBlocks(document: string, text: string): Block[] {
  const blocks: Block[] = [];
  let open: { indent: string; language: string; line: number; lines: string[] } | undefined;
  for (const [index, line] of text.split("\n").entries()) {
    const fence = /^(\s*)(?:```|~~~)(.*)$/.exec(line);
    if (open === undefined) {
      if (fence !== null)
        open = { indent: fence[1]!, language: fence[2]!.trim(), line: index + 2, lines: [] };
    } else if (fence !== null) {
      blocks.push({ document, line: open.line, language: open.language, text: open.lines.join("\n") });
      open = undefined;
    } else open.lines.push(line.startsWith(open.indent) ? line.slice(open.indent.length) : line);
  }
  if (open !== undefined) throw new Error(`${document}:${open.line}: the block has no end`);
  return blocks;
}

export const blocks: readonly Block[] = documents.flatMap((path) => listBlocks(path, readDocument(path)));
