import { type ControlClient, openClient } from "../../client/index.ts";
import { type Config, resolvePaths } from "../../config/index.ts";
import { readNotice } from "../../daemon/index.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { daemonControl } from "./daemon-control.ts";

/** The control API, as a command of this user asks it. */
export interface LocalControl {
  readonly client: ControlClient;
  /** Whether a daemon answers. If none runs, work orders wait for the next one. */
  readonly hasDaemon: boolean;
}

/**
 * Gives a command the control API: that of the running daemon, or the same one in this process, on the store, if none runs. Both know
 * the command as the admin of this machine.
 */
export async function withControl<Result>(
  terminal: Terminal,
  config: Config,
  use: (control: LocalControl) => Promise<Result>,
): Promise<Result> {
  const { state } = resolvePaths(terminal.host.env, terminal.host.home);
  const notice = await readNotice(state);
  const daemon = notice === undefined ? undefined : await daemonControl(notice, state);
  if (daemon !== undefined) return use({ client: openClient(daemon), hasDaemon: true });
  // Only here, so that a command that asks a daemon opens no store.
  const { openStoreControl } = await import("./store-control.ts");
  const opened = await openStoreControl(terminal, config);
  try {
    return await use({ client: openClient(opened), hasDaemon: false });
  } finally {
    await opened.close();
  }
}
