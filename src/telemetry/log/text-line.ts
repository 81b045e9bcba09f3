import type { LogLevel } from "./log-level.ts";

const COLOURS: Readonly<Record<LogLevel, number>> = { error: 31, warn: 33, info: 36, debug: 90, trace: 90 };
// They could move the cursor or forge lines.
const CONTROL = /\p{Cc}+/gu;

/** Writes the start of a text line: the time of day in UTC and the level. */
export function textLineStart(time: string, level: LogLevel, colour: boolean): string {
  const word = level.toUpperCase().padEnd(5);
  return `${time.slice(11, 23)} ${colour ? `\u001b[${COLOURS[level]}m${word}\u001b[39m` : word}`;
}

/** Writes fields as ` name=value` each. */
export function fieldsText(fields: object): string {
  return Object.entries(fields)
    .map(([name, value]) => ` ${plainText(name)}=${valueText(value)}`)
    .join("");
}

function valueText(value: unknown): string {
  if (typeof value === "object" && value !== null && "stack" in value) {
    const { name, message, code } = value as Record<string, unknown>;
    return plainText(JSON.stringify([name, code, message].filter((part) => part !== undefined).join(": ")));
  }
  if (typeof value === "string" && /^[\w.:/@+-]+$/.test(value)) return value;
  return plainText(JSON.stringify(value));
}

/** The text without control characters. */
export function plainText(text: string): string {
  return text.replace(CONTROL, " ");
}
