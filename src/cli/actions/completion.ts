import { RootCommand } from "@bomb.sh/tab";
import type { CommandAction, CommandTable, OptionSpec } from "../command.ts";

/** Prints the completion script of a shell. The script calls `abp complete` for each completion. */
export const completion: CommandAction = async (_terminal, call) => {
  completions(call.table).setup("abp", "abp", call.arguments[0] as string);
  return 0;
};

/** Prints the completions of a partial command line. */
export const complete: CommandAction = async (_terminal, call) => {
  completions(call.table).parse([...((call.arguments[0] ?? []) as string[])]);
  return 0;
};

function completions({ commands, groups }: CommandTable): RootCommand {
  const root = new RootCommand();
  for (const { name, summary } of groups) root.command(name, summary);
  for (const spec of commands) {
    if (spec.hidden === true) continue;
    const command = root.command(spec.path.join(" "), spec.summary);
    for (const one of spec.arguments ?? []) {
      command.argument(
        one.name,
        (offer) => one.choices?.forEach((choice) => void offer(choice, "")),
        one.variadic,
      );
    }
    for (const one of spec.options ?? []) addOption(command, one);
  }
  return root;
}

function addOption(command: ReturnType<RootCommand["command"]>, spec: OptionSpec): void {
  const long = /--([a-z-]+)/.exec(spec.flags)![1]!;
  const short = /^-([a-zA-Z]),/.exec(spec.flags)?.[1];
  if (/[<[]/.test(spec.flags)) {
    command.option(
      long,
      spec.description,
      (offer) => spec.choices?.forEach((choice) => void offer(choice, "")),
      short,
    );
  } else if (short === undefined) command.option(long, spec.description);
  else command.option(long, spec.description, short);
}
