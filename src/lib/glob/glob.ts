import { Automaton } from "./automaton.ts";
import { foldTokens, type TextFold } from "./fold.ts";
import { parseGlob } from "./parse.ts";
import { chooseStrategy, type LiteralRuns, type Strategy } from "./strategy.ts";

/** A compiled pattern with the meaning that Rust's globset gives it by default. */
export interface Glob {
  /** The pattern as it was given. */
  readonly source: string;
  /** How it is matched. */
  readonly strategy: Strategy;
  /** Whether it matches the whole text; with a fold, the caller folds the text. */
  matches(text: string): boolean;
}

/** How a pattern is compiled. */
export interface GlobOptions {
  /** Makes the pattern apply to texts that were folded this way. */
  readonly fold?: TextFold;
}

/** Compiles a pattern; throws `GlobError` when it is not a glob. */
export function compileGlob(pattern: string, options: GlobOptions = {}): Glob {
  // With whole code points on both sides, comparing code units is comparing code points.
  const tokens = parseGlob(pattern.toWellFormed());
  const strategy = chooseStrategy(options.fold === undefined ? tokens : foldTokens(tokens, options.fold));
  const matchWellFormed = createMatcher(strategy);
  return { source: pattern, strategy, matches: (text) => matchWellFormed(text.toWellFormed()) };
}

function createMatcher(strategy: Strategy): (text: string) => boolean {
  switch (strategy.kind) {
    case "everything":
      return () => true;
    case "literal":
      return (text) => text === strategy.text;
    case "prefix":
      return (text) => text.startsWith(strategy.text);
    case "suffix":
      return (text) => text.endsWith(strategy.text);
    case "tail": {
      const afterSeparator = `/${strategy.text}`;
      return (text) => text === strategy.text || text.endsWith(afterSeparator);
    }
    case "within": {
      const leading = `${strategy.text}/`;
      const inner = `/${leading}`;
      return (text) => text.startsWith(leading) || text.includes(inner);
    }
    case "runs":
      return (text) => holdsRuns(text, strategy.runs);
    case "automaton": {
      // Built on first need: of ten thousand rules few are ever asked beyond their literal runs.
      let automaton: Automaton | undefined;
      return (text) => {
        if (!holdsRuns(text, strategy.runs)) return false;
        automaton ??= new Automaton(strategy.tokens);
        return automaton.matches(text);
      };
    }
  }
}

// Taking each run where it occurs first leaves the most room for the next, so no other choice has to be tried.
function holdsRuns(text: string, { prefix, inner, suffix }: LiteralRuns): boolean {
  if (text.length < prefix.length + suffix.length) return false;
  if (!text.startsWith(prefix) || !text.endsWith(suffix)) return false;
  let from = prefix.length;
  for (const run of inner) {
    const at = text.indexOf(run, from);
    if (at === -1) return false;
    from = at + run.length;
  }
  return from + suffix.length <= text.length;
}
