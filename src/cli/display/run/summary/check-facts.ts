import type { CheckRecord } from "../../../../contract/index.ts";
import type { Colors } from "../../../terminal/terminal.ts";
import { formatElapsed } from "../amounts.ts";
import type { Fact } from "./fact.ts";

/** The most lines of a failed check's output that a summary shows. The receipt holds more. */
const MAX_OUTPUT_LINES = 10;

/** Whether the command that checked a result succeeded. */
export function hasPassed({ exit_code, timed_out }: CheckRecord): boolean {
  return exit_code === 0 && timed_out !== true;
}

/** The result of `--verify`, with the end of its output if it failed. */
export function checkFacts(colors: Colors, check: CheckRecord | undefined): Fact[] {
  if (check === undefined) return [];
  const { command, duration_ms, output_tail } = check;
  const time = formatElapsed(duration_ms);
  if (hasPassed(check)) return [["check", `passed: ${command} (${time})`, colors.green]];
  const lines = output_tail.trimEnd().split("\n").slice(-MAX_OUTPUT_LINES);
  return [
    ["check", `failed (${endingOf(check)}): ${command} (${time})`, colors.red],
    ...(output_tail.trim() === "" ? [] : lines).map((line): Fact => ["", `| ${line}`]),
  ];
}

function endingOf({ exit_code, signal, timed_out }: CheckRecord): string {
  if (timed_out === true) return "timed out";
  return exit_code === null ? `ended by ${signal ?? "a signal"}` : `exit code ${exit_code}`;
}
