import { type Isolation, isolationOptions } from "./isolation.ts";
import { type Mount, mountOptions } from "./mount.ts";

/** Where our own files are inside. */
const OWN_DIRECTORY = "/run/abp";
export const NODE_INSIDE = `${OWN_DIRECTORY}/node`;
export const LAUNCHER_INSIDE = `${OWN_DIRECTORY}/launcher.mjs`;

const SHARED_MEMORY_BYTES = String(256 * 2 ** 20);
const READABLE = "0444";

export interface CommandLineParts {
  readonly isolation: Isolation;
  readonly mounts: readonly Mount[];
  /** The descriptor of the seccomp program in bwrap. */
  readonly seccomp: number;
  /** Paths inside, with the descriptors of their content in bwrap. */
  readonly files: readonly (readonly [path: string, descriptor: number])[];
  readonly launcher: string;
  readonly node: string;
  readonly cwd: string;
}

/** The options of bwrap, up to the program inside. */
export function bubblewrapOptions(parts: CommandLineParts): string[] {
  return [
    ...isolationOptions(parts.isolation),
    ...["--proc", "/proc"],
    ...["--dev", "/dev", "--perms", "1777", "--size", SHARED_MEMORY_BYTES, "--tmpfs", "/dev/shm"],
    ...parts.mounts.flatMap(mountOptions),
    ...parts.files.flatMap(([path, fd]) => ["--perms", READABLE, "--ro-bind-data", String(fd), path]),
    ...["--ro-bind", parts.node, NODE_INSIDE, "--ro-bind", parts.launcher, LAUNCHER_INSIDE],
    // The user id of root outside owns files of /proc that change the kernel's settings.
    ...["--remount-ro", "/proc", "--remount-ro", "/dev", "--remount-ro", "/"],
    ...["--seccomp", String(parts.seccomp), "--chdir", parts.cwd, "--"],
  ];
}
