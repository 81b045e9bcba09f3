import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { AbpError } from "../../../contract/index.ts";
import { type GitCall, runGit, writtenBytes } from "../../../workspace/index.ts";
import { messageOf } from "../../message-of.ts";
import { watchSize } from "./watch-size.ts";

/** What is fetched, and how much of it. */
export interface FetchRequest {
  readonly url: URL;
  /** The whole id. */
  readonly commit: string;
  readonly maxBytes: number;
  readonly maxEntries: number;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Further settings of git; a test trusts the certificate of its own server. */
  readonly settings?: readonly string[];
}

/** SHA-1 or SHA-256: a name or a part of an id could stand for something else tomorrow. */
const COMMIT_ID = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/**
 * Only https, and only to the host that was checked: no redirection, no credential of the user, no other repository, and nothing of
 * the repository is executed.
 */
const SETTINGS = [
  "protocol.https.allow=always",
  "http.followRedirects=false",
  "http.sslVerify=true",
  "http.emptyAuth=false",
  "http.cookieFile=",
  "credential.helper=",
  "core.askPass=true",
  "core.symlinks=true",
  "core.protectHFS=true",
  "core.protectNTFS=true",
  "core.autocrlf=false",
  "submodule.recurse=false",
  "fetch.recurseSubmodules=false",
  "fetch.fsckObjects=true",
  "fetch.writeCommitGraph=false",
  "filter.lfs.smudge=",
  "filter.lfs.process=",
  "filter.lfs.required=false",
];

const ENVIRONMENT = { GIT_ALLOW_PROTOCOL: "https", GIT_ASKPASS: "true", GIT_LFS_SKIP_SMUDGE: "1" };

/**
 * Fetches one commit into `directory`, which is private and empty, and gives the path of its files. They have no history and no
 * repository. Throws `run_source_invalid`.
 */
export async function fetchCommit(directory: string, request: FetchRequest): Promise<string> {
  const { url, commit, maxBytes, maxEntries, timeoutMs } = request;
  if (!COMMIT_ID.test(commit)) throw sourceError("the commit is named by its whole id, in lower case");
  const gitDir = join(directory, "repository");
  const workTree = join(directory, "files");
  await Promise.all([gitDir, workTree].map((path) => mkdir(path, { recursive: true, mode: 0o700 })));
  const limit = new AbortController();
  const signal = AbortSignal.any([request.signal, limit.signal, AbortSignal.timeout(timeoutMs)]);
  const stopWatching = watchSize(
    () => writtenBytes([gitDir], new Date(0), maxBytes),
    maxBytes,
    () => limit.abort(sourceError(`the commit is larger than ${maxBytes} bytes`)),
  );
  const git = (args: readonly string[], more: Partial<GitCall> = {}) =>
    runGit({
      ...{ gitDir, args, signal, environment: ENVIRONMENT },
      settings: [...SETTINGS, ...(request.settings ?? [])],
      ...more,
    });
  try {
    const format = commit.length === 64 ? "sha256" : "sha1";
    await git(["init", "--quiet", "--template=", `--object-format=${format}`]);
    await git([
      "fetch",
      "--quiet",
      "--depth=1",
      "--no-tags",
      "--no-write-fetch-head",
      "--",
      url.href,
      commit,
    ]);
    await requireCommit(git, commit);
    await requireLimits(git, commit, { maxBytes, maxEntries });
    await git(["read-tree", commit]);
    await git(["checkout-index", "--all", "--force", "--quiet"], { workTree });
    return workTree;
  } catch (error) {
    request.signal.throwIfAborted();
    throw fetchError(error, request, limit.signal);
  } finally {
    stopWatching();
  }
}

type Git = (args: readonly string[], more?: Partial<GitCall>) => Promise<number>;

async function outputOf(git: Git, args: readonly string[], onPart: (text: string) => void): Promise<void> {
  const decoder = new TextDecoder();
  await git(args, { onOutput: (chunk) => onPart(decoder.decode(chunk, { stream: true })) });
}

/** The id is that of a commit, not of a tag or of a tree. */
async function requireCommit(git: Git, commit: string): Promise<void> {
  let type = "";
  await outputOf(git, ["cat-file", "-t", commit], (text) => {
    type += text;
  });
  if (type.trim() !== "commit") throw sourceError(`${commit} is not a commit`);
}

/** A small repository can hold files that are large, or many. */
async function requireLimits(
  git: Git,
  commit: string,
  { maxBytes, maxEntries }: Pick<FetchRequest, "maxBytes" | "maxEntries">,
): Promise<void> {
  let bytes = 0;
  let entries = 0;
  let rest = "";
  await outputOf(git, ["ls-tree", "-r", "-t", "-l", "-z", commit], (text) => {
    const lines = `${rest}${text}`.split("\0");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      entries += 1;
      bytes += Number(/^\d+ blob [0-9a-f]+ +(\d+)\t/.exec(line)?.[1] ?? 0);
    }
    if (entries > maxEntries)
      throw sourceError(`the commit has more than ${maxEntries} files and directories`);
    if (bytes > maxBytes) throw sourceError(`the files of the commit have more than ${maxBytes} bytes`);
  });
}

function fetchError(error: unknown, { url, commit, timeoutMs }: FetchRequest, limit: AbortSignal): AbpError {
  if (limit.aborted) return limit.reason as AbpError;
  if (AbpError.is(error) && error.code === "run_source_invalid") return error;
  const isLate = (error as { readonly name?: unknown } | null)?.name === "TimeoutError";
  const why = isLate ? `it took longer than ${timeoutMs / 1000} s` : messageOf(error);
  return sourceError(`${commit} cannot be fetched from ${url.host}: ${why}`, error);
}

function sourceError(message: string, cause?: unknown): AbpError {
  return new AbpError("run_source_invalid", message, { where: "source", cause });
}
