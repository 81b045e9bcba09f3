import { type Command, CommanderError } from "commander";
import { createProgram } from "./program.ts";
import { type Host, processHost } from "./terminal/host.ts";
import { outputEndExit } from "./terminal/standard-streams.ts";
import { type GlobalOptions, openTerminal } from "./terminal/terminal.ts";

/** Runs a command line and returns its exit code. Never throws for a mistake of the user. */
export async function main(argv: readonly string[], host: Host = processHost()): Promise<number> {
  let exit = 0;
  const program = createProgram(host, async (spec, options, call) => {
    const terminal = openTerminal(host, options);
    try {
      const action = await spec.load();
      exit = await action(terminal, call);
    } catch (error) {
      const { showFailure, signalExit } = await import("./display/failure.ts");
      exit = host.signal.aborted ? signalExit(host.signal.reason) : showFailure(terminal, error);
    }
  });
  try {
    await program.parseAsync(withHelpFlag(argv, program), { from: "user" });
    return outputEndExit(host.signal.reason) ?? exit;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // Commander also ends --help and --version by throwing, with exit code 0.
    if (error.exitCode === 0) return 0;
    return reportUsage(host, argv, error);
  }
}

/** `abp help run` as `abp run --help`. A word that is no command stays as it is, so that it is reported as such. */
function withHelpFlag(argv: readonly string[], program: Command): string[] {
  if (argv[0] !== "help" || argv.includes("--help") || argv.includes("-h")) return [...argv];
  const words = argv.slice(1);
  let command: Command | undefined = program;
  for (const word of words.filter((one) => !one.startsWith("-")))
    command = command?.commands.find((one) => one.name() === word);
  return command === undefined ? words : [...words, "--help"];
}

// Commander has already printed its message as text. With --json the error is printed like every other error.
async function reportUsage(host: Host, argv: readonly string[], error: CommanderError): Promise<number> {
  const options: GlobalOptions = { json: argv.includes("--json") };
  if (options.json !== true) return 2;
  const { AbpError } = await import("../contract/index.ts");
  const { showFailure } = await import("./display/failure.ts");
  const message = error.message.replace(/^error: /, "");
  return showFailure(openTerminal(host, options), new AbpError("usage_invalid", message));
}
