import { CONTRACT_VERSION } from "../../contract/index.ts";
import type { ControlContext } from "../context.ts";
import type { HandlersOf } from "../control-request.ts";

/** What the daemon is, and how it is. */
export function openStateHandlers({ version }: ControlContext): HandlersOf<"get_health" | "get_version"> {
  return {
    get_health: async () => ({ status: "ok" }),
    get_version: async () => ({
      name: "agent-backplane",
      version,
      contract_version: CONTRACT_VERSION,
      node: process.version,
    }),
  };
}
