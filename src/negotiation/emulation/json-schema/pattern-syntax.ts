import { AbpError } from "../../../contract/index.ts";

/** A place in the text, as a pattern asks for it. */
export type Assertion = "start" | "end" | "boundary" | "no_boundary";

/** A regular expression as a tree. */
export type PatternNode =
  | { readonly kind: "character"; readonly accepts: (character: string) => boolean }
  | { readonly kind: "assert"; readonly assertion: Assertion }
  | { readonly kind: "sequence"; readonly parts: readonly PatternNode[] }
  | { readonly kind: "choice"; readonly options: readonly PatternNode[] }
  | { readonly kind: "repeat"; readonly part: PatternNode; readonly min: number; readonly max: number };

/** Longer patterns are refused. */
const MAX_PATTERN_LENGTH = 2_000;

/**
 * Reads an ECMAScript pattern (flag `u`).
 * Look-around, back-references and inline flags are refused: an automaton cannot follow them.
 */
export function parsePattern(source: string): PatternNode {
  if (source.length > MAX_PATTERN_LENGTH) throw refusePattern("it is too long");
  try {
    // The engine's own parser decides what is well-formed; the one below can then trust the source.
    new RegExp(source, "u");
  } catch (cause) {
    throw refusePattern("it is not well-formed", cause);
  }
  const tokens = [...source];
  let at = 0;

  const readChoice = (): PatternNode => {
    const options = [readSequence()];
    while (tokens[at] === "|") {
      at += 1;
      options.push(readSequence());
    }
    return { kind: "choice", options };
  };
  const readSequence = (): PatternNode => {
    const parts: PatternNode[] = [];
    while (at < tokens.length && tokens[at] !== "|" && tokens[at] !== ")") {
      parts.push(readQuantifier(readTerm()));
    }
    return { kind: "sequence", parts };
  };
  const readTerm = (): PatternNode => {
    const token = tokens[at]!;
    if (token === "^" || token === "$") {
      at += 1;
      return { kind: "assert", assertion: token === "^" ? "start" : "end" };
    }
    if (token === "(") return readGroup();
    if (token === "\\" && (tokens[at + 1] === "b" || tokens[at + 1] === "B")) {
      at += 2;
      return { kind: "assert", assertion: tokens[at - 1] === "b" ? "boundary" : "no_boundary" };
    }
    const end = atomEnd(tokens, at);
    const atom = tokens.slice(at, end).join("");
    at = end;
    return { kind: "character", accepts: acceptor(atom) };
  };
  const readGroup = (): PatternNode => {
    at += 1;
    if (tokens[at] === "?") {
      const named = tokens[at + 1] === "<" && tokens[at + 2] !== "=" && tokens[at + 2] !== "!";
      if (!named && tokens[at + 1] !== ":")
        throw refusePattern("look-around and inline flags are not supported");
      at = named ? tokens.indexOf(">", at) + 1 : at + 2;
    }
    const inner = readChoice();
    at += 1;
    return inner;
  };
  const readQuantifier = (part: PatternNode): PatternNode => {
    const mark = tokens[at];
    const close = mark === "{" ? tokens.indexOf("}", at) : at;
    const range = readRange(tokens.slice(at, close + 1).join(""));
    if (range === undefined) return part;
    at = close + 1;
    // Whether a quantifier is lazy changes what is captured, not whether there is a match.
    if (tokens[at] === "?") at += 1;
    return { kind: "repeat", part, ...range };
  };
  return readChoice();
}

/** The error for a pattern that is not run. */
export function refusePattern(reason: string, cause?: unknown): AbpError {
  return new AbpError("capability_emulation_failed", `The pattern cannot be checked: ${reason}`, { cause });
}

function readRange(quantifier: string): { min: number; max: number } | undefined {
  if (quantifier === "*") return { min: 0, max: Number.POSITIVE_INFINITY };
  if (quantifier === "+") return { min: 1, max: Number.POSITIVE_INFINITY };
  if (quantifier === "?") return { min: 0, max: 1 };
  if (!quantifier.startsWith("{")) return undefined;
  const [min = "", max] = quantifier.slice(1, -1).split(",");
  return {
    min: Number(min),
    max: max === undefined ? Number(min) : max === "" ? Number.POSITIVE_INFINITY : Number(max),
  };
}

/** Where one character, class or escape ends. */
function atomEnd(tokens: readonly string[], from: number): number {
  if (tokens[from] === "\\") return escapeEnd(tokens, from);
  if (tokens[from] !== "[") return from + 1;
  let end = from + 1;
  while (tokens[end] !== "]") end += tokens[end] === "\\" ? 2 : 1;
  return end + 1;
}

function escapeEnd(tokens: readonly string[], from: number): number {
  const letter = tokens[from + 1]!;
  if (letter === "k" || (letter >= "1" && letter <= "9"))
    throw refusePattern("back-references are not supported");
  if ("pPu".includes(letter) && tokens[from + 2] === "{") return tokens.indexOf("}", from) + 1;
  if (letter === "x") return from + 4;
  if (letter === "c") return from + 3;
  if (letter !== "u") return from + 2;
  // Two escaped surrogates that belong together are one character.
  const pair = tokens.slice(from, from + 12).join("");
  return /^\\u[dD][89abAB]..\\u[dD][c-fC-F]../.test(pair) ? from + 12 : from + 6;
}

function acceptor(atom: string): (character: string) => boolean {
  if (atom !== "." && [...atom].length === 1) return (character) => character === atom;
  const expression = new RegExp(`^(?:${atom})$`, "u");
  return (character) => expression.test(character);
}
