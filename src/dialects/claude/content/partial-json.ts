import { parseAsWritten } from "../../../lib/index.ts";
import { isMembers } from "../../members/members.ts";
/**
 * As much of a JSON object as a text that was cut off holds: the members that are whole.
 * An empty object when there is none.
 */
export function readPartialObject(text: string): Record<string, unknown> {
  const whole = parseObject(text);
  if (whole !== undefined) return whole;
  const { end, closers } = lastWholePlace(text);
  return parseObject(text.slice(0, end) + closers) ?? {};
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = parseAsWritten(text);
    return isMembers(value) ? value : undefined;
  } catch {
    return undefined; // Cut off, or no JSON at all: the caller tries a shorter text.
  }
}

// The last place behind which every open bracket can be closed and the rest is valid.
function lastWholePlace(text: string): { end: number; closers: string } {
  const stack: string[] = [];
  let place = { end: 0, closers: "" };
  for (let index = 0; index < text.length; index += 1) {
    const char = text[index]!;
    if (char === '"') {
      index = stringEnd(text, index);
      continue;
    }
    if (char === "{" || char === "[") {
      stack.push(char === "{" ? "}" : "]");
      place = { end: index + 1, closers: closersOf(stack) };
    } else if (char === "}" || char === "]") {
      stack.pop();
      place = { end: index + 1, closers: closersOf(stack) };
    } else if (char === ",") place = { end: index, closers: closersOf(stack) };
  }
  return place;
}

function stringEnd(text: string, start: number): number {
  let index = start + 1;
  while (index < text.length && text[index] !== '"') index += text[index] === "\\" ? 2 : 1;
  return index;
}

function closersOf(stack: readonly string[]): string {
  return stack.toReversed().join("");
}
