import { buildManifest } from "../manifest/build-manifest.ts";
import type { Manifest } from "../manifest/manifest.ts";
import { stageError } from "../opening/stage-error.ts";
import { retryOnChange, scanTree } from "../scan/tree-scan.ts";
import { Directory } from "../walk/directory.ts";
import { NoteList } from "../walk/note-list.ts";
import type { StageBudget } from "../walk/stage-budget.ts";
import { walkTree } from "../walk/tree-walk.ts";

/** The manifest of everything below a directory, without the stage's own repository. Special files are no entries. Throws `AbpError`. */
export async function currentManifest(
  root: string,
  budget: StageBudget,
  signal: AbortSignal,
): Promise<Manifest> {
  const rootPath = Buffer.from(root).toString("latin1");
  try {
    const directory = Directory.open(rootPath);
    try {
      const notes = new NoteList();
      const { built } = await retryOnChange(() =>
        scanTree({
          source: directory,
          walk: () =>
            walkTree({
              root: directory,
              rootPath,
              rules: undefined,
              hasOwnRepository: true,
              budget,
              notes,
              signal,
            }),
          notes,
          maxBytes: budget.maxBytes,
          build: ({ entries }) => buildManifest(entries),
          signal,
        }),
      );
      return built;
    } finally {
      directory.close();
    }
  } catch (error) {
    throw stageError(error, root);
  }
}
