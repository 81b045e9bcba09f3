/** A line from the backplane that is a JSON object with a type. */
export interface Frame {
  readonly t: string;
  readonly [member: string]: unknown;
}

const decoder = new TextDecoder("utf-8", { fatal: true });

/** Reads one line. Undefined for a blank one. Throws an Error that says what is wrong with it. */
export function readFrame(line: Uint8Array): Frame | undefined {
  let text: string;
  try {
    text = decoder.decode(line);
  } catch {
    throw new Error("the line is not UTF-8");
  }
  if (text.trim() === "") return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Error(`the line is not JSON: ${errorText(error)}`);
  }
  if (!isObject(value) || typeof value["t"] !== "string") {
    throw new Error('the line is no JSON object with a text member "t"');
  }
  return value as Frame;
}

/** Whether a value is a JSON object. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The message of anything that was thrown. */
export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
