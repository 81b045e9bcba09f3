const DIGIT_0 = 0x30;
const DIGIT_9 = 0x39;
const DATE_LENGTH = "2026-01-31T".length;
const TIME_LENGTH = "23:59:59".length;
/** Days that every month has. Others go to the schema, which knows the calendar. */
const PLAIN_DATE = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T$/;
let knownDate = "";

/**
 * Whether a value is a time in UTC as almost every sidecar writes it: `2026-01-31T23:59:59.123Z`. False does not mean that
 * the value is wrong. The date of the last value is remembered, because the events of a run share it.
 */
export function isPlainTimestamp(value: unknown): value is string {
  if (typeof value !== "string" || value.length < DATE_LENGTH + TIME_LENGTH + 1) return false;
  if (knownDate === "" || !value.startsWith(knownDate)) {
    const date = value.slice(0, DATE_LENGTH);
    if (!PLAIN_DATE.test(date)) return false;
    knownDate = date;
  }
  const at = DATE_LENGTH;
  return (
    isBelow(value, at, 24) &&
    value[at + 2] === ":" &&
    isBelow(value, at + 3, 60) &&
    value[at + 5] === ":" &&
    isBelow(value, at + 6, 60) &&
    isFractionAndZone(value, at + TIME_LENGTH)
  );
}

/** Two digits below a limit. */
function isBelow(text: string, at: number, limit: number): boolean {
  const tens = text.charCodeAt(at) - DIGIT_0;
  const ones = text.charCodeAt(at + 1) - DIGIT_0;
  return tens >= 0 && ones >= 0 && ones <= 9 && tens * 10 + ones < limit;
}

function isFractionAndZone(text: string, from: number): boolean {
  const last = text.length - 1;
  if (text[last] !== "Z") return false;
  if (from === last) return true;
  if (text[from] !== "." || from + 1 === last) return false;
  for (let at = from + 1; at < last; at += 1) {
    const code = text.charCodeAt(at);
    if (code < DIGIT_0 || code > DIGIT_9) return false;
  }
  return true;
}
