import { type AbpError, type AgentEvent, formatTimestamp, wireErrorCode } from "../../contract/index.ts";

/** The event of a run that did not complete. */
export function errorEvent(at: Date, error: AbpError): AgentEvent {
  return {
    ts: formatTimestamp(at),
    type: "error",
    message: error.message.toWellFormed(),
    error_code: wireErrorCode(error.code),
  };
}

/** The event of a message that the user gave to the agent during the run. */
export function steerEvent(at: Date, text: string): AgentEvent {
  return { ts: formatTimestamp(at), type: "assistant_delta", text: "", ext: { steer: text.toWellFormed() } };
}
