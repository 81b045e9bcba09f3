import { GlobError, type GlobErrorReason } from "./glob-error.ts";
import { invertRanges, mergeRanges, type Token, type Tokens } from "./token.ts";

// Rust's regex engine refuses groups beyond a depth of about 200; the builder here recurses, so it needs a limit too.
const MAX_DEPTH = 200;
const MAX_LENGTH = 65_536;
const HYPHEN = 0x2d;

interface Parser {
  readonly pattern: string;
  next: number;
  previous: string | undefined;
  current: string | undefined;
  /** The branches being filled; tokens go to the last one. */
  readonly branches: Token[][];
  /** For every open `{`: its first branch, and its offset. */
  readonly groups: { readonly firstBranch: number; readonly offset: number }[];
}

/** Parses a pattern by the rules of globset 0.4 with its default options; throws `GlobError`. */
export function parseGlob(pattern: string): Tokens {
  const parser: Parser = {
    pattern,
    next: 0,
    previous: undefined,
    current: undefined,
    branches: [[]],
    groups: [],
  };
  if (pattern.length > MAX_LENGTH) throw fail(parser, "too_long", MAX_LENGTH);
  for (let character = advance(parser); character !== undefined; character = advance(parser)) {
    const tokens = readTokens(parser, character);
    parser.branches.at(-1)!.push(...tokens);
  }
  const open = parser.groups.at(-1);
  if (open !== undefined) throw fail(parser, "unclosed_alternates", open.offset);
  return parser.branches[0]!;
}

function readTokens(parser: Parser, character: string): Tokens {
  switch (character) {
    case "?":
      return [{ kind: "any" }];
    case "*":
      return readStar(parser);
    case "[":
      return [readClass(parser)];
    case "{":
      openAlternates(parser);
      return [];
    case "}":
      return [closeAlternates(parser)];
    case ",":
      if (parser.groups.length === 0) return [{ kind: "literal", character }];
      parser.branches.push([]);
      return [];
    case "\\": {
      const escaped = advance(parser);
      if (escaped === undefined) throw fail(parser, "dangling_escape", parser.pattern.length - 1);
      return [{ kind: "literal", character: escaped }];
    }
    default:
      return [{ kind: "literal", character }];
  }
}

function openAlternates(parser: Parser): void {
  const offset = parser.next - 1;
  if (parser.groups.length >= MAX_DEPTH) throw fail(parser, "nested_too_deeply", offset);
  parser.groups.push({ firstBranch: parser.branches.length, offset });
  parser.branches.push([]);
}

function closeAlternates(parser: Parser): Token {
  const group = parser.groups.pop();
  if (group === undefined) throw fail(parser, "unopened_alternates", parser.next - 1);
  return { kind: "alternates", branches: parser.branches.splice(group.firstBranch) };
}

function readStar(parser: Parser): Tokens {
  const before = parser.previous;
  if (peek(parser) !== "*") return [{ kind: "star" }];
  advance(parser);
  const twoStars: Tokens = [{ kind: "star" }, { kind: "star" }];
  const after = peek(parser);
  const branch = parser.branches.at(-1)!;
  if (branch.length === 0) {
    if (after !== undefined && after !== "/") return twoStars;
    advance(parser);
    return [{ kind: "recursive_prefix" }];
  }
  const nested = parser.branches.length > 1;
  // After an escaped `,` or `{` inside braces globset takes this for the start of a branch, and so do we.
  if (before !== "/" && !(nested && (before === "," || before === "{"))) return twoStars;
  const suffix = after === undefined || (nested && (after === "," || after === "}"));
  if (!suffix) {
    if (after !== "/") return twoStars;
    advance(parser);
  }
  // The token before is the `/` that belongs to this `**`, unless a `**` before it has taken that in already.
  const last = branch.pop()!;
  if (last.kind === "recursive_prefix" || last.kind === "recursive_suffix") return [last];
  return [{ kind: suffix ? "recursive_suffix" : "recursive_between" }];
}

function readClass(parser: Parser): Token {
  const offset = parser.next - 1;
  const negated = peek(parser) === "!" || peek(parser) === "^";
  if (negated) advance(parser);
  const pairs: [number, number][] = [];
  let inRange = false;
  for (let first = true; ; first = false) {
    const character = advance(parser);
    if (character === undefined) throw fail(parser, "unclosed_class", offset);
    if (character === "]" && !first) break;
    if (character === "-" && !first && !inRange) {
      inRange = true;
      continue;
    }
    const codePoint = character.codePointAt(0)!;
    if (inRange) {
      // As in globset a second `-` stretches the range before it: `[a-c-z]` is `[a-z]`.
      const pair = pairs.at(-1)!;
      pair[1] = codePoint;
      if (pair[1] < pair[0]) throw fail(parser, "invalid_range", parser.next - character.length);
    } else {
      pairs.push([codePoint, codePoint]);
    }
    inRange = false;
  }
  if (inRange) pairs.push([HYPHEN, HYPHEN]);
  const ranges = mergeRanges(pairs);
  return { kind: "class", ranges: negated ? invertRanges(ranges) : ranges };
}

function advance(parser: Parser): string | undefined {
  parser.previous = parser.current;
  parser.current = peek(parser);
  parser.next += parser.current?.length ?? 0;
  return parser.current;
}

function peek(parser: Parser): string | undefined {
  const codePoint = parser.pattern.codePointAt(parser.next);
  return codePoint === undefined ? undefined : String.fromCodePoint(codePoint);
}

function fail(parser: Parser, reason: GlobErrorReason, offset: number): GlobError {
  return new GlobError(reason, parser.pattern, offset);
}
