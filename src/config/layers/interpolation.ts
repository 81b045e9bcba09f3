import type { Environment } from "../paths.ts";

/** A text with its variables put in. */
export interface Interpolation {
  readonly text: string;
  /** Whether any variable was asked for, so that the text may hold a secret. */
  readonly substituted: boolean;
  /** What stands in the way; then the text is not to be used. */
  readonly problems: readonly string[];
}

// In order: the escape, a whole expression, and the beginning of one that is not well formed.
const EXPRESSION = /\$\$\{|\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}|\$\{/g;

/** Puts variables into a text: `${NAME}`, `${NAME:-default}`, and `$${` for a plain `${`. */
export function interpolate(source: string, environment: Environment): Interpolation {
  const problems: string[] = [];
  let substituted = false;
  const text = source.replace(EXPRESSION, (found, name?: string, preset?: string) => {
    if (found === "$${") return "${";
    if (name === undefined) {
      problems.push("holds a `${` that begins no variable: write `$${` where it is meant as it stands");
      return found;
    }
    substituted = true;
    const value = environment[name];
    // As in a shell, `:-` also stands in for a variable that is set and empty.
    if (preset !== undefined) return value === undefined || value === "" ? preset : value;
    if (value === undefined) problems.push(`needs the environment variable ${name}, which is not set`);
    return value ?? found;
  });
  return { text, substituted, problems };
}
