import { existsSync, readdirSync, readFileSync } from "node:fs";

/** What a killed run left on the disk: entries of the directory of stages, and mounts below `root`. */
export function findLeftovers(root: string, stagesDirectory: string): string[] {
  const stages = existsSync(stagesDirectory) ? readdirSync(stagesDirectory) : [];
  return [
    ...stages.map((name) => `the stage ${name} is left`),
    ...findMounts(root).map((place) => `the mount ${place} is left`),
  ];
}

/** The places of all mounts below a directory, the inner ones first. */
export function findMounts(root: string): string[] {
  // The fifth field of a line is the place of the mount.
  return readFileSync("/proc/self/mountinfo", "utf8")
    .split("\n")
    .map((line) => line.split(" ")[4] ?? "")
    .filter((place) => place.startsWith(`${root}/`))
    .reverse();
}
