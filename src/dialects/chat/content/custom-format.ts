import { isMembers } from "../../members/members.ts";

/** Reads the format of a freeform tool. A grammar stands in a member of its own here, and beside the type in a conversation. */
export function readCustomFormat(value: unknown): unknown {
  if (!isMembers(value) || value["type"] !== "grammar") return value;
  const { grammar, ...others } = value;
  return isMembers(grammar) ? { ...others, ...grammar } : value;
}

/** Writes the format of a freeform tool as `readCustomFormat` reads it. */
export function writeCustomFormat(value: unknown): unknown {
  if (!isMembers(value) || value["type"] !== "grammar" || "grammar" in value) return value;
  const { syntax, definition, ...others } = value;
  return { ...others, grammar: { syntax, definition } };
}
