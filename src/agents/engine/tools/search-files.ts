import { lstat } from "node:fs/promises";
import { setImmediate as nextTurn } from "node:timers/promises";
import { z } from "zod";
import { AbpError } from "../../../contract/index.ts";
import { compileLinearPattern, type LinearPattern } from "../../../negotiation/index.ts";
import { globOf } from "./list-files.ts";
import { isBinary, linesOf } from "./read-file.ts";
import { defineTool, said, type ToolPlace } from "./tool.ts";
import { ToolFailure } from "./tool-failure.ts";
import { type Walk, walkFiles } from "./walk.ts";
import type { WorkspacePlace } from "./workspace-files.ts";

const MAX_MATCHES = 500;
const MAX_SHOWN_CHARACTERS = 300;
/** Steps of the pattern for one call. A step is one state for one character. */
const MAX_STEPS = 50_000_000;
/** The same for one line, during which nothing else is heard. */
const MAX_LINE_STEPS = 5_000_000;
/** After so many steps, a cancel is heard. */
const STEPS_PER_TURN = 500_000;
const MAX_FILE_BYTES = 4 * 1024 * 1024;

/** The pattern has taken all of its steps. */
class OutOfSteps extends Error {}

/** Searches the lines of files. The pattern takes linear time, whatever it is. */
export const searchTool = defineTool({
  name: "search",
  contractName: "Grep",
  description: `Searches the lines of the workspace's text files for a regular expression, and shows at most ${MAX_MATCHES} of them. There are no back-references and no look-around. "glob" limits it to paths such as "src/**/*.ts".`,
  input: z.strictObject({
    pattern: z.string().min(1).max(2000),
    path: z
      .string()
      .min(1)
      .optional()
      .describe("a directory or a file; the root of the workspace without it"),
    glob: z.string().min(1).max(1000).optional(),
  }),
  async run({ pattern, path = ".", glob }, place) {
    const search = new Search(compile(pattern));
    const isWanted = globOf(glob);
    const walk: Walk = { isComplete: true };
    const from = await place.files.find(path);
    for await (const name of namesOf(from, place, walk)) {
      if (!isWanted(name)) continue;
      await search.file(name, place);
      if (search.isOver) break;
    }
    if (!walk.isComplete) search.found.push("[not every file was searched]");
    return said(search.found.length === 0 ? "nothing matches" : search.found.join("\n"));
  },
});

async function* namesOf(from: WorkspacePlace, place: ToolPlace, walk: Walk): AsyncGenerator<string> {
  if ((await lstat(from.path)).isDirectory()) yield* walkFiles(from, place, walk);
  else yield from.name;
}

/** A pattern that is plain text. */
const PLAIN = /^[^\\^$.*+?()[\]{}|]+$/;

function compile(pattern: string): LinearPattern {
  if (PLAIN.test(pattern)) return { test: (text) => text.includes(pattern) };
  try {
    return compileLinearPattern(pattern);
  } catch (error) {
    if (AbpError.is(error)) throw new ToolFailure(error.message);
    throw error;
  }
}

class Search {
  readonly found: string[] = [];
  isOver = false;
  readonly #pattern: LinearPattern;
  #steps = MAX_STEPS;
  #lineSteps = MAX_LINE_STEPS;
  #turnSteps = STEPS_PER_TURN;

  constructor(pattern: LinearPattern) {
    this.#pattern = pattern;
  }

  async file(name: string, { files, signal }: ToolPlace): Promise<void> {
    signal.throwIfAborted();
    // A cancel has to be heard between two files.
    await nextTurn();
    const bytes = await files.read(name).catch((error: unknown) => {
      if (error instanceof ToolFailure) return undefined;
      throw error;
    });
    if (bytes === undefined || bytes.length > MAX_FILE_BYTES || isBinary(bytes)) return;
    try {
      for (const [index, line] of linesOf(bytes.toString("utf8")).entries()) {
        if (this.isOver) break;
        this.#line(name, index + 1, line);
        if (this.#turnSteps > 0) continue;
        this.#turnSteps = STEPS_PER_TURN;
        await nextTurn();
        signal.throwIfAborted();
      }
    } catch (error) {
      if (!(error instanceof OutOfSteps)) throw error;
      this.isOver = true;
      this.found.push("[the search took too many steps and was ended]");
    }
  }

  #line(name: string, number: number, line: string): void {
    this.#lineSteps = MAX_LINE_STEPS;
    if (!this.#pattern.test(line, this.#spend)) return;
    if (this.found.length === MAX_MATCHES) {
      this.isOver = true;
      this.found.push("[there are more matches]");
      return;
    }
    this.found.push(`${name}:${number}:${line.slice(0, MAX_SHOWN_CHARACTERS)}`);
  }

  readonly #spend = (steps: number): void => {
    this.#steps -= steps;
    this.#lineSteps -= steps;
    this.#turnSteps -= steps;
    if (this.#steps < 0 || this.#lineSteps < 0) throw new OutOfSteps("too many steps");
  };
}
