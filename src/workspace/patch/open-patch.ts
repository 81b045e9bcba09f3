import { open } from "node:fs/promises";
import { readChangeRecord } from "./change-record.ts";
import { runFiles } from "./run-files.ts";

/**
 * Opens the saved patch of a run for reading. Throws `patch_not_found` if no changes are saved.
 *
 * @example
 * import { openPatch } from "agent-backplane";
 * const patch = await new Response(await openPatch(`${config.runs.dir}/${runId}`)).text();
 */
export async function openPatch(directory: string): Promise<ReadableStream<Uint8Array>> {
  // The record is written last: without it the patch is not whole.
  await readChangeRecord(directory);
  const handle = await open(runFiles(directory).patch);
  return handle.readableWebStream({ autoClose: true }) as ReadableStream<Uint8Array>;
}
