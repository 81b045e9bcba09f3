/** One entry of the file system inside. Entries apply in order; a later one covers an earlier one. */
export type Mount =
  | { readonly kind: "read-only" | "read-write"; readonly source: string; readonly target: string }
  | { readonly kind: "link"; readonly path: string; readonly to: string }
  /** An empty directory in memory. */
  | { readonly kind: "memory"; readonly path: string; readonly bytes: number; readonly mode: string }
  /** An empty read-only directory, or an empty file, in place of what is there. */
  | { readonly kind: "hidden"; readonly path: string; readonly isDirectory: boolean }
  /** Makes a directory in memory read-only, not what is mounted in it. */
  | { readonly kind: "frozen"; readonly path: string };

const HIDDEN_BYTES = "4096";

/** The options of bwrap for a mount. */
export function mountOptions(mount: Mount): string[] {
  switch (mount.kind) {
    case "read-only":
      return ["--ro-bind", mount.source, mount.target];
    case "read-write":
      return ["--bind", mount.source, mount.target];
    case "link":
      return ["--symlink", mount.to, mount.path];
    case "memory":
      return ["--perms", mount.mode, "--size", String(mount.bytes), "--tmpfs", mount.path];
    case "hidden":
      return mount.isDirectory
        ? ["--size", HIDDEN_BYTES, "--tmpfs", mount.path, "--remount-ro", mount.path]
        : ["--ro-bind", "/dev/null", mount.path];
    case "frozen":
      return ["--remount-ro", mount.path];
  }
}
