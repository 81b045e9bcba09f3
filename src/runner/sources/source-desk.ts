import { createReadStream } from "node:fs";
import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../../config/index.ts";
import { AbpError, type WorkOrder } from "../../contract/index.ts";
import type { SubmittedRun } from "../../storage/index.ts";
import { permittedAddress } from "../rights/https-host.ts";
import { permittedOrder } from "../rights/permitted-order.ts";
import { type PathRights, permittedRoot, requirePermittedFiles } from "../rights/permitted-paths.ts";
import { refused } from "../rights/refusal.ts";
import type { Submission } from "../submission.ts";
import type { OpenedSource } from "../worker/submission-run.ts";
import type { ArchiveStore } from "./archive/archive-store.ts";
import { entryFiles } from "./archive/entry-files.ts";
import { readArchive } from "./archive/read-archive.ts";
import { fetchCommit } from "./git/fetch-commit.ts";

const MEBIBYTE = 1024 * 1024;

/** What the desk needs of its process. */
export interface SourceDeskParts {
  readonly config: Pick<Config, "runs">;
  /** Private; a directory for each run whose files were fetched is made in it. */
  readonly directory: string;
  readonly archives: Pick<ArchiveStore, "find">;
  readonly fetchCommit?: typeof fetchCommit;
}

/** Decides what submissions may name on this machine, and gives runs their files. */
export class SourceDesk {
  readonly #parts: SourceDeskParts;

  constructor(parts: SourceDeskParts) {
    this.#parts = parts;
  }

  /**
   * Checks a submission when it comes. Throws `run_source_refused` for what it may not name, and `run_source_invalid` if an archive
   * is not there. `open` checks once more, because files and the configuration change.
   */
  async check(submission: Submission, tenant: string): Promise<void> {
    const { config, archives } = this.#parts;
    const { source } = submission;
    const order = permittedOrder(submission, config.runs);
    if (source.kind === "root") {
      this.#permittedPaths(order, submission);
      return;
    }
    requireCopy(order);
    if (source.kind === "git") this.#permittedUrl(source.url);
    else await archives.find(tenant, source.sha256);
  }

  /** Checks a submission when its run starts, and gives it its files. Throws as `check` does. */
  async open(submission: Submission, run: SubmittedRun, signal: AbortSignal): Promise<OpenedSource> {
    const { config, directory } = this.#parts;
    const order = permittedOrder(submission, config.runs);
    if (submission.source.kind === "root") {
      const root = this.#permittedPaths(order, submission);
      return { order: withRoot(order, root), close: async () => undefined };
    }
    requireCopy(order);
    const place = join(directory, run.runId);
    const close = () => rm(place, { recursive: true, force: true, maxRetries: 3 });
    try {
      await mkdir(place, { recursive: true, mode: 0o700 });
      const files = await this.#take(submission, run.tenant, place, signal);
      const root = permittedRoot(join(files, relativeRoot(order)), { allowedRoots: [files], anyRoot: false });
      requirePermittedFiles(order.context.files, root, { allowedRoots: [], anyRoot: false });
      return { order: withRoot(order, root), close };
    } catch (error) {
      await close();
      throw error;
    }
  }

  /** Removes the files of runs that a killed process left. */
  async sweep(): Promise<void> {
    const { directory } = this.#parts;
    const names = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return [];
      throw error;
    });
    for (const name of names) await rm(join(directory, name), { recursive: true, force: true });
  }

  /** The directories that a submitter may name. */
  rightsOf({ rights }: Pick<Submission, "rights">): PathRights {
    return { allowedRoots: this.#parts.config.runs.allowed_roots, anyRoot: rights?.anyRoot === true };
  }

  #permittedPaths(order: WorkOrder, submission: Submission): string {
    const rights = this.rightsOf(submission);
    const root = permittedRoot(order.workspace.root, rights);
    requirePermittedFiles(order.context.files, root, rights);
    return root;
  }

  #permittedUrl(text: string): URL {
    const url = permittedAddress(text, this.#parts.config.runs.git_hosts);
    if (url !== undefined) return url;
    throw refused(
      "source.url",
      "a repository is fetched over https from a host that is configured",
      "runs.git_hosts",
    );
  }

  async #take({ source }: Submission, tenant: string, place: string, signal: AbortSignal): Promise<string> {
    const { archives, config } = this.#parts;
    const { max_source_mb, max_source_entries, fetch_timeout_secs } = config.runs;
    const limits = { maxBytes: max_source_mb * MEBIBYTE, maxEntries: max_source_entries };
    if (source.kind === "git") {
      const { fetchCommit: fetch = fetchCommit } = this.#parts;
      const { commit } = source;
      const timeoutMs = fetch_timeout_secs * 1000;
      return fetch(place, { url: this.#permittedUrl(source.url), commit, ...limits, timeoutMs, signal });
    }
    if (source.kind === "root") throw new AbpError("internal", "a root is not fetched");
    const path = await archives.find(tenant, source.sha256);
    const files = join(place, "files");
    await mkdir(files, { mode: 0o700 });
    await readArchive(createReadStream(path, { signal }), entryFiles(files), limits);
    return files;
  }
}

/** Files that are removed after the run have no workspace that could be changed. */
function requireCopy({ workspace, lane }: WorkOrder): void {
  if (workspace.mode === "staged" && lane === "patch_first") return;
  throw new AbpError("run_source_invalid", "a fetched source is only staged, and gives a patch", {
    where: workspace.mode === "staged" ? "lane" : "workspace.mode",
  });
}

/** The directory within fetched files; links are judged when it is opened. */
function relativeRoot({ workspace }: WorkOrder): string {
  const { root } = workspace;
  if (root !== "" && !root.startsWith("/") && !root.split("/").includes("..") && !root.includes("\0"))
    return root;
  throw refused("workspace.root", "with a fetched source it is a directory within it, such as `.`", "runs");
}

function withRoot(order: WorkOrder, root: string): WorkOrder {
  return { ...order, workspace: { ...order.workspace, root } };
}
