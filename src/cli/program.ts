import { Argument, Command, Option } from "commander";
import type { Call, CommandSpec, OptionSpec } from "./command.ts";
import { commands, groups, sections } from "./commands.ts";
import type { Host } from "./terminal/host.ts";
import type { GlobalOptions } from "./terminal/terminal.ts";
import { readVersion } from "./version.ts";

/** Runs a command whose options have been parsed. */
export type Dispatch = (spec: CommandSpec, options: GlobalOptions, call: Call) => Promise<void>;

const globalOptions: readonly OptionSpec[] = [
  { flags: "--json", description: "print data as JSON, and errors as JSON on standard error" },
  { flags: "-q, --quiet", description: "print data only" },
  { flags: "-v, --verbose", description: "print more, causes of errors included" },
  { flags: "--no-color", description: "no colours (NO_COLOR does the same)" },
  { flags: "--config <file>", description: "use this configuration file instead of ./backplane.toml" },
  { flags: "--ignore-project-config", description: "go on without ./backplane.toml" },
];

/** Builds commander's tree of commands from the table. */
export function createProgram(host: Host, dispatch: Dispatch): Command {
  const program = configure(new Command("abp"), host)
    .description("Agent Backplane: one contract between every agent SDK and every engine.")
    .version(readVersion(), "-V, --version")
    .addHelpText(
      "after",
      '\nExamples:\n  abp run --task "Say hello"       run a work order on the mock backend\n  abp negotiate --help             what a task needs against what a model can do\n  abp receipt verify FILE          check a receipt, offline\n\nErrors and exit codes: docs/errors.md',
    );
  const parents = new Map<string, Command>();
  const parentOf = (path: readonly string[]): Command => {
    const words = path.slice(0, -1);
    if (words.length === 0) return program;
    const name = words.join(" ");
    const known = parents.get(name);
    if (known !== undefined) return known;
    const { summary } = groups.find((group) => group.name === name)!;
    const made = configure(parentOf(words).command(words.at(-1)!), host).description(summary);
    parents.set(name, made);
    return made;
  };
  for (const spec of commands) {
    const parent = parentOf(spec.path);
    declare(
      configure(parent.command(spec.path.at(-1)!, { hidden: spec.hidden === true }), host),
      spec,
      dispatch,
    );
  }
  arrange(program);
  return program;
}

/** Puts the commands into the sections of the help, in the order of their names there. */
function arrange(program: Command): void {
  const names = sections.flatMap((section) => section.names);
  const placeOf = (command: Command) =>
    (names.indexOf(command.name()) + names.length + 1) % (names.length + 1);
  (program.commands as Command[]).sort((one, other) => placeOf(one) - placeOf(other));
  for (const { title, names: own } of sections) {
    for (const command of program.commands) if (own.includes(command.name())) command.helpGroup(title);
  }
}

function configure(command: Command, host: Host): Command {
  return command
    .exitOverride()
    .showSuggestionAfterError()
    .showHelpAfterError("(--help shows options and examples)")
    .helpCommand(false)
    .configureOutput({ writeOut: host.writeOut, writeErr: host.writeError });
}

function declare(command: Command, spec: CommandSpec, dispatch: Dispatch): void {
  command.description(spec.summary);
  if (spec.takesAnything === true) command.allowUnknownOption();
  for (const one of spec.arguments ?? []) {
    const name = `${one.name}${one.variadic === true ? "..." : ""}`;
    const argument = new Argument(one.optional === true ? `[${name}]` : `<${name}>`, one.description);
    command.addArgument(one.choices === undefined ? argument : argument.choices(one.choices));
  }
  for (const one of spec.options ?? []) command.addOption(toOption(one));
  for (const one of globalOptions) command.addOption(toOption(one).helpGroup("Everywhere:"));
  const width = Math.max(...spec.examples.map(([line]) => line.length));
  const examples = spec.examples.map(([line, meaning]) => `  ${line.padEnd(width)}  ${meaning}`);
  command.addHelpText("after", `\nExamples:\n${examples.join("\n")}`);
  command.action(async (...received: unknown[]) => {
    const count = spec.arguments?.length ?? 0;
    const options = received[count] as Record<string, unknown>;
    const positional = received.slice(0, count) as Call["arguments"];
    await dispatch(spec, options as GlobalOptions, {
      arguments: positional,
      options,
      table: { commands, groups },
    });
  });
}

function toOption(spec: OptionSpec): Option {
  const option = new Option(spec.flags, spec.description);
  if (spec.choices !== undefined) option.choices(spec.choices);
  if (spec.default !== undefined) option.default(spec.default);
  if (spec.repeat === true) {
    option.argParser((value: string, collected: string[] | undefined) => [...(collected ?? []), value]);
  }
  return option;
}
