/** How the namespaces are made. The first that passes the self-test is used. */
export interface Isolation {
  readonly name: "user-namespace" | "user-namespace-nested" | "root";
  readonly options: readonly string[];
  /** The user and group inside. */
  readonly uid: number;
  readonly gid: number;
}

const AGENT_ID = 1000;
const agentIds = ["--uid", String(AGENT_ID), "--gid", String(AGENT_ID)];

/**
 * The ways that this user can try, the strongest first. Without a user namespace only root can make the others; the program
 * then keeps root's user id, but no capability.
 */
export function isolations(isRoot: boolean): Isolation[] {
  const ids = { uid: AGENT_ID, gid: AGENT_ID };
  const root: Isolation = { name: "root", options: [], uid: 0, gid: 0 };
  return [
    { name: "user-namespace", options: ["--unshare-user", "--disable-userns", ...agentIds], ...ids },
    // bwrap before 0.8 cannot forbid further user namespaces. The seccomp program does.
    { name: "user-namespace-nested", options: ["--unshare-user", ...agentIds], ...ids },
    ...(isRoot ? [root] : []),
  ];
}

/** The options that do not depend on the program. */
export function isolationOptions({ options }: Isolation): string[] {
  return [
    "--unshare-ipc",
    "--unshare-pid",
    "--unshare-net",
    "--unshare-uts",
    "--unshare-cgroup-try",
    ...options,
    "--hostname",
    "sandbox",
    "--cap-drop",
    "ALL",
    "--die-with-parent",
    "--new-session",
  ];
}
