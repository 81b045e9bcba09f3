import type { Launch } from "../../agents/index.ts";

/** The shells that `abp env` supports. */
export type ShellName = "sh" | "fish";

interface Shell {
  readonly quote: (text: string) => string;
  readonly set: (name: string, value: string) => string;
  readonly remove: (name: string) => string;
  readonly alias: (name: string, command: string) => string;
}

const quotePosix = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
const quoteFish = (text: string) => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;

const shells: Readonly<Record<ShellName, Shell>> = {
  sh: {
    quote: quotePosix,
    set: (name, value) => `export ${name}=${value}`,
    remove: (name) => `unset ${name}`,
    alias: (name, command) => `alias ${name}=${quotePosix(command)}`,
  },
  fish: {
    quote: quoteFish,
    set: (name, value) => `set -gx ${name} ${value}`,
    remove: (name) => `set -e ${name}`,
    alias: (name, command) => `alias ${name} ${quoteFish(command)}`,
  },
};

/** Writes the lines that a shell evaluates before it runs the program. */
export function renderShell(launch: Launch, name: ShellName): string[] {
  const shell = shells[name];
  const words = launch.arguments.map((word) => (/^[\w./=:@-]+$/.test(word) ? word : shell.quote(word)));
  return [
    ...launch.removed.map((variable) => shell.remove(variable)),
    ...Object.entries(launch.environment).map(([variable, value]) => shell.set(variable, shell.quote(value))),
    ...(words.length === 0
      ? []
      : launch.tool.executables.map((program) => shell.alias(program, [program, ...words].join(" ")))),
  ];
}
