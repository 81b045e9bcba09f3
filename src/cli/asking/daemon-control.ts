import type { ClientOptions } from "../../client/index.ts";
import { AbpError } from "../../contract/index.ts";
import { type DaemonNotice, isRunning, readAdminToken } from "../../daemon/index.ts";

const HEALTH_TIMEOUT_MS = 1000;
const ANSWER_TIMEOUT_MS = 30_000;

/**
 * The control API of the daemon that a notice names; undefined if it has ended. The admin key goes to this address alone, and only
 * while the daemon's process is there.
 */
export async function daemonControl(notice: DaemonNotice, state: string): Promise<ClientOptions | undefined> {
  // A daemon that was killed leaves its notice behind, and another program may listen on its port by now.
  if (!isRunning(notice) || !(await isHealthy(notice))) return undefined;
  const token = await readAdminToken(state);
  if (token === undefined) {
    throw new AbpError("daemon_not_running", "the running daemon has made no admin key for this machine", {
      where: notice.url,
      advice: "Restart it with this version of `abp`.",
    });
  }
  return {
    url: notice.url,
    key: token,
    // A stream has a signal of its own, and takes as long as what it follows.
    fetch: (input, init) =>
      fetch(input, { ...init, signal: init?.signal ?? AbortSignal.timeout(ANSWER_TIMEOUT_MS) }),
  };
}

async function isHealthy({ url }: DaemonNotice): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/healthz`, {
      redirect: "error",
      signal: AbortSignal.timeout(HEALTH_TIMEOUT_MS),
    });
    return answer.ok;
  } catch {
    return false; // Nothing listens there any more.
  }
}
