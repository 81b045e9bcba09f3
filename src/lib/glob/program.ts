import { type CodePointRanges, LAST_CODE_POINT, type Token, type Tokens } from "./token.ts";

/** One state of the automaton: it ends the match, reads one code point, or leads on without reading. */
export type Node =
  | { readonly kind: "match" }
  | { readonly kind: "read"; readonly ranges: CodePointRanges; next: number }
  | { readonly kind: "fork"; readonly next: number[] };

/** A nondeterministic automaton, linear in the size of its pattern. */
export interface Program {
  readonly nodes: readonly Node[];
  readonly start: number;
}

const ANY: CodePointRanges = [0, LAST_CODE_POINT];
const SEPARATOR: CodePointRanges = [0x2f, 0x2f];

/** Builds the automaton of a parsed pattern. */
export function buildProgram(tokens: Tokens): Program {
  const nodes: Node[] = [{ kind: "match" }];
  const start = addTokens(nodes, tokens, 0);
  return { nodes, start };
}

// Every function here adds what must be read before the node `next`, and returns where that begins.

function addTokens(nodes: Node[], tokens: Tokens, next: number): number {
  return tokens.reduceRight((following, token) => addToken(nodes, token, following), next);
}

function addToken(nodes: Node[], token: Token, next: number): number {
  switch (token.kind) {
    case "literal": {
      const codePoint = token.character.codePointAt(0)!;
      return addRead(nodes, [codePoint, codePoint], next);
    }
    case "class":
      return addRead(nodes, token.ranges, next);
    case "any":
      return addRead(nodes, ANY, next);
    case "star":
      return addStar(nodes, next);
    case "recursive_prefix":
      return addFork(nodes, [next, addStar(nodes, addRead(nodes, SEPARATOR, next))]);
    case "recursive_suffix":
      return addRead(nodes, SEPARATOR, addStar(nodes, next));
    case "recursive_between":
      return addRead(
        nodes,
        SEPARATOR,
        addFork(nodes, [next, addStar(nodes, addRead(nodes, SEPARATOR, next))]),
      );
    case "alternates": {
      // An empty alternative is dropped, not matched: globset's `empty_alternates` is off by default.
      const branches = token.branches.filter((branch) => !isEmpty(branch));
      if (branches.length === 0) return next;
      return addFork(
        nodes,
        branches.map((branch) => addTokens(nodes, branch, next)),
      );
    }
  }
}

function isEmpty(tokens: Tokens): boolean {
  return tokens.every((token) => token.kind === "alternates" && token.branches.every(isEmpty));
}

function addRead(nodes: Node[], ranges: CodePointRanges, next: number): number {
  return nodes.push({ kind: "read", ranges, next }) - 1;
}

function addFork(nodes: Node[], next: number[]): number {
  return nodes.push({ kind: "fork", next }) - 1;
}

function addStar(nodes: Node[], next: number): number {
  const loop = addFork(nodes, [next]);
  (nodes[loop] as { next: number[] }).next.push(addRead(nodes, ANY, loop));
  return loop;
}
