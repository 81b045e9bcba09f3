import { type JsonValue, textOfJson } from "../../../lib/index.ts";
import { isJsonObject } from "../../host/agent-line.ts";
import type { EventWriter } from "../../host/event-writer.ts";
import { contractTool } from "../tools.ts";
import { TaskList } from "./task-list.ts";
import type { ToolUse } from "./tool-uses.ts";

/** The end of a tool, as Claude Code reports it. */
export interface ToolEnd {
  readonly use: ToolUse;
  readonly content: JsonValue;
  readonly isError: boolean;
  /** What the tool gave back in members. Absent for the tools of sub-agents. */
  readonly details: JsonValue | undefined;
}

/** The first line of what a command gave back that failed. */
const EXIT_CODE = /^Exit code (\d+)\n?/;

/** Reports what a tool did besides its result: a command, a changed file, a changed plan. */
export class ToolEffects {
  readonly #writer: EventWriter;
  readonly #tasks = new TaskList();

  constructor(writer: EventWriter) {
    this.#writer = writer;
  }

  async report({ use, content, isError, details }: ToolEnd): Promise<void> {
    const { name, input } = contractTool(use.nativeName, use.input);
    if (name === "Bash" && typeof input["command"] === "string") {
      const output = textOf(content);
      const isBackground = input["run_in_background"] === true;
      const exitCode = isBackground ? null : exitCodeOf(output, isError);
      return this.#writer.commandExecuted(input["command"], exitCode, output.replace(EXIT_CODE, ""));
    }
    if (isError) return;
    if ((name === "Write" || name === "Edit") && typeof input["file_path"] === "string")
      return this.#writer.fileChanged(input["file_path"], summaryOf(details));
    const plan = this.#tasks.observe(use.nativeName, use.input, details);
    if (plan !== undefined) await this.#writer.plan(plan);
  }
}

/** The text of a result, which is one text or a list of blocks. */
export function textOf(content: JsonValue): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  const texts = content.map((block) => (isJsonObject(block) ? block["text"] : undefined));
  return texts.filter((text) => typeof text === "string").join("\n");
}

/** The exit code of a command. A command that failed for another reason has none. */
function exitCodeOf(output: string, isError: boolean): number | null {
  if (!isError) return 0;
  const code = EXIT_CODE.exec(output)?.[1];
  return code === undefined ? null : Number(code);
}

function summaryOf(details: JsonValue | undefined): string {
  if (!isJsonObject(details)) return "changed";
  if (details["type"] === "create") return "created";
  const hunks = Array.isArray(details["structuredPatch"]) ? details["structuredPatch"] : [];
  const lines = hunks.flatMap((hunk) =>
    isJsonObject(hunk) && Array.isArray(hunk["lines"]) ? hunk["lines"] : [],
  );
  const count = (sign: string) => lines.filter((line) => textOfJson(line).startsWith(sign)).length;
  return lines.length === 0 ? "changed" : `changed: +${count("+")} -${count("-")} lines`;
}
