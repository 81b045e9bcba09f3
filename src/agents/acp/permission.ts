import type { JsonObject } from "../../lib/index.ts";
import type { ToolDecision } from "../../sidecar/index.ts";
import { isJsonObject } from "../host/agent-line.ts";

/** Kinds of options from the best to the worst. An answer for once decides on nothing that is not asked yet. */
const preferred = {
  allow: ["allow_once", "allow_always"],
  deny: ["reject_once", "reject_always"],
} as const;

/** The answer to a question that is no longer wanted. Every agent must take it as a refusal. */
export const cancelledPermission = { outcome: { outcome: "cancelled" } } as const;

/** Turns a decision into the agent's own option. Where the agent offers none, the question is cancelled: the tool does not run. */
export function permissionAnswer(params: JsonObject, { verdict }: ToolDecision): object {
  const options = Array.isArray(params["options"]) ? params["options"].filter(isJsonObject) : [];
  for (const kind of preferred[verdict]) {
    const option = options.find((one) => one["kind"] === kind && typeof one["optionId"] === "string");
    if (option !== undefined) return { outcome: { outcome: "selected", optionId: option["optionId"] } };
  }
  return cancelledPermission;
}
