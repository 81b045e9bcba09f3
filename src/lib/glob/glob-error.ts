/** The faults of a glob pattern. */
export type GlobErrorReason =
  | "unclosed_class"
  | "invalid_range"
  | "unclosed_alternates"
  | "unopened_alternates"
  | "dangling_escape"
  | "nested_too_deeply"
  | "too_long";

const messages: Readonly<Record<GlobErrorReason, string>> = {
  unclosed_class: "the character class has no closing ]",
  invalid_range: "the range in the character class runs backwards",
  unclosed_alternates: "the { has no closing }",
  unopened_alternates: "the } has no opening {",
  dangling_escape: "the \\ at the end escapes nothing",
  nested_too_deeply: "the alternatives are nested too deeply",
  too_long: "the pattern is too long",
};

/** A pattern that is not a glob, and where it stops being one. */
export class GlobError extends Error {
  readonly pattern: string;
  /** Code unit offset of the offending place in the pattern. */
  readonly offset: number;
  readonly reason: GlobErrorReason;

  constructor(reason: GlobErrorReason, pattern: string, offset: number) {
    super(`${messages[reason]} (offset ${offset})`);
    this.name = "GlobError";
    this.reason = reason;
    this.pattern = pattern;
    this.offset = offset;
  }
}
