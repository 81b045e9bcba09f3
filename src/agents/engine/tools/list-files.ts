import { z } from "zod";
import { compileGlobSet, GlobError } from "../../../lib/index.ts";
import { defineTool, said } from "./tool.ts";
import { ToolFailure } from "./tool-failure.ts";
import { type Walk, walkFiles } from "./walk.ts";

const MAX_NAMES = 2000;

/** Lists files by a pattern. */
export const listTool = defineTool({
  name: "list",
  contractName: "Glob",
  description: `Lists files of the workspace below a directory, at most ${MAX_NAMES}. "pattern" is a glob for the whole path, such as "src/**/*.ts".`,
  input: z.strictObject({
    pattern: z.string().min(1).max(1000).optional(),
    path: z.string().min(1).optional().describe("the directory; the root of the workspace without it"),
  }),
  async run({ pattern, path = "." }, place) {
    const isWanted = globOf(pattern);
    const walk: Walk = { isComplete: true };
    const names: string[] = [];
    for await (const name of walkFiles(await place.files.find(path), place, walk)) {
      if (!isWanted(name)) continue;
      if (names.length === MAX_NAMES) {
        walk.isComplete = false;
        break;
      }
      names.push(name);
    }
    if (names.length === 0) return said("no file matches");
    return said([...names, ...(walk.isComplete ? [] : ["[there are more files]"])].join("\n"));
  },
});

/** Whether a path matches a pattern; every path does without one. Throws `ToolFailure` for a pattern that is none. */
export function globOf(pattern: string | undefined): (name: string) => boolean {
  if (pattern === undefined) return () => true;
  try {
    const set = compileGlobSet([pattern]);
    return (name) => set.matches(name);
  } catch (error) {
    if (error instanceof GlobError) throw new ToolFailure(`the glob is not valid: ${error.message}`);
    throw error;
  }
}
