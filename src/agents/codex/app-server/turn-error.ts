import type { JsonObject } from "../../../lib/index.ts";
import { isJsonObject, readAgentLine } from "../../host/agent-line.ts";
import { textOf } from "../members.ts";

/** The message of an error of a turn. Codex puts the engine's whole answer into it, so the message inside is taken. */
export function turnErrorText(error: JsonObject): string {
  const message = textOf(error, "message");
  const inner = readAgentLine(message)?.["error"];
  const text = isJsonObject(inner) ? textOf(inner, "message") : "";
  const details = textOf(error, "additionalDetails");
  return [text || message || "Codex gave no reason", details].filter((part) => part !== "").join(": ");
}
