import { isMembers, type Members } from "../../members/members.ts";
import type { RequiredMembers } from "../../required-members.ts";

/** What a request of the Messages API must say. A limit of 0 only warms the cache up. */
export const required: RequiredMembers = {
  turns: "messages",
  limits: [["max_tokens"]],
  needsLimit: true,
  besideZero,
};

function besideZero(body: Members): string | undefined {
  if (body["stream"] === true) return "stream";
  if (memberOf(body["thinking"], "type") === "enabled") return "thinking";
  if ((body["output_format"] ?? memberOf(body["output_config"], "format") ?? undefined) !== undefined)
    return "an output format";
  const choice = memberOf(body["tool_choice"], "type");
  return choice === "any" || choice === "tool" ? "a forced tool_choice" : undefined;
}

function memberOf(value: unknown, name: string): unknown {
  return isMembers(value) ? value[name] : undefined;
}
