import { AbpError } from "../../contract/index.ts";
import { JsonError, type JsonObject, parseFreeLine } from "../../lib/index.ts";
import { quoteBytes } from "./invalid-frame.ts";

/** One message of a sidecar: an object whose `t` names its kind. */
export type SidecarFrame = JsonObject & { readonly t: string };

/** Rules whose breach means that the line is not JSON at all, such as a log line. */
const TEXT_RULES: ReadonlySet<string> = new Set(["syntax", "unexpected-end", "trailing-text"]);

/** A line that is no JSON object: log output that went to the wrong stream. The configuration may tolerate some. */
export class TextLine {
  readonly error: AbpError;

  constructor(error: AbpError) {
    this.error = error;
  }
}

/**
 * Reads one line. Undefined for a blank line. Values that JavaScript cannot hold exactly are kept, because free fields are passed on
 * as they came. Throws `protocol_invalid_envelope` for JSON with a name twice in an object, and for a frame without `t`.
 */
export function readFrame(line: string): SidecarFrame | TextLine | undefined {
  let value: unknown;
  try {
    value = parseFreeLine(line);
  } catch (error) {
    if (isBlank(line)) return undefined;
    return readFault(line, error);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return new TextLine(
      invalid(`A line of the sidecar is not a JSON object: ${quoteBytes(line)}`, "not-an-object"),
    );
  }
  if (typeof (value as JsonObject)["t"] !== "string") {
    throw invalid(`A line of the sidecar has no member "t" that is a text: ${quoteBytes(line)}`, "no-kind");
  }
  return value as SidecarFrame;
}

function readFault(line: string, error: unknown): TextLine {
  if (!(error instanceof JsonError)) throw error;
  const failure = invalid(
    `A line of the sidecar is not JSON that can be taken exactly: ${error.message}. It begins with ${quoteBytes(line)}`,
    error.rule,
  );
  if (TEXT_RULES.has(error.rule)) return new TextLine(failure);
  throw failure;
}

function isBlank(line: string): boolean {
  return /^[ \t\r]*$/.test(line);
}

function invalid(message: string, rule: string): AbpError {
  return new AbpError("protocol_invalid_envelope", message, { details: { rule } });
}
