import { JsonError, parseFreeLine } from "../../../lib/index.ts";

/** One line of a sidecar's standard output. */
export interface ReceivedLine {
  /** Milliseconds since the start of the process. */
  readonly atMs: number;
  /** The JSON object, if the line is one. */
  readonly frame?: Readonly<Record<string, unknown>>;
  /** Why the line is no frame. */
  readonly fault?: string;
}

const QUOTED_CHARACTERS = 60;

/** Reads one line without its line feed. Undefined for a blank one. */
export function readLine(text: string, atMs: number): ReceivedLine | undefined {
  if (text.trim() === "") return undefined;
  const refuse = (problem: string): ReceivedLine => ({ atMs, fault: `${problem}: ${quote(text)}` });
  let value: unknown;
  try {
    value = parseFreeLine(text);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    return text.trimStart().startsWith("{")
      ? refuse(`a line is no valid JSON (${error.message})`)
      : refuse("a line is not JSON");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return refuse("a line is no JSON object");
  }
  const frame = value as Record<string, unknown>;
  return typeof frame["t"] === "string" ? { atMs, frame } : refuse('a line has no text member "t"');
}

/** The beginning of a text in quotes, for a message. */
export function quote(text: string): string {
  const start = text.slice(0, QUOTED_CHARACTERS);
  return `${JSON.stringify(start)}${text.length > QUOTED_CHARACTERS ? " …" : ""}`;
}
