import { statSync } from "node:fs";
import { join, relative } from "node:path";
import type { Mount } from "./mount.ts";
import { isWithin } from "./path-order.ts";
import { realPath } from "./real-path.ts";

/** Mounts that cover hidden paths, by their place in the order of all mounts. */
export interface HiddenMounts {
  /** For directories that hold the workspace: empty ones, in which the workspace is mounted. */
  readonly beforeWorkspace: readonly Mount[];
  readonly afterWorkspace: readonly Mount[];
}

const EMPTY_BYTES = 4096;

/**
 * Covers the hidden paths that lie in a path which is shown inside, or in the workspace. A path that is itself shown is not
 * covered. `workspaces` are the paths of the workspace inside.
 */
export function hiddenMounts(
  hidden: readonly string[],
  shown: readonly string[],
  workspaces: readonly string[],
): HiddenMounts {
  const real = hidden.map(realPath).filter((path) => statSync(path, { throwIfNoEntry: false }) !== undefined);
  const inside = outermost([...shown, ...workspaces].flatMap((place) => pathsInside(real, place)));
  const holdsWorkspace = (path: string) => workspaces.some((workspace) => isWithin(workspace, path));
  const holders = inside.filter((path) => holdsWorkspace(path) && !workspaces.includes(path));
  const inWorkspace = outermost(workspaces.flatMap((workspace) => pathsInside(real, workspace)));
  const others = [...inside.filter((path) => !holdsWorkspace(path)), ...inWorkspace];
  return {
    beforeWorkspace: holders.map((path) => ({ kind: "memory", path, bytes: EMPTY_BYTES, mode: "0755" })),
    afterWorkspace: [
      ...holders.map((path): Mount => ({ kind: "frozen", path })),
      ...[...new Set(others)].map(
        (path): Mount => ({ kind: "hidden", path, isDirectory: statSync(path).isDirectory() }),
      ),
    ],
  };
}

/** Where real paths of the host are found inside a place that is shown. */
function pathsInside(real: readonly string[], place: string): string[] {
  const source = realPath(place);
  return real
    .filter((path) => path !== source && isWithin(path, source))
    .map((path) => join(place, relative(source, path)));
}

/** Nothing can be mounted in a directory that is covered already. */
function outermost(paths: readonly string[]): string[] {
  const all = [...new Set(paths)];
  return all.filter((path) => !all.some((other) => other !== path && isWithin(path, other)));
}
