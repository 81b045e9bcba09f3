import { parseAsWritten } from "../../../lib/index.ts";
import { isMembers, type Members } from "../../members/members.ts";

/** The result of a tool call, as text. */
export interface ResponseText {
  readonly text: string;
  readonly isError: boolean;
}

/**
 * The text of a function's response. `{output: "…"}` and `{error: "…"}` are the forms that the API documents and
 * give their bare text; any other object gives its JSON, and so does a text that would be taken for an object
 * on the way back.
 */
export function readResponse(response: Members): ResponseText {
  const isError = isSole(response, "error");
  const inner = isError ? response["error"] : isSole(response, "output") ? response["output"] : undefined;
  const bare = typeof inner === "string" ? inner : isMembers(inner) ? JSON.stringify(inner) : undefined;
  const whole = JSON.stringify(response);
  if (bare !== undefined && JSON.stringify(writeResponse(bare, isError)) === whole)
    return { text: bare, isError };
  return { text: whole, isError };
}

/** The response object for a result's text. */
export function writeResponse(text: string, isError: boolean): Members {
  const object = objectOf(text);
  if (!isError) return object ?? { output: text };
  if (object === undefined) return { error: text };
  return isSole(object, "error") ? object : { error: object };
}

// Only compact JSON counts as an object: any other spelling would not come back as it was.
function objectOf(text: string): Members | undefined {
  if (!text.startsWith("{")) return undefined;
  try {
    const value: unknown = parseAsWritten(text);
    return isMembers(value) && JSON.stringify(value) === text ? value : undefined;
  } catch {
    return undefined; // A text that only looks like JSON stays a text.
  }
}

function isSole(members: Members, name: string): boolean {
  const names = Object.keys(members);
  return names.length === 1 && names[0] === name;
}
