import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { z } from "zod";
import { type Config, ConfigSchema } from "../../src/config/index.ts";
import type { Receipt } from "../../src/contract/index.ts";
import { type OpenedGateway, openGateway } from "../../src/gateway/index.ts";
import { startServer } from "../../src/server/index.ts";
import { openStore, type Store } from "../../src/storage/index.ts";

/** A whole daemon on a free loopback port, with a store of its own. */
export interface TestGateway {
  readonly baseUrl: string;
  /** The first key of the configuration, or the daemon's own. */
  readonly token: string;
  readonly openRun: OpenedGateway["openRun"];
  readonly store: Store;
  /** Where the store, the workspaces and the signing keys are. */
  readonly root: string;
  /** What the gateway reported because no caller sees it. */
  readonly reports: readonly string[];
  /** Settles when every call that has been answered has its receipt. */
  recorded(): Promise<void>;
  /** Every receipt so far, of all calls that have been answered. */
  receipts(): Promise<Receipt[]>;
  close(): Promise<void>;
}

/**
 * Opens a daemon on the keys of `backplane.toml` that a test sets; a folder of the test's own outlives the daemon. The store is
 * written on the thread of the test, because starting a thread costs more than most tests; `thread` starts one, as a daemon does.
 */
export async function openTestGateway(
  settings: z.input<typeof ConfigSchema>,
  folder?: string,
  writer: "thread" | "inline" = "inline",
): Promise<TestGateway> {
  const root = folder ?? mkdtempSync(join(tmpdir(), "abp-gateway-"));
  const config = readConfig(root, settings);
  const { tenant } = config.receipts;
  const store = await openStore(config, { writer });
  const first = Object.values(config.keys)[0]?.token;
  const token = first ?? "abp-test-token";
  const reports: string[] = [];
  const report = (message: string, error: unknown) => {
    reports.push(`${message}: ${String(error)}`);
    console.error(message, error);
  };
  const gateway = openGateway({
    config,
    store,
    env: {},
    token: first === undefined ? token : undefined,
    report,
  });
  const recorded = new Set<Promise<void>>();
  const note = <Call extends { readonly recorded: Promise<void> }>(call: Call): Call => {
    recorded.add(call.recorded);
    // What is recorded is not waited for again. A rejection stays for the test to see.
    call.recorded.then(
      () => recorded.delete(call.recorded),
      () => undefined,
    );
    return call;
  };
  const server = await startServer({
    gateway: {
      ...gateway,
      call: (admission, body, sink) => note(gateway.call(admission, body, sink)),
      transfer: (admission, body, sink) => note(gateway.transfer(admission, body, sink)),
      session: (admission, sink) => note(gateway.session(admission, sink)),
    },
    address: config.bind_address,
    port: 0,
    limits: { ...config.gateway, drain_timeout_secs: 0 },
    random: randomBytes,
    now: Date.now,
  });
  return {
    baseUrl: server.url,
    token,
    openRun: gateway.openRun,
    store,
    root,
    reports,
    recorded: async () => void (await Promise.all(recorded)),
    receipts: async () => {
      await Promise.all(recorded);
      const found: Receipt[] = [];
      for await (const { receipt } of store.ledger(tenant).entries()) found.push(receipt);
      return found;
    },
    close: async () => {
      await server.stop();
      await gateway.close();
      await store.close();
      if (folder === undefined) rmSync(root, { recursive: true, force: true });
    },
  };
}

function readConfig(root: string, settings: z.input<typeof ConfigSchema>): Config {
  const config = ConfigSchema.parse({
    ...settings,
    receipts_dir: join(root, "receipts"),
    workspace_dir: join(root, "workspaces"),
    receipts: { ...settings.receipts, keys_dir: join(root, "keys") },
  });
  return config as Config;
}
