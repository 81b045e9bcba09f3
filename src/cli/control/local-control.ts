import { type Config, resolvePaths } from "../../config/index.ts";
import { readNotice } from "../../daemon/index.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { readAnswer } from "./control-answer.ts";
import { daemonControl } from "./daemon-control.ts";

/** The control API, as a command of this user asks it. */
export interface LocalControl {
  /** Asks a route, such as `GET /keys`; throws the error of its answer. */
  ask<Answer>(route: string, body?: object): Promise<Answer>;
}

/** Sends one request to the control API. */
export type ControlFetch = (method: string, path: string, body?: object) => Promise<Response>;

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
  if (daemon !== undefined) return use(controlOn(daemon));
  // Only here, so that a command that asks a daemon opens no store.
  const { openStoreControl } = await import("./store-control.ts");
  const opened = await openStoreControl(terminal, config);
  try {
    return await use(controlOn(opened.fetch));
  } finally {
    await opened.close();
  }
}

function controlOn(fetch: ControlFetch): LocalControl {
  return {
    ask: async <Answer>(route: string, body?: object) => {
      const [method = "GET", path = "/"] = route.split(" ", 2);
      return (await readAnswer(await fetch(method, path, body))) as Answer;
    },
  };
}
