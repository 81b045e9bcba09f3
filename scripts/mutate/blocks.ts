import { isFunction, type Node, parentOf, parseSource, walkRuntimeCode } from "./syntax-tree.ts";

/** A part of a source file that runs as a whole or not at all: a function body, a branch, a loop body. */
export interface Block {
  readonly start: number;
  readonly end: number;
  /** Where a statement can be inserted that runs when the block does; undefined for the whole file. */
  readonly entry: number | undefined;
  /** The body of an arrow function without braces. */
  readonly isExpression: boolean;
}

/** Lists the blocks of a file by their start, outer ones before inner ones. The first block is the whole file. */
export function findBlocks(file: string, text: string): Block[] {
  const blocks: Block[] = [{ start: 0, end: text.length, entry: undefined, isExpression: false }];
  walkRuntimeCode(parseSource(file, text), text, (site) => {
    const block = blockOf(site.node, parentOf(site));
    if (block !== undefined) blocks.push(block);
  });
  return blocks.sort((a, b) => a.start - b.start || b.end - a.end);
}

function blockOf(node: Node, parent: Node | undefined): Block | undefined {
  const { start, end } = node;
  if (isFunction(parent) && parent.body === node) {
    // The default values of parameters run when the body does.
    const isExpression = node.type !== "BlockStatement";
    return { start: parent.start, end, entry: isExpression ? start : start + 1, isExpression };
  }
  if (node.type === "BlockStatement") return { start, end, entry: start + 1, isExpression: false };
  if (node.type === "SwitchCase") {
    const [first] = node.consequent;
    if (first === undefined) return undefined;
    // The value of a case is compared even when its statements do not run.
    return { start: first.start, end, entry: first.start, isExpression: false };
  }
  return undefined;
}

/** The number of the innermost block around an offset. */
export function blockAt(blocks: readonly Block[], offset: number): number {
  return blocks.findLastIndex(({ start, end }) => start <= offset && offset < end);
}

/**
 * Makes every block note that it runs: block number i sets element `firstBlock + i` of the global `abpMutateHits`.
 * Threads and processes that have no such global run as before.
 */
export function instrument(text: string, blocks: readonly Block[], firstBlock: number): string {
  const insertions = blocks.flatMap(({ entry, end, isExpression }, index) => {
    const mark = `globalThis.abpMutateHits&&(globalThis.abpMutateHits[${firstBlock + index}]=1)`;
    if (entry === undefined) return [];
    if (!isExpression) return [{ at: entry, text: `${mark};` }];
    return [
      { at: entry, text: `(${mark},` },
      { at: end, text: ")" },
    ];
  });
  let result = "";
  let done = 0;
  // The sort is stable: of insertions at the same place, those of the outer block come first.
  for (const { at, text: inserted } of insertions.sort((a, b) => a.at - b.at)) {
    result += text.slice(done, at) + inserted;
    done = at;
  }
  return result + text.slice(done);
}
