import type { Terminal } from "./terminal/terminal.ts";

export interface ArgumentSpec {
  readonly name: string;
  readonly description: string;
  readonly optional?: boolean;
  readonly variadic?: boolean;
  readonly choices?: readonly string[];
}

export interface OptionSpec {
  readonly flags: string;
  readonly description: string;
  readonly choices?: readonly string[];
  readonly default?: string;
  /** Whether the option may be repeated. Its value is then a list. */
  readonly repeat?: boolean;
}

/** The arguments and options of one call of a command. */
export interface Call {
  readonly arguments: readonly (string | readonly string[] | undefined)[];
  readonly options: Readonly<Record<string, unknown>>;
  /** All commands, for the completion scripts. */
  readonly table: CommandTable;
}

/** All commands as data. */
export interface CommandTable {
  readonly commands: readonly CommandSpec[];
  readonly groups: readonly GroupSpec[];
}

/** Runs a command and returns its exit code. Errors are thrown. */
export type CommandAction = (terminal: Terminal, call: Call) => Promise<number>;

/** A command as data. Help, completion and docs/commands.md are derived from it. */
export interface CommandSpec {
  /** `["receipt", "verify"]` for `abp receipt verify`. */
  readonly path: readonly string[];
  readonly summary: string;
  readonly arguments?: readonly ArgumentSpec[];
  readonly options?: readonly OptionSpec[];
  /** Whether help and completion leave it out, because only programs call it. */
  readonly hidden?: boolean;
  /** Whether options that it does not know count as arguments. */
  readonly takesAnything?: boolean;
  readonly examples: readonly (readonly [command: string, meaning: string])[];
  /** Imports the action on demand, so that help and completion start quickly. */
  readonly load: () => Promise<CommandAction>;
}

/** A section of the help. */
export interface SectionSpec {
  readonly title: string;
  /** The first words of its commands, in the order of the help. */
  readonly names: readonly string[];
}

/** A group of commands, such as `abp receipt`; the name of a group within a group is `receipt keys`. */
export interface GroupSpec {
  readonly name: string;
  readonly summary: string;
}
