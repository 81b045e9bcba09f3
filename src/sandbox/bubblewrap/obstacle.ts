import { readFileSync } from "node:fs";

/** What keeps this machine from L3, and what its user can do about it. */
export interface Obstacle {
  readonly missing: "system" | "bubblewrap" | "user_namespaces" | "isolation";
  readonly reason: string;
  readonly remedy: string;
}

const NO_REMEDY = "L3 needs Linux on x64 or arm64. No setting of this system provides it.";

/** The system itself has no L3. */
export function unfitSystem(reason: string): Obstacle {
  return { missing: "system", reason, remedy: NO_REMEDY };
}

export const noBubblewrap: Obstacle = {
  missing: "bubblewrap",
  reason: "bubblewrap (bwrap) is not installed",
  remedy:
    "Install bubblewrap with the package manager of your system, such as `apt install bubblewrap`, `dnf install bubblewrap` or `apk add bubblewrap`.",
};

/** Messages of bwrap when the kernel refuses it a user namespace, or a right inside one. */
const REFUSED = /namespace|uid map|gid map|RTM_NEWADDR|unshare/i;

interface Switch {
  readonly file: string;
  /** The value that forbids user namespaces. */
  readonly off: string;
  readonly remedy: string;
}

const switches: readonly Switch[] = [
  {
    file: "/proc/sys/user/max_user_namespaces",
    off: "0",
    remedy: "`sysctl -w user.max_user_namespaces=10000`",
  },
  {
    file: "/proc/sys/kernel/unprivileged_userns_clone",
    off: "0",
    remedy: "`sysctl -w kernel.unprivileged_userns_clone=1`",
  },
  {
    file: "/proc/sys/kernel/apparmor_restrict_unprivileged_userns",
    off: "1",
    remedy:
      "an AppArmor profile for bwrap with the rule `userns,`, or `sysctl -w kernel.apparmor_restrict_unprivileged_userns=0`",
  },
];

/**
 * Why bwrap could isolate nothing. `failures` has what it said in each attempt, without those whose probes ran. `readSetting`
 * gives the text of a kernel setting; undefined if there is none.
 */
export function isolationObstacle(
  reason: string,
  failures: readonly string[],
  readSetting: (file: string) => string | undefined = readText,
): Obstacle {
  const shown = `bubblewrap cannot isolate programs here: ${reason}`;
  if (failures.some((failure) => REFUSED.test(failure))) {
    const closed = switches.filter(({ file, off }) => readSetting(file)?.trim() === off);
    return {
      missing: "user_namespaces",
      reason: `user namespaces are not permitted here; ${shown}`,
      remedy:
        closed.length === 0
          ? "Permit user namespaces to this user. In a container, start it with a seccomp and an AppArmor profile that permit them."
          : `Permit user namespaces, as root: ${closed.map(({ remedy }) => remedy).join("; ")}.`,
    };
  }
  const remedy =
    "See whether `bwrap --unshare-user --unshare-net --ro-bind / / --proc /proc true` works here. In a container, permit mounts.";
  return { missing: "isolation", reason: shown, remedy };
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    // The kernel has no such setting.
    return undefined;
  }
}
