import { buildProgram, type Program } from "./program.ts";
import { rangesInclude, type Tokens } from "./token.ts";

// Cells of the transition table that one pattern may keep; what does not fit is computed anew each time.
const MAX_CELLS = 4096;

const UNKNOWN = 0xffff;
const DEAD = 0;
const START = 1;
const ASCII = 128;

/** A set of program nodes that read; node 0, the match, is among them when the text may end here. */
type NodeSet = readonly number[];

/**
 * Matches whole texts in time linear in their length: all readings of the pattern advance in lock-step, and the
 * sets of nodes met on the way are remembered as states of a deterministic automaton.
 */
export class Automaton {
  readonly #program: Program;
  /** First code point of every class; the pattern never distinguishes code points of one class. */
  readonly #classStarts: readonly number[];
  readonly #maxStates: number;
  readonly #sets: NodeSet[] = [];
  /** Cells of one row: the next state for every class, then whether the text may end here. */
  readonly #width: number;
  /**
   * The classes of ASCII, then the rows of all states; together, because with thousands of patterns most of the time
   * goes into fetching memory.
   */
  #table = new Uint16Array(0);
  readonly #stateOf = new Map<string, number>();
  /** When a node was last reached; a float array, because the count outgrows 32 bits. */
  readonly #seen: Float64Array;
  #generation = 0;

  constructor(tokens: Tokens) {
    this.#program = buildProgram(tokens);
    this.#seen = new Float64Array(this.#program.nodes.length);
    this.#classStarts = findClassStarts(this.#program);
    this.#width = this.#classStarts.length + 1;
    this.#table = new Uint16Array(ASCII + 4 * this.#width);
    for (let code = 0; code < ASCII; code += 1) this.#table[code] = this.#search(code);
    this.#maxStates = Math.max(2, Math.floor(MAX_CELLS / this.#width));
    this.#intern([]);
    this.#intern(this.#close([this.#program.start]));
  }

  /** Whether the pattern matches the whole of a well-formed text. */
  matches(text: string): boolean {
    let table = this.#table;
    const width = this.#width;
    let state = START;
    for (let at = 0; at < text.length; at += 1) {
      let codePoint = text.charCodeAt(at);
      if (codePoint >= 0xd800 && codePoint <= 0xdbff) {
        codePoint = text.codePointAt(at)!;
        at += 1;
      }
      const characterClass = codePoint < ASCII ? table[codePoint]! : this.#search(codePoint);
      const cell = ASCII + state * width + characterClass;
      let next = table[cell]!;
      if (next === UNKNOWN) {
        const set = this.#advance(this.#sets[state]!, this.#classStarts[characterClass]!);
        const known = this.#intern(set);
        if (known === undefined) return this.#simulate(set, text, at + 1);
        table = this.#table;
        table[cell] = known;
        next = known;
      }
      if (next === DEAD) return false;
      state = next;
    }
    return table[ASCII + state * width + width - 1] === 1;
  }

  #simulate(from: NodeSet, text: string, start: number): boolean {
    let set = from;
    for (let at = start; at < text.length && set.length > 0; at += 1) {
      const codePoint = text.codePointAt(at)!;
      if (codePoint > 0xffff) at += 1;
      set = this.#advance(set, codePoint);
    }
    return set.includes(0);
  }

  #advance(set: NodeSet, codePoint: number): NodeSet {
    const reached: number[] = [];
    for (const id of set) {
      const node = this.#program.nodes[id]!;
      if (node.kind === "read" && rangesInclude(node.ranges, codePoint)) reached.push(node.next);
    }
    return this.#close(reached);
  }

  /** The reading nodes that can be reached from the given ones without reading. */
  #close(pending: number[]): NodeSet {
    this.#generation += 1;
    const set: number[] = [];
    for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
      if (this.#seen[id] === this.#generation) continue;
      this.#seen[id] = this.#generation;
      const node = this.#program.nodes[id]!;
      if (node.kind === "fork") pending.push(...node.next);
      else set.push(id);
    }
    return set;
  }

  #intern(set: NodeSet): number | undefined {
    const key = set.toSorted((left, right) => left - right).join();
    const known = this.#stateOf.get(key);
    if (known !== undefined) return known;
    if (this.#sets.length >= this.#maxStates) return undefined;
    const state = this.#sets.push(set) - 1;
    this.#stateOf.set(key, state);
    const row = ASCII + state * this.#width;
    if (row + this.#width > this.#table.length) {
      const grown = new Uint16Array(this.#table.length * 2);
      grown.set(this.#table);
      this.#table = grown;
    }
    this.#table.fill(UNKNOWN, row, row + this.#width);
    this.#table[row + this.#width - 1] = set.includes(0) ? 1 : 0;
    return state;
  }

  #search(codePoint: number): number {
    let low = 0;
    let high = this.#classStarts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (this.#classStarts[middle]! <= codePoint) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

function findClassStarts(program: Program): number[] {
  const starts = new Set([0]);
  for (const node of program.nodes) {
    if (node.kind !== "read") continue;
    for (let at = 0; at < node.ranges.length; at += 2)
      starts.add(node.ranges[at]!).add(node.ranges[at + 1]! + 1);
  }
  return [...starts].toSorted((left, right) => left - right);
}
