import type { Environment } from "../paths.ts";

/** A text after its variables were replaced. */
export interface Interpolation {
  readonly text: string;
  /** Whether the text named a variable, so that it may now contain a secret. */
  readonly substituted: boolean;
  /** Why the text must not be used; empty when it may. */
  readonly problems: readonly string[];
}

// The escape, a whole expression, or the start of a malformed one.
const EXPRESSION = /\$\$\{|\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}|\$\{/g;

/** Replaces `${NAME}` and `${NAME:-default}` with environment variables, and `$${` with a plain `${`. */
export function interpolate(source: string, environment: Environment): Interpolation {
  const problems: string[] = [];
  let substituted = false;
  const text = source.replace(EXPRESSION, (found, name?: string, defaultText?: string) => {
    if (found === "$${") return "${";
    if (name === undefined) {
      problems.push("contains a `${` that is not followed by a variable: write `$${` for a plain `${`");
      return found;
    }
    substituted = true;
    const value = environment[name];
    // As in a shell, the default also replaces a variable that is set and empty.
    if (defaultText !== undefined) return value === undefined || value === "" ? defaultText : value;
    if (value === undefined) problems.push(`needs the environment variable ${name}, which is not set`);
    return value ?? found;
  });
  return { text, substituted, problems };
}
