import {
  type AbpError,
  type AgentEvent,
  formatTimestamp,
  ReportedErrorCode,
  type WireErrorCode,
  wireErrorCode,
} from "../../contract/index.ts";

/** The event of a run that did not complete. */
export function errorEvent(at: Date, error: AbpError): AgentEvent {
  return {
    ts: formatTimestamp(at),
    type: "error",
    message: error.message.toWellFormed(),
    error_code: reportedCode(error) ?? wireErrorCode(error.code),
  };
}

/** The code that a sidecar gave for its own error, where abp/v0.1 has it. */
function reportedCode({ details }: AbpError): WireErrorCode | undefined {
  return ReportedErrorCode.safeParse(details["reported_code"]).data;
}

/** The event of something that the user must know before the agent starts. */
export function warningEvent(at: Date, message: string): AgentEvent {
  return { ts: formatTimestamp(at), type: "warning", message };
}

/** The event of a message that the user gave to the agent during the run. */
export function steerEvent(at: Date, text: string): AgentEvent {
  return { ts: formatTimestamp(at), type: "assistant_delta", text: "", ext: { steer: text.toWellFormed() } };
}
