import type { Config } from "../../config/index.ts";
import { tokenDigest } from "../../contract/index.ts";
import { openControl } from "../../control/index.ts";
import { openGateway } from "../../gateway/index.ts";
import { openStore } from "../ledger.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { readVersion } from "../version.ts";
import type { ControlFetch } from "./local-control.ts";

const PREFIX = "/abp/v1";
const TOKEN_BYTES = 32;

/** The control API in this process, on the store. A daemon on the same store notices changes of keys by itself. */
export async function openStoreControl(
  terminal: Terminal,
  config: Config,
): Promise<{ readonly fetch: ControlFetch; close(): Promise<void> }> {
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
      version: readVersion(),
      keys: { all: () => config.keys, changed: async () => undefined },
      settings: [],
      desk: undefined,
      now: () => now().getTime(),
      log: undefined,
    });
    return {
      fetch: (method, path, body) => {
        const text = body === undefined ? undefined : JSON.stringify(body);
        const headers = {
          authorization: `Bearer ${token}`,
          ...(text === undefined ? {} : { "content-type": "application/json" }),
        };
        const target = `${PREFIX}${path}`;
        const request = new Request(`http://localhost${target}`, {
          method,
          headers,
          ...(text === undefined ? {} : { body: text }),
        });
        return control.fetch(request, {
          head: { method, target, headers: Object.entries(headers).flat() },
          hasBody: text !== undefined,
          contentLength: text === undefined ? undefined : Buffer.byteLength(text),
          isDraining: false,
          bodies: { shareOf: () => ({ take: () => true, release: () => undefined }) },
        });
      },
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
