import { Automaton } from "./automaton.ts";
import { foldTokens, type TextFold } from "./fold.ts";
import { parseGlob } from "./parse.ts";
import { chooseStrategy, type Strategy } from "./strategy.ts";

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
    case "automaton": {
      const { prefix, suffix, tokens } = strategy;
      // Built on first need: of ten thousand rules few are ever asked beyond their fixed ends.
      let automaton: Automaton | undefined;
      return (text) => {
        if (text.length < prefix.length + suffix.length) return false;
        if (!text.startsWith(prefix) || !text.endsWith(suffix)) return false;
        automaton ??= new Automaton(tokens);
        return automaton.matches(text);
      };
    }
  }
}
