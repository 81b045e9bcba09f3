import { buildManifest } from "../manifest/build-manifest.ts";
import type { Manifest } from "../manifest/manifest.ts";
import type { OpenContext } from "../opening/open-context.ts";
import { stageError } from "../opening/stage-error.ts";
import type { StageTree } from "../opening/stage-tree.ts";
import { retryOnChange, scanTree } from "../scan/tree-scan.ts";
import type { FoundSettings } from "../settings/found-settings.ts";
import { NoteList } from "../walk/note-list.ts";

/**
 * Uses the source itself. Its manifest is taken before the run starts, and leaves out the `.git` directories that are there by
 * then. One that the run makes is in the manifest after the run.
 */
export async function openPassThrough(context: OpenContext): Promise<StageTree> {
  const knownGit = new Set<string>();
  const before = await readSource(context, context.request.signal, (rawPath) => {
    knownGit.add(rawPath);
    return false;
  });
  const settings = await readSettings(context);
  const after = async (signal: AbortSignal) =>
    (await readSource(context, signal, (rawPath) => !knownGit.has(rawPath))).manifest;
  return {
    isolation: "none",
    root: context.source.path,
    notes: before.notes,
    settings,
    before: Promise.resolve(before.manifest),
    after,
    stop: () => Promise.resolve(),
  };
}

async function readSettings(context: OpenContext): Promise<FoundSettings> {
  try {
    return await context.findSettings();
  } catch (error) {
    throw stageError(error, context.source.path);
  }
}

async function readSource(
  context: OpenContext,
  signal: AbortSignal,
  takesGit: (rawPath: string) => boolean,
): Promise<{ readonly manifest: Manifest; readonly notes: NoteList }> {
  const { source, request } = context;
  try {
    return await retryOnChange(async () => {
      const notes = new NoteList();
      const { built } = await scanTree({
        source: source.directory,
        walk: () => context.walk(notes, takesGit),
        notes,
        maxBytes: request.budget.maxBytes,
        build: ({ entries }) => buildManifest(entries),
        signal,
      });
      return { manifest: built, notes };
    });
  } catch (error) {
    throw stageError(error, source.path);
  }
}
