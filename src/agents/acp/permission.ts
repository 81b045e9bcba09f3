import { isDeepStrictEqual } from "node:util";
import type { JsonObject } from "../../lib/index.ts";
import type { ToolDecision } from "../../sidecar/index.ts";
import { isJsonObject } from "../host/agent-line.ts";
import type { AcpProfile } from "./acp-profile.ts";

/** Kinds of options from the best to the worst. An answer for once decides on nothing that is not asked yet. */
const preferred = {
  allow: ["allow_once", "allow_always"],
  deny: ["reject_once", "reject_always"],
} as const;

/** The answer to a question that is no longer wanted. Every agent must take it as a refusal. */
export const cancelledPermission = { outcome: { outcome: "cancelled" } } as const;

/** The part of a profile that says how a denial is answered. */
type DenialWays = Pick<AcpProfile, "showsUnknownOptions">;

/**
 * Turns a decision into the agent's own option. If the agent offers none, the question is cancelled: the tool does not run. A
 * denial for an agent that shows its model the option that it does not know is an option of that kind: the reason.
 */
export function permissionAnswer(
  params: JsonObject,
  { verdict, reason }: ToolDecision,
  { showsUnknownOptions = false }: DenialWays = {},
): object {
  if (verdict === "deny" && showsUnknownOptions) return selected(`denied: ${reason}`);
  const options = Array.isArray(params["options"]) ? params["options"].filter(isJsonObject) : [];
  for (const kind of preferred[verdict]) {
    const option = options.find((one) => one["kind"] === kind && typeof one["optionId"] === "string");
    if (option !== undefined) return selected(option["optionId"] as string);
  }
  return cancelledPermission;
}

/** Whether an answer decides on later tools too, as long as the agent runs. */
export function decidesOnLaterTools(params: JsonObject, answer: object): boolean {
  const options = Array.isArray(params["options"]) ? params["options"].filter(isJsonObject) : [];
  return options.some(
    ({ optionId, kind }) =>
      typeof kind === "string" &&
      kind.endsWith("_always") &&
      typeof optionId === "string" &&
      isDeepStrictEqual(answer, selected(optionId)),
  );
}

function selected(optionId: string): object {
  return { outcome: { outcome: "selected", optionId } };
}
