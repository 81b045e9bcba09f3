/** The `abp` command line. */
export type { CommandSpec } from "./command.ts";
export { commands } from "./commands.ts";
export type { Host } from "./terminal/host.ts";
