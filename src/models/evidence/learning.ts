import type { ModelLimits } from "../limits/model-limits.ts";
import { errorPatterns } from "./error-patterns.ts";

/** What one error teaches. */
export interface Lesson {
  /** The id of the pattern. */
  readonly pattern: string;
  readonly value: string;
}

/** How much of an error is searched, in characters. Servers wrap a vendor's text in their own. */
const MAX_TEXT = 4000;

/**
 * Reads an error with status 400. It teaches something only if the vendor's code, its words and a field that was sent
 * all agree; undefined otherwise. Nothing that an engine writes can name a field that is not in the table of patterns.
 */
export function learnFromError(api: string, error: unknown, sent: unknown): Lesson | undefined {
  const patterns = errorPatterns.filter(({ apis }) => apis.includes(api));
  const codes = codesOf(error);
  if (codes.length === 0) return undefined;
  const text = (messageOf(error) ?? JSON.stringify(error)).slice(0, MAX_TEXT);
  for (const { id, codes: own, text: words, value, fields } of patterns) {
    const match = own.some((code) => codes.includes(code)) ? words.exec(text) : null;
    const learned = match === null ? undefined : value(match);
    if (learned !== undefined && fields(learned).some((path) => hasMember(sent, path)))
      return { pattern: id, value: learned };
  }
  return undefined;
}

/** The limits with everything that was learned, in order. Unknown patterns teach nothing. */
export function withLessons(limits: ModelLimits, lessons: readonly Lesson[]): ModelLimits {
  return lessons.reduce(
    (taught, { pattern, value }) =>
      errorPatterns.find(({ id }) => id === pattern)?.teach(taught, value) ?? taught,
    limits,
  );
}

function codesOf(body: unknown): string[] {
  const error = memberOf(body, "error");
  const holders = [body, error, memberOf(error, "details"), memberOf(error, "error")];
  return holders
    .flatMap((holder) => ["type", "code", "status", "error_code"].map((name) => memberOf(holder, name)))
    .filter((value) => typeof value === "string");
}

function messageOf(body: unknown): string | undefined {
  const error = memberOf(body, "error");
  const message = memberOf(error, "message") ?? memberOf(body, "message") ?? error;
  return typeof message === "string" ? message : undefined;
}

function hasMember(value: unknown, path: string): boolean {
  let found: unknown = value;
  for (const name of path.split(".")) found = memberOf(found, name);
  return found !== undefined && found !== null;
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Record<string, unknown>)[name];
}
