import { displayPath } from "../manifest/display-path.ts";
import { pathBelow } from "../manifest/raw-path.ts";
import { lstatOrUndefined } from "./target-entry.ts";

/** The first part of a path that is not a directory, or the reason why the path cannot be used. */
export type Blocker =
  | { readonly kind: "none" | "absent" }
  | { readonly kind: "file" | "symlink"; readonly rawPath: string }
  | { readonly kind: "other_file_system"; readonly rawPath: string };

/** Looks at the directories above paths of one workspace. It never follows a symbolic link. */
export class ParentDirectories {
  readonly #target: string;
  readonly #device: bigint;
  readonly #known = new Map<string, Blocker>();

  constructor(target: string, device: bigint) {
    this.#target = target;
    this.#device = device;
  }

  /** Finds what keeps the path from having a parent directory. Answers are remembered. */
  async blockerOf(rawPath: string): Promise<Blocker> {
    const parent = parentOf(rawPath);
    if (parent === "") return { kind: "none" };
    const known = this.#known.get(parent);
    if (known !== undefined) return known;
    const above = await this.blockerOf(parent);
    const found = above.kind === "none" ? await this.#look(parent) : above;
    this.#known.set(parent, found);
    return found;
  }

  async #look(rawPath: string): Promise<Blocker> {
    const stats = await lstatOrUndefined(pathBelow(this.#target, rawPath));
    if (stats === undefined) return { kind: "absent" };
    if (stats.isSymbolicLink()) return { kind: "symlink", rawPath };
    if (!stats.isDirectory()) return { kind: "file", rawPath };
    return stats.dev === this.#device ? { kind: "none" } : { kind: "other_file_system", rawPath };
  }
}

/** The path of the directory that holds an entry; empty for an entry at the top. */
export function parentOf(rawPath: string): string {
  return rawPath.slice(0, Math.max(0, rawPath.lastIndexOf("/")));
}

/** Says why a path below a blocker cannot be written. */
export function describeBlocker(blocker: Extract<Blocker, { rawPath: string }>): string {
  const name = displayPath(blocker.rawPath);
  if (blocker.kind === "symlink") return `${name} is a symbolic link, and links are not followed`;
  if (blocker.kind === "file") return `${name} is not a directory`;
  return `another file system is mounted at ${name}`;
}
