import { compileGlob, type Glob, type GlobOptions } from "./glob.ts";

/** Many patterns that are asked at once. */
export interface GlobSet {
  readonly globs: readonly Glob[];
  /** The index of the first pattern that matches the whole text, or -1. */
  firstMatch(text: string): number;
  /** Whether any pattern matches the whole text. */
  matches(text: string): boolean;
}

/** Compiles patterns, or takes compiled ones, into a set; throws `GlobError` at the first that is not a glob. */
export function compileGlobSet(patterns: readonly (string | Glob)[], options: GlobOptions = {}): GlobSet {
  const globs = patterns.map((pattern) =>
    typeof pattern === "string" ? compileGlob(pattern, options) : pattern,
  );
  const index = indexGlobs(globs);
  const firstMatch = (given: string): number => {
    const text = given.toWellFormed();
    let best = Math.min(
      index.everything,
      index.literals.get(text) ?? Infinity,
      findAffix(index.prefixes, text, (length) => text.slice(0, length)),
      findAffix(index.suffixes, text, (length) => text.slice(text.length - length)),
      findAffix(index.tails, text, (length) => {
        const start = text.length - length;
        return start === 0 || text[start - 1] === "/" ? text.slice(start) : undefined;
      }),
      findComponent(index.components, text),
    );
    for (const position of index.others) {
      if (position >= best) break;
      if (globs[position]!.matches(text)) best = position;
    }
    return best === Infinity ? -1 : best;
  };
  return { globs, firstMatch, matches: (text) => firstMatch(text) >= 0 };
}

/** Positions by text, and the lengths of those texts: one look-up per length finds any of them. */
interface AffixTable {
  readonly positions: Map<string, number>;
  readonly lengths: Set<number>;
}

interface GlobIndex {
  everything: number;
  readonly literals: Map<string, number>;
  readonly prefixes: AffixTable;
  readonly suffixes: AffixTable;
  readonly tails: AffixTable;
  readonly components: Map<string, number>;
  /** Positions of the globs that only they themselves can match, ascending. */
  readonly others: number[];
}

function indexGlobs(globs: readonly Glob[]): GlobIndex {
  const index: GlobIndex = {
    everything: Infinity,
    literals: new Map(),
    prefixes: { positions: new Map(), lengths: new Set() },
    suffixes: { positions: new Map(), lengths: new Set() },
    tails: { positions: new Map(), lengths: new Set() },
    components: new Map(),
    others: [],
  };
  for (const [position, { strategy }] of globs.entries()) {
    switch (strategy.kind) {
      case "everything":
        index.everything = Math.min(index.everything, position);
        break;
      case "literal":
        addFirst(index.literals, strategy.text, position);
        break;
      case "prefix":
        addAffix(index.prefixes, strategy.text, position);
        break;
      case "suffix":
        addAffix(index.suffixes, strategy.text, position);
        break;
      case "tail":
        addAffix(index.tails, strategy.text, position);
        break;
      case "within":
        if (strategy.text.includes("/")) index.others.push(position);
        else addFirst(index.components, strategy.text, position);
        break;
      case "runs":
      case "automaton":
        index.others.push(position);
    }
  }
  return index;
}

function addFirst(positions: Map<string, number>, text: string, position: number): void {
  if (!positions.has(text)) positions.set(text, position);
}

function addAffix(table: AffixTable, text: string, position: number): void {
  addFirst(table.positions, text, position);
  table.lengths.add(text.length);
}

function findAffix(table: AffixTable, text: string, cut: (length: number) => string | undefined): number {
  let best = Infinity;
  for (const length of table.lengths) {
    if (length > text.length) continue;
    const affix = cut(length);
    if (affix !== undefined) best = Math.min(best, table.positions.get(affix) ?? Infinity);
  }
  return best;
}

function findComponent(components: ReadonlyMap<string, number>, text: string): number {
  let best = Infinity;
  if (components.size === 0) return best;
  let start = 0;
  for (let end = text.indexOf("/"); end !== -1; end = text.indexOf("/", start)) {
    best = Math.min(best, components.get(text.slice(start, end)) ?? Infinity);
    start = end + 1;
  }
  return best;
}
