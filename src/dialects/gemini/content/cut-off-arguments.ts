import { parseAsWritten } from "../../../lib/index.ts";
import { isMembers, type Members } from "../../members/members.ts";

/**
 * Reads arguments that were cut off: every complete member, and as much of the last one as there is.
 * A text that is no JSON from its beginning on is kept as the text of one argument.
 */
export function readCutOffArguments(text: string): Members {
  for (const completion of completionsOf(text)) {
    try {
      const value: unknown = parseAsWritten(completion);
      if (isMembers(value)) return value;
    } catch {
      // The next completion gives up a little more.
    }
  }
  return { input: text };
}

// One pass finds where the text can be ended: inside the string that is open, or after the last whole member.
function completionsOf(text: string): string[] {
  const open: string[] = [];
  let isString = false;
  let isEscaped = false;
  let whole = 0;
  for (let place = 0; place < text.length; place++) {
    const letter = text[place]!;
    if (isString) {
      if (isEscaped) isEscaped = false;
      else if (letter === "\\") isEscaped = true;
      else if (letter === '"') isString = false;
    } else if (letter === '"') isString = true;
    else if (letter === "{" || letter === "[") {
      open.push(letter === "{" ? "}" : "]");
      whole = place + 1;
    } else if (letter === "}" || letter === "]") {
      open.pop();
      whole = place + 1;
    } else if (letter === ",") whole = place;
  }
  // No bracket follows the last whole place, so the same ones are open there.
  const closers = open.reverse().join("");
  const kept = isString ? `${text.replace(CUT_ESCAPE, "$1")}"` : text;
  return [kept + closers, text.slice(0, whole) + closers];
}

/** An escape that was cut in two, such as `\u00`, after any number of escaped backslashes. */
const CUT_ESCAPE = /(?<!\\)((?:\\\\)*)\\(?:u[0-9a-fA-F]{0,3})?$/;
