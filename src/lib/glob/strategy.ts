import type { Token, Tokens } from "./token.ts";

/**
 * How a pattern is matched: most patterns in use need only a comparison of strings.
 *
 * - `everything` matches every text.
 * - `literal` is the whole text, `prefix` its beginning, `suffix` its end.
 * - `tail` is the whole text, or its end after a `/`.
 * - `within` is a run of whole components that others follow.
 * - `runs` are literal texts with anything between them.
 * - `automaton` is everything else; the literal texts that it holds in any case are tried first.
 */
export type Strategy =
  | { readonly kind: "everything" }
  | { readonly kind: "literal" | "prefix" | "suffix" | "tail" | "within"; readonly text: string }
  | { readonly kind: "runs"; readonly runs: LiteralRuns }
  | { readonly kind: "automaton"; readonly runs: LiteralRuns; readonly tokens: Tokens };

/** Literal texts that every match holds, in this order and without overlap. */
export interface LiteralRuns {
  readonly prefix: string;
  readonly inner: readonly string[];
  readonly suffix: string;
}

/** Chooses the cheapest exact way to match a parsed pattern. */
export function chooseStrategy(tokens: Tokens): Strategy {
  const leading = readLiteral(tokens, 0);
  if (leading.length === tokens.length) return { kind: "literal", text: leading.text };
  const last = tokens.at(-1)!;
  const rest = tokens.slice(leading.length);
  if (rest.every((token) => token.kind === "star")) {
    return leading.length === 0 ? { kind: "everything" } : { kind: "prefix", text: leading.text };
  }
  if (rest.length === 1 && last.kind === "recursive_suffix")
    return { kind: "prefix", text: `${leading.text}/` };
  if (leading.length === 0) {
    const strategy = chooseTailStrategy(tokens);
    if (strategy !== undefined) return strategy;
  }
  const inner = readRuns(rest);
  const suffix = last.kind === "literal" ? inner.pop()! : "";
  const runs = { prefix: leading.text, inner, suffix };
  const starsOnly = rest.every((token) => token.kind === "star" || token.kind === "literal");
  return starsOnly ? { kind: "runs", runs } : { kind: "automaton", runs, tokens };
}

/** The literal runs of a pattern in order, without those inside alternatives. */
function readRuns(tokens: Tokens): string[] {
  const runs: string[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const run = readLiteral(tokens, at);
    if (run.length === 0) continue;
    runs.push(run.text);
    at += run.length;
  }
  return runs;
}

function chooseTailStrategy(tokens: Tokens): Strategy | undefined {
  const recursive = tokens[0]!.kind === "recursive_prefix";
  // A lone `**` is globset's one exception: there it matches everything, not only what ends in `/`.
  if (recursive && tokens.length === 1) return { kind: "everything" };
  const afterStars = tokens.findIndex((token, at) => token.kind !== "star" && !(recursive && at === 0));
  if (afterStars === -1) return { kind: "everything" };
  const literal = readLiteral(tokens, afterStars);
  if (literal.length === 0) return undefined;
  const rest = tokens.slice(afterStars + literal.length);
  const starred = afterStars > (recursive ? 1 : 0);
  if (rest.length === 0) return { kind: starred ? "suffix" : "tail", text: literal.text };
  const within = rest.length === 1 && rest[0]!.kind === "recursive_suffix";
  return within && !starred ? { kind: "within", text: literal.text } : undefined;
}

function readLiteral(tokens: Tokens, start: number): { text: string; length: number } {
  let text = "";
  let at = start;
  for (let token: Token | undefined = tokens[at]; token?.kind === "literal"; token = tokens[at]) {
    text += token.character;
    at += 1;
  }
  return { text, length: at - start };
}
