import { formatKeyPath } from "../../contract/index.ts";
import type { ConfigIssue } from "../issue.ts";
import type { KeyFacts } from "../schema/key-facts.ts";
import { findDefinition, type KeyDefinition } from "../schema/key-table.ts";
import type { Leaf } from "./layer.ts";

/** Whose file a layer of a project's file is: one that was found in the current directory, or one that the user named. */
export interface ForeignKeyOptions {
  /** The user's own file. */
  readonly userFile: string;
  readonly isProjectFound: boolean;
}

/** Lists the values of a layer that only the user's own file, or the environment or flags may set. */
export function listForeignKeys(
  layer: readonly Leaf[],
  definitions: readonly KeyDefinition[],
  { userFile, isProjectFound }: ForeignKeyOptions,
): ConfigIssue[] {
  return layer.flatMap(({ path, value, origin }) => {
    const facts = findDefinition(definitions, path)?.facts;
    if (origin.layer !== "project" || facts === undefined) return [];
    if (facts.usersOwn !== true && !(isProjectFound && isForTrusted(facts, value))) return [];
    const key = formatKeyPath(path);
    const what =
      facts.usersOwn !== true && typeof facts.trusted === "string"
        ? `${key} = ${JSON.stringify(value)}`
        : key;
    const message = `\`${what}\` may be set only in your own configuration, not in a project's: move it to ${userFile}`;
    return [{ message, where: origin.where, key }];
  });
}

function isForTrusted({ trusted }: KeyFacts, value: unknown): boolean {
  return trusted === true || (trusted !== undefined && trusted === value);
}
