import { closeSync, fsyncSync, openSync, renameSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { listTenantFiles, tenantPath } from "./tenant-file.ts";

const PREFIX = "checkpoint-";
// No file of a tenant ends like this, because a percent sign in a tenant's name becomes %25.
const TEMPORARY_SUFFIX = "%tmp";

/**
 * The file with a tenant's last checkpoint. It lies beside the database, so that a database that was restored from an old copy
 * can be recognized.
 */
export function checkpointPath(directory: string, tenant: string): string {
  return tenantPath(directory, PREFIX, tenant);
}

/** Writes a checkpoint atomically; it is durable when this returns. The caller must exclude other writers. */
export function writeCheckpointFile(path: string, text: string): void {
  const temporary = `${path}${TEMPORARY_SUFFIX}`;
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

/** The tenants that have a checkpoint file, each with the path. */
export function listCheckpointFiles(directory: string): [tenant: string, path: string][] {
  return listTenantFiles(directory, PREFIX);
}
