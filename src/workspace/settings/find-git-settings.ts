import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { mayStartPrograms } from "./git-programs.ts";

/** Larger configurations are not read, and count as dangerous. */
const MAX_CONFIGURATION_BYTES = 1024 * 1024;
const MAX_MODULE_DEPTH = 8;
const MAX_POINTERS = 2;

/**
 * The configurations that git reads in a tree and that may start programs, relative to its root. `rawGitPaths` are the entries
 * named `.git`. Paths have one character per byte.
 */
export function findGitSettings(rawRoot: string, rawGitPaths: readonly string[]): string[] {
  const found = rawGitPaths.flatMap((rawPath) => configurationsOf(rawRoot, rawPath, MAX_POINTERS));
  return [...new Set(found)].filter((rawPath) => isDangerous(rawRoot, rawPath));
}

/** The configurations of a repository, of its worktrees and of its submodules. */
function configurationsOf(rawRoot: string, rawPath: string, pointers: number): string[] {
  const status = lstatSync(absolute(rawRoot, rawPath), { throwIfNoEntry: false });
  if (status?.isFile() === true) return pointers === 0 ? [] : pointed(rawRoot, rawPath, "gitdir", pointers);
  if (status?.isDirectory() !== true) return [];
  return [
    ...["config", "config.worktree"].map((name) => `${rawPath}/${name}`),
    ...(pointers === 0 ? [] : pointed(rawRoot, `${rawPath}/commondir`, "commondir", pointers)),
    ...children(rawRoot, `${rawPath}/worktrees`).map((path) => `${path}/config.worktree`),
    ...modules(rawRoot, `${rawPath}/modules`, MAX_MODULE_DEPTH),
  ];
}

/** The configurations of the repository that a file names. One outside the tree is not seen in a sandbox. */
function pointed(rawRoot: string, rawFile: string, kind: "gitdir" | "commondir", pointers: number): string[] {
  const text = readText(rawRoot, rawFile)?.split("\n")[0]?.trim();
  if (text === undefined) return [];
  const target = kind === "gitdir" ? /^gitdir:\s*(.+)$/.exec(text)?.[1] : text;
  const inside = target === undefined ? undefined : resolveInside(rawRoot, rawFile, target);
  return inside === undefined ? [] : configurationsOf(rawRoot, inside, pointers - 1);
}

function resolveInside(rawRoot: string, rawFile: string, target: string): string | undefined {
  const from = target.startsWith("/") ? "" : `${rawRoot}/${rawFile}/..`;
  const names: string[] = [];
  for (const name of `${from}/${target}`.split("/")) {
    if (name === "..") names.pop();
    else if (name !== "" && name !== ".") names.push(name);
  }
  const path = `/${names.join("/")}`;
  return path.startsWith(`${rawRoot}/`) ? path.slice(rawRoot.length + 1) : undefined;
}

/** Submodules lie at their paths, so that a directory may hold further ones. */
function modules(rawRoot: string, rawPath: string, depth: number): string[] {
  if (depth === 0) return [];
  return children(rawRoot, rawPath).flatMap((path) => [
    ...["config", "config.worktree"].map((name) => `${path}/${name}`),
    ...modules(rawRoot, path, depth - 1),
  ]);
}

function children(rawRoot: string, rawPath: string): string[] {
  const path = absolute(rawRoot, rawPath);
  if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
  return readdirSync(path, { withFileTypes: true, encoding: "latin1" })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${rawPath}/${name}`);
}

function isDangerous(rawRoot: string, rawPath: string): boolean {
  const status = lstatSync(absolute(rawRoot, rawPath), { throwIfNoEntry: false });
  if (status === undefined) return false;
  if (!status.isFile() || status.size > MAX_CONFIGURATION_BYTES) return true;
  const text = readText(rawRoot, rawPath);
  return text === undefined || mayStartPrograms(text);
}

function readText(rawRoot: string, rawPath: string): string | undefined {
  try {
    return readFileSync(absolute(rawRoot, rawPath), "latin1");
  } catch {
    return undefined;
  }
}

function absolute(rawRoot: string, rawPath: string): Buffer {
  return Buffer.from(`${rawRoot}/${rawPath}`, "latin1");
}
