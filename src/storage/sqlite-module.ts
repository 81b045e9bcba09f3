import type * as Sqlite from "node:sqlite";

/**
 * SQLite as Node 24 brings it. It is not imported: an import of a module that an older Node does not have fails before
 * `lib/node-version.ts` can say which Node is needed.
 */
export const { DatabaseSync }: Pick<typeof Sqlite, "DatabaseSync"> = process.getBuiltinModule("node:sqlite");
