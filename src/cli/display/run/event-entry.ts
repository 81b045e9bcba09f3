import type { AgentEvent } from "../../../contract/index.ts";

/** The first word of a line. */
export type LogLabel =
  | "start"
  | "done"
  | "tool"
  | "file"
  | "command"
  | "warning"
  | "error"
  | "denied"
  | "approve"
  | "note"
  | "plan"
  | "think";

/** One entry of the log. Its text is as the agent wrote it, and not yet harmless. */
export interface LogEntry {
  readonly label: LogLabel;
  readonly text: string;
  /** The end of the line, which is never cut. Only entries that are cut to one line have it. */
  readonly ending?: string;
}

/** Any event but the agent's words. */
export type OtherEvent = Exclude<AgentEvent, { type: "assistant_delta" | "assistant_message" }>;

/** Describes a notable event; undefined for a tool that returned as expected. */
export function describeEvent(event: OtherEvent): LogEntry | undefined {
  switch (event.type) {
    case "run_started":
      return { label: "start", text: event.message };
    case "run_completed":
      return { label: "done", text: event.message };
    case "tool_call":
      return { label: "tool", text: `${event.tool_name} ${JSON.stringify(event.input)}`, ending: "" };
    case "tool_result":
      if (!event.is_error) return undefined;
      return { label: "tool", text: `${event.tool_name} failed: ${textOf(event.output)}`, ending: "" };
    case "file_changed":
      return { label: "file", text: `${event.path}: ${event.summary}`, ending: "" };
    case "command_executed": {
      const exit = event.exit_code === null ? "no exit code" : `exit ${event.exit_code}`;
      return { label: "command", text: event.command, ending: ` (${exit})` };
    }
    case "warning":
      return { label: "warning", text: event.message };
    case "error":
      return { label: "error", text: event.message };
  }
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
