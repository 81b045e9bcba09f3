/** Runs programs with their calls going to the gateway. */
export { type ChildCommand, runChild } from "./child.ts";
export { renderShell, type ShellName } from "./shell.ts";
