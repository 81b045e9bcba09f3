import { isMembers } from "../../members/members.ts";
import type { ChatProfile } from "../profile.ts";

/** The searches that a reply is billed for: at most one. */
export function countSearches(
  model: string | undefined,
  calls: Iterable<string | undefined>,
  { billedSearch: { models, call } }: ChatProfile,
): number {
  if (models?.test(model ?? "") === true) return 1;
  if (call !== undefined) for (const name of calls) if (name === call) return 1;
  return 0;
}

/** The names of the functions that a message, or a delta of one, calls. */
export function calledNames(message: unknown): (string | undefined)[] {
  const calls = isMembers(message) ? message["tool_calls"] : undefined;
  if (!Array.isArray(calls)) return [];
  return calls.map((call: unknown) => {
    const inner = isMembers(call) ? call["function"] : undefined;
    const name = isMembers(inner) ? inner["name"] : undefined;
    return typeof name === "string" ? name : undefined;
  });
}
