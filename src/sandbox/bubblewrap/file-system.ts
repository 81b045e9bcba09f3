import { realpathSync, statSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { hiddenMounts } from "./hidden-mounts.ts";
import type { Mount } from "./mount.ts";
import { isWithin } from "./path-order.ts";
import { kernelMounts, systemMounts } from "./system-files.ts";

/** The directories in memory that exist for each program inside. */
export const HOME_INSIDE = "/home/agent";
export const TMP_INSIDE = "/tmp";

const MEBIBYTE = 2 ** 20;
const HOME_BYTES = 1024 * MEBIBYTE;
const TMP_BYTES = 1024 * MEBIBYTE;

export interface FileSystemRequest {
  readonly workspaceRoot: string;
  /** Paths that the program needs. One inside the workspace is visible there already. */
  readonly programPaths: readonly string[];
  /** Paths that the configuration or the run names. The workspace, or a path inside it, becomes read-only. */
  readonly readOnly: readonly string[];
  /** Directories besides the workspace that are writable inside. */
  readonly writable: readonly string[];
  readonly hidden: readonly string[];
}

/** The file system inside: what is not in the result does not exist there. Paths that do not exist are left out. */
export function fileSystemMounts(request: FileSystemRequest): Mount[] {
  const workspace = resolve(request.workspaceRoot);
  const source = realpathSync(workspace);
  const workspaces = [...new Set([source, workspace])];
  const isOwn = (path: string) => workspaces.some((root) => isWithin(path, root));
  // A link of the workspace may lead anywhere on the host. bwrap would follow it and show what is there.
  const isLinkFree = (path: string) =>
    workspaces.some((root) => realpathSync(path) === join(source, relative(root, path)));
  const readOnly = present(request.readOnly);
  const workspaceKind = readOnly.some((path) => workspaces.includes(path)) ? "read-only" : "read-write";
  const outside = [...present(request.programPaths), ...readOnly].filter((path) => !isOwn(path));
  // A directory comes before what lies in it, so that it does not cover a more exact mount.
  const shown = [
    ...systemMounts(),
    ...[...new Set(outside)].filter(isNotSystem).sort(byLength).map(readOnlyMount),
  ];
  const targets = shown.flatMap((mount) => (mount.kind === "read-only" ? [mount.target] : []));
  const writable = present(request.writable);
  const { beforeWorkspace, afterWorkspace } = hiddenMounts(request.hidden, targets, [
    ...workspaces,
    ...writable,
  ]);
  return [
    ...kernelMounts(),
    { kind: "memory", path: TMP_INSIDE, bytes: TMP_BYTES, mode: "1777" },
    { kind: "link", path: "/var/tmp", to: TMP_INSIDE },
    { kind: "memory", path: HOME_INSIDE, bytes: HOME_BYTES, mode: "0700" },
    ...shown,
    ...beforeWorkspace,
    ...workspaces.map((target): Mount => ({ kind: workspaceKind, source, target })),
    ...writable.map((path): Mount => ({ kind: "read-write", source: path, target: path })),
    ...readOnly
      .filter((path) => isOwn(path) && !workspaces.includes(path) && isLinkFree(path))
      .sort(byLength)
      .map(readOnlyMount),
    ...afterWorkspace,
  ];
}

/** Why a directory cannot be the workspace of a sandbox; `undefined` if it can. */
export function workspaceFault(workspaceRoot: string): string | undefined {
  const real = realpathSync(resolve(workspaceRoot));
  const broken = ["/usr", "/etc", "/proc", "/dev", "/run"].find(
    (path) => isWithin(path, real) || isWithin(real, path),
  );
  return broken === undefined ? undefined : `the workspace ${real} overlaps the system directory ${broken}`;
}

function readOnlyMount(path: string): Mount {
  return { kind: "read-only", source: path, target: path };
}

function present(paths: readonly string[]): string[] {
  return paths
    .map((path) => resolve(path))
    .filter((path) => statSync(path, { throwIfNoEntry: false }) !== undefined);
}

function isNotSystem(path: string): boolean {
  return !["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"].some((system) =>
    isWithin(path, system),
  );
}

function byLength(one: string, other: string): number {
  return one.length - other.length;
}
