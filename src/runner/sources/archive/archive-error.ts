import { AbpError } from "../../../contract/index.ts";

/** The error of an archive that is not taken. */
export function archiveError(message: string, entry?: string): AbpError {
  const where = entry === undefined ? "archive" : `archive: ${JSON.stringify(entry.slice(0, 256))}`;
  return new AbpError("run_source_invalid", message, { where });
}
