import { lstatSync, utimesSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { buildManifest } from "../manifest/build-manifest.ts";
import { displayPath } from "../manifest/display-path.ts";
import type { Manifest, ManifestEntry } from "../manifest/manifest.ts";
import type { OpenContext } from "../opening/open-context.ts";
import { stageError } from "../opening/stage-error.ts";
import type { StageTree } from "../opening/stage-tree.ts";
import { emptyDirectory } from "../removal/remove-tree.ts";
import type { KeptBlobs } from "../scan/blob-keeper.ts";
import { type BlobStore, retryOnChange, scanTree } from "../scan/tree-scan.ts";
import { noSettings } from "../settings/found-settings.ts";
import type { StageDirectory } from "../sweep/stage-directory.ts";
import type { Directory } from "../walk/directory.ts";
import { NoteList } from "../walk/note-list.ts";
import { TreeError } from "../walk/tree-fault.ts";
import type { TreePlan } from "../walk/tree-plan.ts";
import { runInTurns } from "../walk/turns.ts";
import { OverlayDelta } from "./overlay-delta.ts";
import { makeWhiteout, mountOverlay } from "./overlay-mount.ts";
import { hideShown } from "./whiteouts.ts";

const PERMISSIONS = 0o777;
/** Each omitted entry is hidden by itself. A copy is faster if there are more. */
const MAX_OMITTED = 1000;

/**
 * Mounts the source under a directory that takes all writes. The manifest before is computed in the background, from the source.
 * Returns why no overlay is possible. Throws `TreeError`.
 */
export async function openOverlay(
  context: OpenContext,
  stage: StageDirectory,
  keep?: BlobStore,
): Promise<StageTree | string> {
  const { host, source } = context;
  const reason = findObstacle(context, stage);
  if (reason !== undefined) return reason;
  let notes = new NoteList();
  const whiteout = makeWhiteout(host, stage);
  let plan: TreePlan;
  try {
    plan = await retryOnChange(() => {
      notes = new NoteList();
      return context.walk(notes);
    });
  } finally {
    await whiteout;
  }
  const failure =
    (await whiteout) ??
    findObstacleIn(plan) ??
    (await mountOverlay(host, source.directory, stage, plan.omitted));
  if (failure === undefined) return new OverlayTree(context, stage, notes, plan, keep);
  await emptyDirectory(stage.directory, stage.ownerFile);
  return failure;
}

function findObstacle(
  { host, request, source, stages }: OpenContext,
  stage: StageDirectory,
): string | undefined {
  if (!host.canMount()) return "this process may not mount";
  if (request.include.length > 0) return "include patterns need a copy";
  if (source.directory.status().dev !== stages.dev)
    return "the source is on another file system than the stage";
  return stage.path.startsWith(`${source.path}/`) ? "the stage lies in the source" : undefined;
}

function findObstacleIn(plan: TreePlan): string | undefined {
  if (plan.crossesFileSystems) return "another file system is mounted in the source";
  return plan.omitted.length > MAX_OMITTED ? "too many entries are left out" : undefined;
}

class OverlayTree implements StageTree {
  readonly isolation = "overlay";
  readonly settings = noSettings;
  readonly root: string;
  readonly notes: NoteList;
  readonly plan: TreePlan;
  readonly before: Promise<Manifest>;
  readonly kept: Promise<readonly KeptBlobs[]>;
  readonly #context: OpenContext;
  readonly #stage: StageDirectory;
  readonly #plan: TreePlan;
  readonly #ending = new AbortController();
  /** Setuid, setgid and sticky bits of the source. The mount ignores them, and the manifests leave them out. */
  readonly #specialBits = new Map<string, number>();

  constructor(
    context: OpenContext,
    stage: StageDirectory,
    notes: NoteList,
    plan: TreePlan,
    keep: BlobStore | undefined,
  ) {
    this.root = `${stage.path}/root`;
    this.notes = notes;
    this.plan = plan;
    this.#context = context;
    this.#stage = stage;
    this.#plan = plan;
    const read = this.#readSource(timeOf(stage), keep);
    this.before = read.then(({ before }) => before);
    this.kept = read.then(({ kept }) => kept);
    // Whoever asks for one gets the error.
    for (const one of [this.before, this.kept]) one.catch(() => undefined);
  }

  async after(signal: AbortSignal): Promise<Manifest> {
    const before = await this.before;
    try {
      return await retryOnChange(() =>
        this.#readChanges(before, AbortSignal.any([signal, this.#ending.signal])),
      );
    } catch (error) {
      throw stageError(error, this.root);
    }
  }

  async stop(): Promise<void> {
    this.#ending.abort(new Error("the stage is removed"));
    await this.before.catch(() => undefined);
  }

  /** The user may edit the source meanwhile: what changed since the stage was opened is marked in the manifest. */
  async #readSource(
    sinceMs: number,
    keep: BlobStore | undefined,
  ): Promise<{ readonly before: Manifest; readonly kept: readonly KeptBlobs[] }> {
    // The stage is ready for use before threads start.
    await setImmediate();
    const { source, request } = this.#context;
    try {
      const { built, isChanged, kept } = await scanTree({
        source: source.directory,
        walk: () => Promise.resolve(this.#plan),
        notes: this.notes,
        maxBytes: request.budget.maxBytes,
        sinceMs,
        keep,
        build: ({ entries, vanished }) =>
          buildManifest([...entries, ...vanished].map((entry) => this.#withoutBits(entry))),
        signal: AbortSignal.any([request.signal, this.#ending.signal]),
      });
      if (isChanged) await this.#hideNew();
      return { before: built, kept };
    } catch (error) {
      throw stageError(error, source.path);
    }
  }

  #withoutBits(entry: ManifestEntry): ManifestEntry {
    const mode = entry.mode & PERMISSIONS;
    if (mode === entry.mode) return entry;
    this.#specialBits.set(entry.rawPath, entry.mode & ~PERMISSIONS);
    return { ...entry, mode };
  }

  /** The mount hides what was left out at first. What is to be left out and came since then is hidden now. */
  async #hideNew(): Promise<void> {
    const notes = new NoteList();
    let omitted: readonly string[];
    try {
      ({ omitted } = await retryOnChange(() => this.#context.walk(notes)));
    } catch (error) {
      // A source that changes again and again, or has grown: there is no better list.
      if (error instanceof TreeError) return;
      throw error;
    }
    const hidden = new Set(this.#plan.omitted);
    const shown = omitted.filter((rawPath) => !hidden.has(rawPath));
    const merged = this.#stage.directory.child("root");
    try {
      await hideShown(this.#context.source.directory, merged, shown);
    } finally {
      merged.close();
    }
    const paths = new Set(shown.map(displayPath));
    for (const note of notes.sorted()) if (paths.has(note.path)) this.notes.take(note);
  }

  async #readChanges(before: Manifest, signal: AbortSignal): Promise<Manifest> {
    const { budget } = this.#context.request;
    const merged = this.#stage.directory.child("root");
    const upper = this.#stage.directory.child("upper");
    const origins = new Map(this.#plan.directories.map(({ stamp, rawPath }) => [stamp.ino, rawPath]));
    const delta = new OverlayDelta(before, origins, budget);
    try {
      const layers = { merged, upper, lower: this.#context.source.directory };
      const { written, moved } = await runInTurns(delta.steps(layers), signal);
      const read = async (source: Directory, plan: TreePlan, maxBytes: number, sinceMs?: number) =>
        (
          await scanTree({
            source,
            walk: () => Promise.resolve(plan),
            notes: new NoteList(),
            maxBytes,
            sinceMs,
            build: ({ entries }) => entries,
            signal,
          })
        ).built;
      const touched = await read(upper, written, budget.maxBytes);
      if (moved.directories.length > 1) {
        const left = budget.maxBytes - touched.reduce((sum, { size }) => sum + size, 0);
        const known = new Set(written.directories.map(({ rawPath }) => rawPath));
        const found = await read(merged, moved, left, Number.POSITIVE_INFINITY);
        touched.push(...found.filter(({ type, rawPath }) => type !== "directory" || !known.has(rawPath)));
      }
      const visible = touched.map((entry) => {
        const bits = this.#specialBits.get(entry.rawPath);
        return bits === undefined ? entry : { ...entry, mode: entry.mode & ~bits };
      });
      return await buildManifest([...delta.untouched(), ...visible]);
    } finally {
      merged.close();
      upper.close();
    }
  }
}

/** The time of the file system, which stamps all later changes with it or a later one. */
function timeOf(stage: StageDirectory): number {
  const place = stage.directory.place("whiteout");
  utimesSync(place, 0, 0);
  return lstatSync(place).ctimeMs;
}
