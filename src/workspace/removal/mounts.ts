import { readFile } from "node:fs/promises";
import { runTool } from "./tool.ts";

/** The mount points at and below a path, the deepest first. Empty if the system has no list of mounts. */
export async function mountsBelow(path: string): Promise<readonly string[]> {
  let table: string;
  try {
    table = await readFile("/proc/self/mountinfo", "latin1");
  } catch {
    // Not Linux.
    return [];
  }
  const below = Buffer.from(path).toString("latin1");
  return parseMountPoints(table)
    .filter((point) => point === below || point.startsWith(`${below}/`))
    .toReversed();
}

/** The mount points of `mountinfo` (proc(5)) in the order in which they were mounted, one character per byte. */
export function parseMountPoints(table: string): readonly string[] {
  return table
    .split("\n")
    .filter((line) => line !== "")
    .map((line) =>
      (line.split(" ")[4] ?? "").replace(/\\([0-7]{3})/g, (_, octal: string) =>
        String.fromCharCode(Number.parseInt(octal, 8)),
      ),
    );
}

/** Unmounts everything at and below a path, the last mounted first. Returns what is still mounted. */
export async function unmountBelow(path: string): Promise<readonly string[]> {
  for (const point of await mountsBelow(path)) {
    const target = Buffer.from(point, "latin1").toString("utf8");
    const { isDone } = await runTool("umount", ["--", target]);
    // A process that is still inside makes the mount busy. Detaching it hides the tree at once.
    if (!isDone) await runTool("umount", ["-l", "--", target]);
  }
  return mountsBelow(path);
}
