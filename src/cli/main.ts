import { CommanderError } from "commander";
import { createProgram } from "./program.ts";
import { type Host, processHost } from "./terminal/host.ts";
import { type GlobalOptions, openTerminal } from "./terminal/terminal.ts";

/** Runs the command line and gives its exit code. */
export async function main(argv: readonly string[], host: Host = processHost()): Promise<number> {
  let exit = 0;
  const program = createProgram(host, async (spec, options, call) => {
    const terminal = openTerminal(host, options);
    try {
      const action = await spec.load();
      exit = await action(terminal, call);
    } catch (error) {
      const { presentFailure, signalExit } = await import("./display/failure.ts");
      exit = host.signal.aborted ? signalExit(host.signal.reason) : presentFailure(terminal, error);
    }
  });
  try {
    await program.parseAsync([...argv], { from: "user" });
    return exit;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // Help and version end the parse as well; everything else is a mistake in the command line.
    if (error.exitCode === 0) return 0;
    return reportUsage(host, argv, error);
  }
}

// Commander has written its own line for people; scripts get the same error as every other one.
async function reportUsage(host: Host, argv: readonly string[], error: CommanderError): Promise<number> {
  const options: GlobalOptions = { json: argv.includes("--json") };
  if (options.json !== true) return 2;
  const { AbpError } = await import("../contract/index.ts");
  const { presentFailure } = await import("./display/failure.ts");
  const message = error.message.replace(/^error: /, "");
  return presentFailure(openTerminal(host, options), new AbpError("usage_invalid", message));
}
