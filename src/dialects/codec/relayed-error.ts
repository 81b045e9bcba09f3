import { redactText } from "../../lib/index.ts";
import type { Failure } from "./error-codec.ts";

/** The most characters of a relayed error that a message repeats. */
const MAX_QUOTED = 2000;

/** The message of an error with the words of the vendor behind a relay, without secrets that can be recognised by their shape. */
export function fullMessage({ message, relayed }: Pick<Failure, "message" | "relayed">): string {
  if (relayed === undefined || message.includes(relayed.text)) return message;
  const by = relayed.by === undefined ? "" : `${relayed.by}: `;
  const text = redactText(relayed.text);
  return `${message} (${by}${text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)}…` : text})`;
}
