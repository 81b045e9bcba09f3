import type { PlannedDirectory } from "../walk/tree-plan.ts";

/** Batches of about this many entries are small enough to share the work evenly, and large enough to cost little. */
export const BATCH_ENTRIES = 400;

/** Divides directories into batches. A large directory is divided over several of them. */
export function* divide(directories: readonly PlannedDirectory[]): Generator<readonly PlannedDirectory[]> {
  let batch: PlannedDirectory[] = [];
  let entries = 0;
  for (const directory of directories) {
    for (const part of parts(directory)) {
      batch.push(part);
      entries += 1 + part.files.length + part.links.length;
      if (entries < BATCH_ENTRIES) continue;
      yield batch;
      batch = [];
      entries = 0;
    }
  }
  if (batch.length > 0) yield batch;
}

function* parts(directory: PlannedDirectory): Generator<PlannedDirectory> {
  const { files, links } = directory;
  const length = Math.max(files.length, links.length);
  if (length <= BATCH_ENTRIES) return yield directory;
  for (let at = 0; at < length; at += BATCH_ENTRIES) {
    const end = at + BATCH_ENTRIES;
    yield { ...directory, files: files.slice(at, end), links: links.slice(at, end) };
  }
}
