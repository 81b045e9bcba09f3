import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type Block, blockAt, findBlocks, instrument } from "./blocks.ts";
import type { Mutant } from "./mutant.ts";
import type { ScratchTree } from "./scratch-tree.ts";
import { isTestCode } from "./test-hash.ts";

/** The numbers of the blocks of each source file that a test runs. */
export type CoveredBlocks = Readonly<Record<string, readonly number[]>>;

interface NumberedFile {
  readonly blocks: readonly Block[];
  readonly firstBlock: number;
}

/** A copy of the repository whose sources note which of their blocks run. */
export class Coverage {
  readonly tree: ScratchTree;
  readonly #files = new Map<string, NumberedFile>();
  readonly #path: string;
  #count = 0;

  constructor(tree: ScratchTree) {
    this.tree = tree;
    this.#path = join(tree.root, "covered-blocks.json");
    for (const file of tree.paths) {
      if (!file.endsWith(".ts") || isTestCode(file)) continue;
      const text = tree.readText(file) ?? "";
      const blocks = findBlocks(file, text);
      this.#files.set(file, { blocks, firstBlock: this.#count });
      tree.write(file, instrument(text, blocks, this.#count));
      this.#count += blocks.length;
    }
  }

  /** What the process that runs the tests needs to know. */
  get environment(): Readonly<Record<string, string>> {
    return { ABP_MUTATE_COVERAGE: this.#path, ABP_MUTATE_BLOCKS: String(this.#count) };
  }

  /** The blocks that the last test has run; undefined when it left no list. */
  take(): CoveredBlocks | undefined {
    if (!existsSync(this.#path)) return undefined;
    const hits = new Set(JSON.parse(readFileSync(this.#path, "utf8")) as number[]);
    rmSync(this.#path);
    const covered: Record<string, number[]> = {};
    for (const [file, { blocks, firstBlock }] of this.#files) {
      const own = [...blocks.keys()].filter((index) => hits.has(firstBlock + index));
      if (own.length > 0) covered[file] = own;
    }
    return covered;
  }

  /** Whether a test runs the code of a mutant. Code outside of functions runs whenever its file is loaded. */
  covers(covered: CoveredBlocks, { file, replacement }: Mutant): boolean {
    const block = blockAt(this.#files.get(file)?.blocks ?? [], replacement.start);
    return block <= 0 || (covered[file]?.includes(block) ?? false);
  }
}
