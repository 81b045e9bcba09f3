/** The form of log lines: one JSON object per line, or one line of text for people. */
export type LogForm = "json" | "text";

/** Decides the form of log lines. The setting `auto` means text on a terminal and JSON otherwise. */
export function chooseLogForm(setting: LogForm | "auto", isTerminal: boolean): LogForm {
  if (setting !== "auto") return setting;
  return isTerminal ? "text" : "json";
}
