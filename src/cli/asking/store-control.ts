import type { ClientOptions } from "../../client/index.ts";
import type { Config } from "../../config/index.ts";
import { tokenDigest } from "../../contract/index.ts";
import { openControl, type RunDesk } from "../../control/index.ts";
import { openGateway } from "../../gateway/index.ts";
import type { ControlServer } from "../../server/index.ts";
import { openStore } from "../ledger.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { readVersion } from "../version.ts";

const TOKEN_BYTES = 32;
const HOST = "http://localhost";

/** What is in the store waits there for the next daemon. Nothing else happens. */
const NOBODY: RunDesk = {
  wake: () => undefined,
  cancel: () => undefined,
  steer: async () => false,
  decided: () => undefined,
};

/** The control API in this process, on the store. A daemon on the same store notices changes of keys by itself. */
export async function openStoreControl(
  terminal: Terminal,
  config: Config,
): Promise<ClientOptions & { close(): Promise<void> }> {
  const { env, now, random } = terminal.host;
  const store = await openStore(terminal, config);
  // The key of this command alone, which never leaves the process.
  const token = Buffer.from(random(TOKEN_BYTES)).toString("base64url");
  const adminTokenSha256 = tokenDigest({ token });
  const report = (message: string, error: unknown): void => {
    terminal.say(terminal.colors.yellow(`${message} ${error instanceof Error ? error.message : error}`));
  };
  try {
    const gateway = openGateway({ config, store, env, adminTokenSha256, report });
    const control = openControl({
      ...{ config, store, env, gateway, random, report },
      settings: [],
      version: readVersion(),
      keys: { all: () => config.keys, changed: async () => undefined },
      desk: NOBODY,
      now: () => now().getTime(),
      log: undefined,
    });
    return {
      url: HOST,
      key: token,
      fetch: (input, init) => askInProcess(control, new Request(input, init)),
      close: async () => {
        control.drain();
        await gateway.close();
        await store.close();
      },
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}

async function askInProcess(control: ControlServer, request: Request): Promise<Response> {
  const { method, headers, url } = request;
  const body = request.body === null ? undefined : Buffer.from(await request.arrayBuffer());
  const sent = new Request(url, {
    ...{ method, headers, signal: request.signal },
    ...(body === undefined ? {} : { body }),
  });
  return control.fetch(sent, {
    head: { method, target: url.slice(HOST.length), headers: [...headers].flat() },
    hasBody: body !== undefined,
    contentLength: body?.length,
    isDraining: false,
    bodies: { shareOf: () => ({ take: () => true, release: () => undefined }) },
  });
}
