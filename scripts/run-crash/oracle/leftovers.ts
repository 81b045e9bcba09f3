import { existsSync, readdirSync, readFileSync } from "node:fs";

/** What a killed run left on the disk: entries of the directory of stages, and mounts below `root`. */
export function findLeftovers(root: string, stagesDirectory: string): string[] {
  const stages = existsSync(stagesDirectory) ? readdirSync(stagesDirectory) : [];
  // The fifth field of a line is the place of the mount.
  const mounts = readFileSync("/proc/self/mountinfo", "utf8")
    .split("\n")
    .map((line) => line.split(" ")[4] ?? "")
    .filter((place) => place.startsWith(`${root}/`));
  return [
    ...stages.map((name) => `the stage ${name} is left`),
    ...mounts.map((place) => `the mount ${place} is left`),
  ];
}
