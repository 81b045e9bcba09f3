import { parseGlob } from "./parse.ts";
import { buildProgram, type Program } from "./program.ts";
import { chooseStrategy } from "./strategy.ts";
import { rangesInclude } from "./token.ts";

/** A search ends after so many states: patterns may be made so that there is no end of them. */
const MAX_STATES = 2000;

/** The nodes of a pattern that a text has reached, ascending. Node 0 is the match. */
type NodeSet = readonly number[];

interface State {
  readonly text: string;
  readonly own: readonly NodeSet[];
  readonly others: readonly NodeSet[];
}

/**
 * Texts that one of `own` matches: one for each set of `others` that a text can match besides. So whatever depends on these
 * patterns alone is seen on the texts. Throws `GlobError`. Some sets may be missing if the patterns have very many.
 */
export function listWitnesses(own: readonly string[], others: readonly string[]): string[] {
  const [wanted, rest] = [own.map(programOf), others.map(programOf)];
  const characters = listCharacters([...wanted, ...rest]);
  const begin = (program: Program) => close(program, [program.start]);
  const found = new Map<string, string>();
  const states: State[] = [{ text: "", own: wanted.map(begin), others: rest.map(begin) }];
  const seen = new Set([keyOf(states[0]!)]);
  // The list grows while it is walked, so the shortest texts come first.
  for (const state of states) {
    if (state.own.some(isMatch)) {
      const matched = state.others.map(isMatch).join();
      if (!found.has(matched)) found.set(matched, state.text);
    }
    for (const character of characters) {
      const codePoint = character.codePointAt(0)!;
      const step = (sets: readonly NodeSet[], of: readonly Program[]) =>
        sets.map((set, at) => advance(of[at]!, set, codePoint));
      const next = step(state.own, wanted);
      if (next.every((set) => set.length === 0)) continue;
      const reached = { text: state.text + character, own: next, others: step(state.others, rest) };
      const key = keyOf(reached);
      if (seen.has(key) || states.length >= MAX_STATES) continue;
      seen.add(key);
      states.push(reached);
    }
  }
  return [...found.values()];
}

function programOf(pattern: string): Program {
  const tokens = parseGlob(pattern.toWellFormed());
  // A lone `**` matches everything, though its token alone would not.
  return buildProgram(chooseStrategy(tokens).kind === "everything" ? [{ kind: "star" }] : tokens);
}

const isMatch = (set: NodeSet) => set[0] === 0;

const keyOf = ({ own, others }: State) => [...own, ...others].map((set) => set.join()).join(";");

function advance(program: Program, set: NodeSet, codePoint: number): NodeSet {
  if (set.length === 0) return set;
  const reached = set.flatMap((id) => {
    const node = program.nodes[id]!;
    return node.kind === "read" && rangesInclude(node.ranges, codePoint) ? [node.next] : [];
  });
  return close(program, reached);
}

/** The nodes that can be reached from the given ones without reading. */
function close({ nodes }: Program, pending: number[]): NodeSet {
  const visited = new Set<number>();
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    if (visited.has(id)) continue;
    visited.add(id);
    const node = nodes[id]!;
    if (node.kind === "fork") pending.push(...node.next);
  }
  return [...visited].filter((id) => nodes[id]!.kind !== "fork").sort((left, right) => left - right);
}

/** One character of each class that the patterns tell apart. */
function listCharacters(programs: readonly Program[]): string[] {
  const starts = new Set([0x20]);
  for (const { nodes } of programs) {
    for (const node of nodes) {
      if (node.kind !== "read") continue;
      for (let at = 0; at < node.ranges.length; at += 2)
        starts.add(node.ranges[at]!).add(node.ranges[at + 1]! + 1);
    }
  }
  // Half a character is none, and nothing comes after the last code point.
  const isCharacter = (code: number) => code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  return [...starts].filter(isCharacter).map((code) => String.fromCodePoint(code));
}
