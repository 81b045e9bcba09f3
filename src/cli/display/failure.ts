import { AbpError, ExitCode, errorBody } from "../../contract/index.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { safeText } from "./text/safe-text.ts";

/** The most lines of a failed program's standard error that are shown. The receipt holds more. */
const MAX_ERROR_LINES = 10;

/** Prints an error with its place and the next step, and returns its exit code. */
export function showFailure(terminal: Terminal, error: unknown): number {
  const failure = asAbpError(error);
  if (terminal.json) {
    const timestamp = terminal.host.now().toISOString();
    terminal.host.writeError(`${JSON.stringify(errorBody(failure, { id: "cli", timestamp }))}\n`);
  } else {
    terminal.host.writeError(`${describe(terminal, failure)}\n`);
    for (const line of [...furtherIssues(failure), ...errorOutput(failure)]) {
      terminal.host.writeError(`  ${line}\n`);
    }
    if (!terminal.quiet) terminal.host.writeError(`${terminal.colors.dim(`→ ${failure.advice}`)}\n`);
    if (terminal.verbose && failure.cause instanceof Error)
      terminal.host.writeError(`${failure.cause.stack}\n`);
  }
  return failure.row.exit;
}

function describe(terminal: Terminal, failure: AbpError): string {
  const where = failure.where === undefined ? "" : `${failure.where}: `;
  return `${terminal.colors.red("error")} ${failure.code}: ${safeText(`${where}${failure.message}`)}`;
}

/** The end of what a failed program wrote to standard error, as lines. */
function errorOutput({ details }: AbpError): string[] {
  const tail = details["stderr_tail"];
  if (typeof tail !== "string" || tail.trim() === "") return [];
  const lines = safeText(tail.trimEnd()).split("\n");
  return ["It wrote to standard error:", ...lines.slice(-MAX_ERROR_LINES).map((line) => `| ${line}`)];
}

// The message already contains the first issue.
function furtherIssues(failure: AbpError): string[] {
  const issues = failure.details["issues"];
  if (!Array.isArray(issues)) return [];
  return issues.slice(1).map((issue) => {
    const { path, where, message } = issue as { path?: string; where?: string; message: string };
    return safeText([path ?? where, message].filter((part) => part !== undefined).join(" "));
  });
}

function asAbpError(error: unknown): AbpError {
  if (AbpError.is(error)) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new AbpError("internal", message, { cause: error });
}

const EXITS = new Map<unknown, number>([
  ["SIGTERM", ExitCode.terminated],
  ["SIGHUP", ExitCode.hung_up],
  ["SIGQUIT", ExitCode.quit],
]);

/** The exit code of a command that a signal ended. `reason` is the signal's name. */
export function signalExit(reason: unknown): number {
  return EXITS.get(reason) ?? ExitCode.interrupted;
}
