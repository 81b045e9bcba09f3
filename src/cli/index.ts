/** The `abp` command: where everything is put together. */
export type { CommandSpec } from "./command.ts";
export { commands } from "./commands.ts";
export type { Host } from "./host.ts";
export { main } from "./main.ts";
