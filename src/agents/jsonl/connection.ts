import type { AgentConnection } from "../connection/agent-connection.ts";
import { sdk } from "../connection/sdk.ts";

/** An agent about which only its output is known. It is pointed at the gateway like a program that uses a vendor's SDK. */
export const jsonl: AgentConnection = {
  ...sdk,
  name: "jsonl",
  title: "JSON lines agent",
  notes: [
    "The variables of the vendors' SDKs point it at the gateway. An agent that reads its own configuration instead needs `env` and `args` in the backend's table.",
    "The agent chooses the model, unless its arguments contain `{model}`.",
  ],
};
