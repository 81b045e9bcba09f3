import { AbpError } from "../contract/index.ts";
import { type DaemonNotice, readNotice } from "./daemon-notice.ts";

/**
 * The error to show for a start that failed with `error`: that the daemon is already running, if its port is taken and the daemon
 * of the state directory listens there; else the same error.
 */
export async function explainStart(error: unknown, stateDirectory: string, port: number): Promise<unknown> {
  if (!isPortTaken(error)) return error;
  const notice = await readNotice(stateDirectory);
  if (notice === undefined || !isRunning(notice) || portOf(notice) !== port) return error;
  const { pid, url } = notice;
  return new AbpError("config_invalid", `the daemon is already running, pid ${pid}, and listens at ${url}`, {
    where: "port",
    advice: `Use it as it is, stop it with \`kill ${pid}\`, or choose another port with --port.`,
    cause: error,
  });
}

function isPortTaken(error: unknown): boolean {
  return AbpError.is(error) && (error.cause as NodeJS.ErrnoException | undefined)?.code === "EADDRINUSE";
}

function portOf({ url }: DaemonNotice): number {
  return Number(URL.parse(url)?.port);
}

/** Whether the process of a notice is there. A daemon that was killed leaves its notice behind. */
export function isRunning({ pid }: DaemonNotice): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user may not be asked.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
