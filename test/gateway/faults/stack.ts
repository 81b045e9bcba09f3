import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { z } from "zod";
import { type Config, ConfigSchema } from "../../../src/config/index.ts";
import type { Receipt } from "../../../src/contract/index.ts";
import {
  type GatewayAccount,
  type OpenCall,
  openGateway,
  type ResponseSink,
} from "../../../src/gateway/index.ts";
import { startServer } from "../../../src/server/index.ts";
import { openStore } from "../../../src/storage/index.ts";
import { type CallerAnswer, CallerLine, type CallerRequest } from "./caller-line.ts";
import { UPSTREAM_KEY } from "./error-answers.ts";
import { type RawUpstream, type Script, startUpstream } from "./raw-upstream.ts";

export type Settings = z.input<typeof ConfigSchema>;

/** The dialects that engines are opened for, each under its own name. */
export const DIALECTS = ["claude", "openai", "codex", "gemini", "kimi", "copilot"] as const;
export type DialectName = (typeof DIALECTS)[number];

/** The key that callers send. */
export const CALLER_KEY = "caller-key-0d9c7e";

/** A call under way, with the side that its answer is written to. */
export interface ServedCall {
  readonly call: OpenCall;
  readonly sink: ResponseSink & { readonly queuedBytes?: number };
}

/** The whole way from a caller's socket to an upstream's, all on this machine. */
export interface Stack {
  replaceKeys(keys: Config["keys"]): void;
  /** Opens the account of a run in the log of the stack's own tenant. */
  openRun(runId: string, name: string, budgetUsd?: number): GatewayAccount;
  readonly upstream: RawUpstream;
  readonly baseUrl: string;
  /** The folder of the database. */
  readonly receiptsDirectory: string;
  readonly served: readonly ServedCall[];
  /** Sends one call on a connection of its own. */
  call(request: CallerRequest): Promise<CallerAnswer>;
  line(): CallerLine;
  /** Every receipt of a tenant, once all calls so far are recorded. */
  receipts(tenant?: string): Promise<Receipt[]>;
  receiptOf(answer: CallerAnswer): Promise<Receipt>;
  /** What the gateway reported beside its calls. */
  readonly reports: readonly string[];
  close(): Promise<void>;
}

/** The engines of a stack, one for each dialect. */
export function enginesAt(url: string, own: Readonly<Record<string, unknown>> = {}): Settings["engines"] {
  return Object.fromEntries(
    DIALECTS.map((dialect) => [dialect, { dialect, base_url: url, api_key: UPSTREAM_KEY, ...own }]),
  );
}

/** Opens a daemon with one engine for each dialect, all of them at one scripted upstream, and with further ones there. */
export async function openStack(
  script: Script,
  settings: Settings = {},
  engine: Readonly<Record<string, unknown>> = {},
  more: (url: string) => Settings["engines"] = () => ({}),
): Promise<Stack> {
  const upstream = await startUpstream(script);
  const root = mkdtempSync(join(tmpdir(), "abp-faults-"));
  const config = ConfigSchema.parse({
    keys: { tester: { token: CALLER_KEY } },
    ...settings,
    engines: { ...enginesAt(upstream.url, engine), ...more(upstream.url) },
    receipts_dir: join(root, "receipts"),
    workspace_dir: join(root, "workspaces"),
    receipts: { ...settings.receipts, keys_dir: join(root, "keys") },
  }) as Config;
  const { tenant: ownTenant } = config.receipts;
  const store = await openStore(config, { writer: "inline" });
  const reports: string[] = [];
  const report = (message: string, error: unknown): void => {
    reports.push(`${message}: ${error instanceof Error ? error.stack : String(error)}`);
  };
  const gateway = openGateway({ config, store, env: {}, report });
  const served: ServedCall[] = [];
  const server = await startServer({
    gateway: {
      ...gateway,
      call: (admission, body, sink) => {
        const call = gateway.call(admission, body, sink);
        served.push({ call, sink });
        return call;
      },
    },
    address: config.bind_address,
    port: 0,
    limits: { ...config.gateway, drain_timeout_secs: 0 },
    random: randomBytes,
    now: Date.now,
  });
  const lines: CallerLine[] = [];
  const line = (): CallerLine => {
    const made = new CallerLine(server.url);
    lines.push(made);
    return made;
  };
  return {
    upstream,
    replaceKeys: (keys) => gateway.replaceKeys(keys),
    openRun: (runId, name, budgetUsd) =>
      gateway.openRun({ runId, tenant: ownTenant, name, budgetUsd: budgetUsd ?? null }),
    baseUrl: server.url,
    receiptsDirectory: config.receipts_dir,
    served,
    reports,
    line,
    call: async (request) => {
      const own = new CallerLine(server.url);
      const answer = await own.send(request);
      own.leave();
      return answer;
    },
    receipts: async (tenant = ownTenant) => {
      await Promise.all(served.map(({ call }) => call.recorded));
      const found: Receipt[] = [];
      for await (const { receipt } of store.ledger(tenant).entries()) found.push(receipt);
      return found;
    },
    receiptOf: async (answer) => {
      const runId = answer.header("x-abp-run-id");
      const entry = served.find(({ call }) => call.runId === runId);
      await entry?.call.recorded;
      const receipt = runId === undefined ? undefined : await gateway.receipt(ownTenant, runId);
      if (receipt === undefined) throw new Error(`there is no receipt of the run ${runId}`);
      return receipt;
    },
    close: async () => {
      for (const one of lines) one.leave();
      await server.stop();
      await gateway.close();
      await store.close();
      await upstream.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** Waits so many milliseconds. */
export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
