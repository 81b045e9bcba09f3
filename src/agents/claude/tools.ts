import type { JsonObject } from "../../lib/index.ts";

/** A tool in the words of the contract. */
export interface ContractTool {
  readonly name: string;
  readonly input: JsonObject;
}

/** Tools whose name or path member differs from the contract. All others have the contract's names already. */
const TRANSLATED: Readonly<Record<string, { readonly name: string; readonly path?: string }>> = {
  MultiEdit: { name: "Edit" },
  NotebookEdit: { name: "Edit", path: "notebook_path" },
  NotebookRead: { name: "Read", path: "notebook_path" },
  PowerShell: { name: "Bash" },
};

/**
 * Tools that Claude Code is started without: nobody is there to answer a question or to leave the mode for plans, a run has one
 * working directory, and nothing goes on after a run. Scripts of agents are left out because their steps are not asked for one
 * by one.
 */
export const withheldTools: readonly string[] = [
  "AskUserQuestion",
  "EnterPlanMode",
  "ExitPlanMode",
  "EnterWorktree",
  "ExitWorktree",
  "CronCreate",
  "CronDelete",
  "CronList",
  "ScheduleWakeup",
  "Workflow",
];

/** The tool by which Claude Code gives an answer that satisfies a schema. It acts on nothing, so it is not asked for. */
const ANSWER_TOOL = "StructuredOutput";

export function isAnswerTool(nativeName: string): boolean {
  return nativeName === ANSWER_TOOL;
}

/** Translates the name and input of a tool. Members of the input stay; a path is added as `file_path`. */
export function contractTool(nativeName: string, input: JsonObject): ContractTool {
  const row = Object.hasOwn(TRANSLATED, nativeName) ? TRANSLATED[nativeName] : undefined;
  if (row === undefined) return { name: nativeName, input };
  const path = row.path === undefined ? undefined : input[row.path];
  return { name: row.name, input: path === undefined ? input : { ...input, file_path: path } };
}
