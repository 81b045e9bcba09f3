import { realpathSync, statSync } from "node:fs";
import { resolve } from "node:path";
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
  /** Paths that the configuration names. One inside the workspace becomes read-only. */
  readonly readOnly: readonly string[];
  readonly hidden: readonly string[];
}

/** The file system inside: what is not in the result does not exist there. Paths that do not exist are left out. */
export function fileSystemMounts(request: FileSystemRequest): Mount[] {
  const workspace = resolve(request.workspaceRoot);
  const isOwn = (path: string) => isWithin(path, workspace);
  const readOnly = present(request.readOnly);
  const outside = [...present(request.programPaths), ...readOnly].filter((path) => !isOwn(path));
  const visible = [...outside.filter(isNotSystem), workspace];
  return [
    ...systemMounts(),
    ...kernelMounts(),
    { kind: "memory", path: TMP_INSIDE, bytes: TMP_BYTES, mode: "1777" },
    { kind: "link", path: "/var/tmp", to: TMP_INSIDE },
    { kind: "memory", path: HOME_INSIDE, bytes: HOME_BYTES, mode: "0700" },
    // A directory comes before what lies in it, so that it does not cover a more exact mount.
    ...[...new Set(outside)].filter(isNotSystem).sort(byLength).map(readOnlyMount),
    ...workspaceMounts(workspace),
    ...readOnly
      .filter((path) => isOwn(path) && path !== workspace)
      .sort(byLength)
      .map(readOnlyMount),
    ...present(request.hidden)
      .filter(
        (path) =>
          visible.some((shown) => isWithin(path, shown) && path !== shown) && !isWithin(workspace, path),
      )
      .map((path): Mount => ({ kind: "hidden", path, isDirectory: statSync(path).isDirectory() })),
  ];
}

/** Why a directory cannot be the workspace of a sandbox; `undefined` where it can. */
export function workspaceFault(workspaceRoot: string): string | undefined {
  const real = realpathSync(resolve(workspaceRoot));
  const broken = ["/usr", "/etc", "/proc", "/dev", "/run"].find(
    (path) => isWithin(path, real) || isWithin(real, path),
  );
  return broken === undefined ? undefined : `the workspace ${real} overlaps the system directory ${broken}`;
}

function workspaceMounts(workspace: string): Mount[] {
  const source = realpathSync(workspace);
  return [...new Set([source, workspace])].map((target) => ({ kind: "read-write", source, target }));
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
