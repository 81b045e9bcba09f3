import {
  type AbpError,
  type AgentEvent,
  formatTimestamp,
  ReportedErrorCode,
  type WireErrorCode,
  wireErrorCode,
} from "../../contract/index.ts";
import type { RepairRound } from "../answer/answer-repair.ts";

/** The event of a run that did not complete. */
export function errorEvent(at: Date, error: AbpError): AgentEvent {
  return {
    ts: formatTimestamp(at),
    type: "error",
    message: error.message.toWellFormed(),
    error_code: reportedCode(error) ?? wireErrorCode(error.code),
  };
}

/** The code that a sidecar gave for its own error, if abp/v0.1 has it. */
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

/** The event of an answer that breaks its schema and is asked for once more. */
export function repairEvent(at: Date, { round, of, inSession, errors }: RepairRound): AgentEvent {
  const first = errors[0];
  const place = first?.path ? ` at ${first.path}` : "";
  const message = `the answer does not satisfy its output schema${place}: ${first?.message ?? "it is not valid"}; it is asked for once more (${round} of ${of})`;
  const faults = errors.map(({ path, message: fault }) => ({ path, message: fault }));
  return {
    ts: formatTimestamp(at),
    type: "warning",
    message,
    ext: { repair: { round, of, in_session: inSession, errors: faults } },
  };
}

/** The event of a question that was put to the user; `answer` is null if there is none. */
export function questionEvent(at: Date, text: string, answer: string | undefined): AgentEvent {
  const question = { text: text.toWellFormed(), answer: answer?.toWellFormed() ?? null };
  return { ts: formatTimestamp(at), type: "assistant_delta", text: "", ext: { question } };
}
