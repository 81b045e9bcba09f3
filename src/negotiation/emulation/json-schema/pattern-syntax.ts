import { AbpError } from "../../../contract/index.ts";

export type Assertion = "start" | "end" | "boundary" | "no_boundary";

/** The syntax tree of a regular expression. */
export type PatternNode =
  | { readonly kind: "character"; readonly accepts: (character: string) => boolean }
  | { readonly kind: "assert"; readonly assertion: Assertion }
  | { readonly kind: "sequence"; readonly parts: readonly PatternNode[] }
  | { readonly kind: "choice"; readonly options: readonly PatternNode[] }
  | { readonly kind: "repeat"; readonly part: PatternNode; readonly min: number; readonly max: number };

/** In characters. Longer patterns are refused. */
const MAX_PATTERN_LENGTH = 2_000;

/**
 * Parses an ECMAScript pattern (flag `u`). Refuses look-around, back-references and inline flags, because an
 * automaton cannot match them.
 */
export function parsePattern(source: string): PatternNode {
  if (source.length > MAX_PATTERN_LENGTH) throw refusePattern("it is too long");
  try {
    // The JavaScript engine rejects malformed patterns, so the parser below can trust the source.
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
    // Laziness changes captures, not whether the pattern matches.
    if (tokens[at] === "?") at += 1;
    return { kind: "repeat", part, ...range };
  };
  return readChoice();
}

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

/** The index after one character, class or escape. */
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
  // A pair of escaped surrogates is one character.
  const pair = tokens.slice(from, from + 12).join("");
  return /^\\u[dD][89abAB]..\\u[dD][c-fC-F]../.test(pair) ? from + 12 : from + 6;
}

function acceptor(atom: string): (character: string) => boolean {
  if (atom !== "." && [...atom].length === 1) return (character) => character === atom;
  const expression = new RegExp(`^(?:${atom})$`, "u");
  return (character) => expression.test(character);
}
