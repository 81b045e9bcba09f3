import { readDocumentJson } from "../../../contract/index.ts";

/** One line of a sidecar's standard output. */
export interface ReceivedLine {
  /** Milliseconds since the start of the process. */
  readonly atMs: number;
  readonly bytes: number;
  /** The JSON object, where the line is one. */
  readonly frame?: Readonly<Record<string, unknown>>;
  readonly fault?: LineFault;
}

/** What is wrong with a line. */
export interface LineFault {
  readonly check: "stdout.json" | "stdout.utf8";
  readonly reason: string;
}

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const QUOTED_BYTES = 60;

/** Reads one line without its line feed. Undefined for a blank one. */
export function readLine(bytes: Uint8Array, atMs: number): ReceivedLine | undefined {
  const line = { atMs, bytes: bytes.length };
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch {
    return { ...line, fault: { check: "stdout.utf8", reason: `a line is not UTF-8: ${quote(bytes)}` } };
  }
  if (text.trim() === "") return undefined;
  const refuse = (problem: string): ReceivedLine => ({
    ...line,
    fault: { check: "stdout.json", reason: `${problem}: ${quote(bytes)}` },
  });
  let value: unknown;
  try {
    value = readDocumentJson(text, "line");
  } catch (error) {
    return text.trimStart().startsWith("{")
      ? refuse(`a line is no valid JSON (${(error as Error).message})`)
      : refuse("a line is not JSON");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return refuse("a line is no JSON object");
  }
  const frame = value as Record<string, unknown>;
  return typeof frame["t"] === "string" ? { ...line, frame } : refuse('a line has no member "t"');
}

/** The beginning of some bytes as a JSON text, for a message. */
export function quote(bytes: Uint8Array): string {
  const start = Buffer.from(bytes.subarray(0, QUOTED_BYTES)).toString("utf8");
  return `${JSON.stringify(start)}${bytes.length > QUOTED_BYTES ? " …" : ""}`;
}
