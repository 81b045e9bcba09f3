import { setImmediate } from "node:timers/promises";
import { buildManifest } from "../manifest/build-manifest.ts";
import type { Manifest } from "../manifest/manifest.ts";
import { emptyDirectory } from "../removal/remove-tree.ts";
import { retryOnChange, scanTree } from "../scan/tree-scan.ts";
import type { OpenContext } from "../stage/open-context.ts";
import { stageError } from "../stage/stage-error.ts";
import type { StageTree } from "../stage/stage-tree.ts";
import type { StageDirectory } from "../sweep/stage-directory.ts";
import { NoteList } from "../walk/note-list.ts";
import { TreeError } from "../walk/tree-fault.ts";
import type { TreePlan } from "../walk/tree-plan.ts";
import { MAX_OMITTED } from "../walk/tree-walk.ts";
import { runInTurns } from "../walk/turns.ts";
import { OverlayDelta } from "./overlay-delta.ts";
import { makeWhiteout, mountOverlay } from "./overlay-mount.ts";

const PERMISSIONS = 0o777;

/**
 * Mounts the source under a directory that takes all writes. The manifest before is computed in the background, from the source.
 * Returns why no overlay is possible. Throws `TreeError`.
 */
export async function openOverlay(context: OpenContext, stage: StageDirectory): Promise<StageTree | string> {
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
  if (failure === undefined) return new OverlayTree(context, stage, notes, plan);
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
  readonly root: string;
  readonly notes: NoteList;
  readonly before: Promise<Manifest>;
  readonly #context: OpenContext;
  readonly #stage: StageDirectory;
  readonly #ending = new AbortController();
  /** Setuid, setgid and sticky bits of the source. The mount ignores them, and the manifests leave them out. */
  readonly #specialBits = new Map<string, number>();

  constructor(context: OpenContext, stage: StageDirectory, notes: NoteList, plan: TreePlan) {
    this.root = `${stage.path}/root`;
    this.notes = notes;
    this.#context = context;
    this.#stage = stage;
    this.before = this.#readSource(plan);
    // Whoever asks for it gets the error.
    this.before.catch(() => undefined);
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

  async #readSource(first: TreePlan): Promise<Manifest> {
    // The stage is ready for use before threads start.
    await setImmediate();
    const { source, request } = this.#context;
    let plan: TreePlan | undefined = first;
    const signal = AbortSignal.any([request.signal, this.#ending.signal]);
    try {
      const { entries } = await retryOnChange(() =>
        scanTree({
          source: source.directory,
          walk: async () => {
            const known = plan;
            plan = undefined;
            return known ?? (await this.#walkAgain(first));
          },
          notes: this.notes,
          maxBytes: request.budget.maxBytes,
          signal,
        }),
      );
      return await buildManifest(
        entries.map((entry) => {
          const mode = entry.mode & PERMISSIONS;
          if (mode === entry.mode) return entry;
          this.#specialBits.set(entry.rawPath, entry.mode & ~PERMISSIONS);
          return { ...entry, mode };
        }),
      );
    } catch (error) {
      throw stageError(error, source.path);
    }
  }

  /** The mount hides what was left out at first. What is left out since then is visible and must not be. */
  async #walkAgain(first: TreePlan): Promise<TreePlan> {
    const plan = await this.#context.walk(new NoteList());
    const hidden = new Set(first.omitted);
    const visible = plan.omitted.find((rawPath) => !hidden.has(rawPath));
    if (visible === undefined) return plan;
    throw new TreeError({
      kind: "changed",
      rawPath: visible,
      reason: "it appeared after the overlay was mounted",
    });
  }

  async #readChanges(before: Manifest, signal: AbortSignal): Promise<Manifest> {
    const { budget } = this.#context.request;
    const merged = this.#stage.directory.child("root");
    const upper = this.#stage.directory.child("upper");
    const delta = new OverlayDelta(before, budget);
    try {
      const { entries } = await scanTree({
        source: merged,
        walk: () => runInTurns(delta.steps({ merged, upper, lower: this.#context.source.directory }), signal),
        notes: new NoteList(),
        maxBytes: budget.maxBytes,
        signal,
      });
      const touched = entries.map((entry) => {
        const bits = this.#specialBits.get(entry.rawPath);
        return bits === undefined ? entry : { ...entry, mode: entry.mode & ~bits };
      });
      return await buildManifest([...delta.untouched, ...touched]);
    } finally {
      merged.close();
      upper.close();
    }
  }
}
