import { formatKeyPath } from "../../contract/index.ts";
import type { ConfigIssue } from "../issue.ts";
import { findDefinition, type KeyDefinition } from "../schema/key-table.ts";
import type { Leaf } from "./layer.ts";

/** Lists the values of a layer that only the user's own file, `userFile`, or the environment or flags may set. */
export function listForeignKeys(
  layer: readonly Leaf[],
  definitions: readonly KeyDefinition[],
  userFile: string,
): ConfigIssue[] {
  return layer.flatMap(({ path, origin }) => {
    if (origin.layer !== "project" || findDefinition(definitions, path)?.facts.usersOwn !== true) return [];
    const key = formatKeyPath(path);
    const message = `\`${key}\` may be set only in your own configuration, not in a project's: move it to ${userFile}`;
    return [{ message, where: origin.where, key }];
  });
}
