const COLOURS: Readonly<Record<string, number>> = { error: 31, warn: 33, info: 36, debug: 90, trace: 90 };
// Control characters in a message could move the cursor or forge lines.
const CONTROL = /\p{Cc}+/gu;

/** A JSON log line as one line for people: time, level, message, then the fields. */
export function toTerminalLine(json: string, colour: boolean): string {
  const { level, time, message, ...fields } = JSON.parse(json) as Record<string, unknown>;
  const clock = typeof time === "string" ? time.slice(11, 23) : "";
  const word = String(level).toUpperCase().padEnd(5);
  const shown = colour ? `\u001b[${COLOURS[String(level)] ?? 0}m${word}\u001b[39m` : word;
  const rest = Object.entries(fields).map(([name, value]) => `${plain(name)}=${fieldText(value)}`);
  return `${[clock, shown, plain(String(message ?? "")), ...rest].join(" ")}\n`;
}

function fieldText(value: unknown): string {
  if (typeof value === "object" && value !== null && "stack" in value) {
    const { name, message, code } = value as Record<string, unknown>;
    return plain(JSON.stringify([name, code, message].filter((part) => part !== undefined).join(": ")));
  }
  if (typeof value === "string" && /^[\w.:/@+-]+$/.test(value)) return value;
  return plain(JSON.stringify(value));
}

function plain(text: string): string {
  return text.replace(CONTROL, " ");
}
