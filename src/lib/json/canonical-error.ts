import { formatJsonPath, shortenText } from "./json-path.ts";

/** Why a value has no canonical form. */
export type CanonicalRule =
  | "unsupported-value"
  | "number-not-finite"
  | "number-overflow"
  | "lone-surrogate"
  | "cycle"
  | "too-deep";

/** A value that cannot be written in a canonical form: the rule it breaks and the place where it does. */
export class CanonicalError extends Error {
  readonly rule: CanonicalRule;
  readonly path: string;

  constructor(rule: CanonicalRule, reason: string, segments: readonly (string | number)[]) {
    const path = formatJsonPath(segments);
    super(`${reason} at ${shortenText(path, 200)}`);
    this.name = "CanonicalError";
    this.rule = rule;
    this.path = path;
  }
}
