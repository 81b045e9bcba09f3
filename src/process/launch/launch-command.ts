import { existsSync } from "node:fs";

/** What must be true of the process before the program itself takes its place. */
export interface LaunchConditions {
  /** Files that get a `0`, so that the process joins its control groups before it can start another. */
  readonly joinFiles: readonly string[];
  /** Descriptors that the program must not see. */
  readonly close: readonly number[];
  /** The largest data segment of each process, in bytes. */
  readonly maxDataBytes: number | undefined;
}

/** A command and its arguments, as they are started. */
export interface LaunchCommand {
  readonly command: string;
  readonly args: readonly string[];
}

/** A name that a shell passes on. dash drops every other variable. */
const SHELL_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;
const SMALL_SHELL = "/bin/sh";
const LARGE_SHELL = "/bin/bash";
/** Only bash closes descriptors with two digits. */
const MAX_SMALL_DESCRIPTOR = 9;
/** Variables that bash sets by itself. */
const BASH_VARIABLES = ["OLDPWD", "PWD", "SHLVL", "_"];

/** Puts a shell in front of a program that meets the conditions and then becomes the program. */
export function launchCommand(
  program: LaunchCommand,
  env: Readonly<Record<string, string>>,
  conditions: LaunchConditions,
): LaunchCommand {
  const { joinFiles, close, maxDataBytes } = conditions;
  if (joinFiles.length === 0 && close.length === 0 && maxDataBytes === undefined) return program;
  const names = Object.keys(env);
  const needsLarge = close.some((one) => one > MAX_SMALL_DESCRIPTOR) || !names.every(isShellName);
  const isLarge = needsLarge && existsSync(LARGE_SHELL);
  const closable = isLarge ? close : close.filter((one) => one <= MAX_SMALL_DESCRIPTOR);
  const script = [
    ...(maxDataBytes === undefined ? [] : [`ulimit -d ${Math.ceil(maxDataBytes / 1024)} || exit 125`]),
    ...joinFiles.map((file) => `echo 0 > ${quote(file)} || exit 125`),
    ...closable.map((descriptor) => `exec ${descriptor}>&-`),
    isLarge ? `exec /usr/bin/env ${hideOwn(env)} "$@"` : 'exec "$@"',
  ];
  const shell = isLarge ? LARGE_SHELL : SMALL_SHELL;
  const options = isLarge ? ["--norc", "--noprofile", "-c"] : ["-c"];
  return { command: shell, args: [...options, script.join("\n"), shell, program.command, ...program.args] };
}

function hideOwn(env: Readonly<Record<string, string>>): string {
  return BASH_VARIABLES.filter((name) => !(name in env))
    .map((name) => `-u ${name}`)
    .join(" ");
}

function isShellName(name: string): boolean {
  return SHELL_NAME.test(name);
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
