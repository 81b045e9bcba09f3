import { closeSync, fsyncSync, openSync, readdirSync, renameSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";

const PREFIX = "checkpoint-";
// No tenant's name can end so: a percent sign is itself written as %25.
const UNFINISHED = "%tmp";

/** Where a tenant's last checkpoint lies beside the database: a witness that a copied-back database does not carry along. */
export function checkpointPath(directory: string, tenant: string): string {
  return join(directory, `${PREFIX}${encodeURIComponent(tenant)}`);
}

/** Writes a checkpoint whole or not at all; it is on disk when this returns. The caller excludes other writers. */
export function writeCheckpointFile(path: string, text: string): void {
  const temporary = `${path}${UNFINISHED}`;
  const file = openSync(temporary, "w", 0o600);
  try {
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(temporary, path);
  const directory = openSync(dirname(path), "r");
  try {
    fsyncSync(directory);
  } finally {
    closeSync(directory);
  }
}

/** The tenants that have a checkpoint file, with its path. */
export function listCheckpointFiles(directory: string): [tenant: string, path: string][] {
  const names = readdirSync(directory).filter(
    (name) => name.startsWith(PREFIX) && !name.endsWith(UNFINISHED),
  );
  return names.map((name) => [decodeURIComponent(name.slice(PREFIX.length)), join(directory, name)]);
}
