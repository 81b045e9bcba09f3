import { chmodSync, mkdirSync } from "node:fs";
import { buildManifest } from "../manifest/build-manifest.ts";
import type { Manifest, ManifestEntry } from "../manifest/manifest.ts";
import { checkNames } from "../opening/case-twins.ts";
import type { OpenContext } from "../opening/open-context.ts";
import { stageError } from "../opening/stage-error.ts";
import type { StageTree } from "../opening/stage-tree.ts";
import { emptyDirectory } from "../removal/remove-tree.ts";
import type { KeptBlobs } from "../scan/blob-keeper.ts";
import { type BlobStore, retryOnChange, scanTree } from "../scan/tree-scan.ts";
import { noSettings } from "../settings/found-settings.ts";
import type { StageDirectory } from "../sweep/stage-directory.ts";
import type { Directory } from "../walk/directory.ts";
import { DirectoryChain } from "../walk/directory-chain.ts";
import { NoteList } from "../walk/note-list.ts";
import type { TreePlan } from "../walk/tree-plan.ts";
import { currentManifest } from "./current-manifest.ts";

const WRITABLE = 0o700;

/** Copies the source into `root` of the stage's directory. Throws `AbpError`; the caller removes what was copied. */
export async function openCopy(
  context: OpenContext,
  stage: StageDirectory,
  keep: BlobStore,
): Promise<StageTree> {
  const { before, notes, plan, kept } = await copyTree(context, stage, keep);
  const root = `${stage.path}/root`;
  return {
    isolation: "copy",
    root,
    notes,
    plan,
    settings: noSettings,
    before: Promise.resolve(before),
    kept: Promise.resolve(kept),
    after: (signal) => currentManifest(root, context.request.budget, signal),
    stop: () => Promise.resolve(),
  };
}

async function copyTree(
  context: OpenContext,
  stage: StageDirectory,
  keep: BlobStore,
): Promise<{ before: Manifest; notes: NoteList; plan: TreePlan; kept: readonly KeptBlobs[] }> {
  const { request, source } = context;
  mkdirSync(stage.directory.place("root"), 0o700);
  const target = stage.directory.child("root");
  try {
    const isCaseInsensitive = context.host.isCaseInsensitive(`${stage.path}/root`);
    return await retryOnChange(async () => {
      const notes = new NoteList();
      const left = await emptyDirectory(target);
      if (left.length > 0) throw new Error(`cannot remove ${left[0]}`);
      const { plan, built, kept } = await scanTree({
        source: source.directory,
        target,
        walk: async () => {
          const plan = await context.walk(notes);
          if (isCaseInsensitive) checkNames(plan);
          return plan;
        },
        notes,
        keep,
        maxBytes: request.budget.maxBytes,
        build: ({ entries }) => buildManifest(entries.map(withoutSpecialBits)),
        signal: request.signal,
      });
      protectDirectories(target, plan);
      return { before: built, notes, plan, kept };
    });
  } catch (error) {
    throw stageError(error, source.path);
  } finally {
    target.close();
  }
}

/** Takes away the permissions that only copying needed, the deepest directories first. */
function protectDirectories(target: Directory, plan: TreePlan): void {
  const chain = new DirectoryChain(target);
  for (const { rawPath, mode } of plan.directories.toReversed()) {
    if (rawPath === "" || (mode & WRITABLE) === WRITABLE) continue;
    const slash = rawPath.lastIndexOf("/");
    chmodSync(chain.at(rawPath.slice(0, Math.max(slash, 0))).place(rawPath.slice(slash + 1)), mode & 0o777);
  }
  chain.close();
}

/** Setuid, setgid and sticky bits are not copied. */
function withoutSpecialBits(entry: ManifestEntry): ManifestEntry {
  return entry.mode > 0o777 ? { ...entry, mode: entry.mode & 0o777 } : entry;
}
