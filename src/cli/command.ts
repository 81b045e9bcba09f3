import type { Terminal } from "./terminal/terminal.ts";

/** One positional argument of a command. */
export interface ArgumentSpec {
  readonly name: string;
  readonly description: string;
  readonly optional?: boolean;
  readonly variadic?: boolean;
  readonly choices?: readonly string[];
}

/** One option of a command; a repeated one collects its values. */
export interface OptionSpec {
  readonly flags: string;
  readonly description: string;
  readonly choices?: readonly string[];
  readonly default?: string;
  readonly repeat?: boolean;
}

/** What a command was called with. */
export interface Call {
  readonly arguments: readonly (string | readonly string[] | undefined)[];
  readonly options: Readonly<Record<string, unknown>>;
  /** All commands, for those that speak about the others. */
  readonly table: CommandTable;
}

/** The whole command line as data. */
export interface CommandTable {
  readonly commands: readonly CommandSpec[];
  readonly groups: readonly GroupSpec[];
}

/** The doing part of a command; it gives the exit code. */
export type CommandAction = (terminal: Terminal, call: Call) => Promise<number>;

/** A command as data: help, completion and the reference are made from it, and its action is loaded when called. */
export interface CommandSpec {
  /** `["receipt", "verify"]` for `abp receipt verify`. */
  readonly path: readonly string[];
  readonly summary: string;
  readonly arguments?: readonly ArgumentSpec[];
  readonly options?: readonly OptionSpec[];
  /** Left out of help and completion: called by programs. */
  readonly hidden?: boolean;
  readonly examples: readonly (readonly [command: string, meaning: string])[];
  readonly load: () => Promise<CommandAction>;
}

/** A group of commands, such as `abp receipt`. */
export interface GroupSpec {
  readonly name: string;
  readonly summary: string;
}
