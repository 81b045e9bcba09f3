import type { Token, Tokens } from "./token.ts";

/**
 * How a pattern is matched: most patterns in use need only a comparison of strings.
 *
 * - `everything` matches every text.
 * - `literal` is the whole text, `prefix` its beginning, `suffix` its end.
 * - `tail` is the whole text, or its end after a `/`.
 * - `within` is a run of whole components that others follow.
 * - `automaton` is everything else; its text begins and ends with the given parts, without overlap.
 */
export type Strategy =
  | { readonly kind: "everything" }
  | { readonly kind: "literal" | "prefix" | "suffix" | "tail" | "within"; readonly text: string }
  | { readonly kind: "automaton"; readonly prefix: string; readonly suffix: string; readonly tokens: Tokens };

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
  const trailing = readLiteral(tokens.toReversed(), 0);
  return {
    kind: "automaton",
    prefix: leading.text,
    suffix: [...trailing.text].reverse().join(""),
    tokens,
  };
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
