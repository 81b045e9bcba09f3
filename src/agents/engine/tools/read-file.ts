import { z } from "zod";
import { defineTool, said } from "./tool.ts";
import { ToolFailure } from "./tool-failure.ts";

const DEFAULT_LINES = 2000;
const MAX_LINES = 10_000;
const MAX_LINE_CHARACTERS = 2000;
const MAX_CHARACTERS = 256 * 1024;

/** How much of a file is looked at to tell text from other bytes. */
const SNIFFED_BYTES = 8192;

/** Reads lines of a text file. */
export const readTool = defineTool({
  name: "read",
  contractName: "Read",
  description: `Reads a text file of the workspace. Each line begins with its number. At most ${DEFAULT_LINES} lines unless "limit" says otherwise; "offset" is the number of the first line.`,
  input: z.strictObject({
    file_path: z.string().min(1).describe("the path, from the root of the workspace"),
    offset: z.int().min(1).max(100_000_000).optional(),
    limit: z.int().min(1).max(MAX_LINES).optional(),
  }),
  async run({ file_path, offset = 1, limit = DEFAULT_LINES }, { files }) {
    const bytes = await files.read(file_path);
    if (isBinary(bytes)) throw new ToolFailure(`${file_path} is no text`);
    if (bytes.length === 0) return said(`${file_path} is empty`);
    const lines = linesOf(bytes.toString("utf8"));
    if (offset > lines.length) throw new ToolFailure(`${file_path} has ${lines.length} lines`);
    const shown: string[] = [];
    let room = MAX_CHARACTERS;
    for (const [index, line] of lines.slice(offset - 1, offset - 1 + limit).entries()) {
      const text = `${offset + index}\t${cut(line)}`;
      room -= text.length + 1;
      if (room < 0) break;
      shown.push(text);
    }
    const next = offset + shown.length;
    if (next <= lines.length) shown.push(`[${lines.length - next + 1} more lines, from line ${next}]`);
    return said(shown.join("\n"));
  },
});

/** Whether bytes are no text. */
export function isBinary(bytes: Buffer): boolean {
  return bytes.subarray(0, SNIFFED_BYTES).includes(0);
}

/** The lines of a text. A line feed at its end begins no further line. */
export function linesOf(text: string): string[] {
  const lines = text.split(/\r?\n/);
  if (lines.length > 1 && lines.at(-1) === "") lines.pop();
  return lines;
}

function cut(line: string): string {
  if (line.length <= MAX_LINE_CHARACTERS) return line;
  return `${line.slice(0, MAX_LINE_CHARACTERS)} [${line.length - MAX_LINE_CHARACTERS} characters left out]`;
}
