import { ExitCode } from "../../../contract/index.ts";
import type { RunResult } from "../../../runtime/index.ts";
import { showFailure, signalExit } from "../../display/failure.ts";
import { hasPassed } from "../../display/run/summary/check-facts.ts";
import { nextCommands } from "../../display/run/summary/next-commands.ts";
import { renderSummary } from "../../display/run/summary/summary.ts";
import { safeJson } from "../../display/text/safe-text.ts";
import type { Terminal } from "../../terminal/terminal.ts";

/**
 * Prints the result of a run: the receipt with --json, else, on standard error, a summary and the commands to go on with. Standard
 * output has the agent's words only.
 */
export function showResult(terminal: Terminal, result: RunResult, receiptFile: string | undefined): void {
  if (terminal.json) {
    terminal.out(safeJson(result.receipt));
    return;
  }
  const { host, colors } = terminal;
  terminal.say(...renderSummary(colors, result, host.isTerminal.error ? host.columns() : undefined));
  const commands = nextCommands(result, receiptFile);
  if (commands.length > 0)
    terminal.say(
      "",
      ...commands.map(([command, meaning]) => `  ${command}\n${colors.dim(`      ${meaning}`)}`),
    );
}

/** Prints the error of a run that did not complete, and gives the exit code. */
export function exitOf(terminal: Terminal, { receipt, verification, error }: RunResult): number {
  const { signal } = terminal.host;
  if (error !== undefined) {
    if (!signal.aborted) return showFailure(terminal, error);
    if (error.code !== "run_cancelled") showFailure(terminal, error);
    return signalExit(signal.reason);
  }
  if (!verification.ok) return ExitCode.verification;
  const check = receipt.observed?.check;
  if (check !== undefined && !hasPassed(check)) return ExitCode.failed;
  return receipt.outcome === "failed" ? ExitCode.failed : ExitCode.ok;
}
