/**
 * The id of every dialect, which is also the name of its folder and of the constant that the folder exports.
 * To add a dialect, add its folder and its id here, then run `npm run generate`.
 * The order decides which dialect wins when a request body fits several equally well.
 *
 * This file loads no dialect, so that the command line can list the ids without them.
 */
export const dialectIds = ["claude", "openai", "codex", "gemini", "kimi", "copilot"] as const;

export { endpointGroups } from "./endpoint-groups.ts";

export type DialectId = (typeof dialectIds)[number];
