import { setTimeout as pause } from "node:timers/promises";
import { callOf, controlContext } from "../../src/control/fixtures/control-call.ts";
import { openControl } from "../../src/control/index.ts";
import type { RunDesk } from "../../src/control/run-desk.ts";
import type { WorkGate } from "../../src/control/work-gate.ts";
import { createSigningKey } from "../../src/receipts/index.ts";
import type { Store } from "../../src/storage/index.ts";
import { MemoryData } from "../storage/memory-store/memory-data.ts";
import { MemoryStore } from "../storage/memory-store/memory-store.ts";

/** The keys of two tenants, and their tokens. */
export const tokens = {
  ada: "abp_the_token_of_ada",
  alan: "abp_the_token_of_alan",
  eve: "abp_the_token_of_eve",
  root: "abp_the_token_of_root",
};
const keys = {
  ada: { token: tokens.ada, tenant: "a", roles: ["operator"] },
  alan: { token: tokens.alan, tenant: "a", roles: ["operator"] },
  eve: { token: tokens.eve, tenant: "b", roles: ["admin"] },
  root: { token: tokens.root, tenant: "*", roles: ["admin"] },
};

/** The members of answers that tests look at by name. */
export interface Answer {
  readonly [name: string]: unknown;
  readonly run_id: string;
  readonly code: string;
  readonly state: string;
  readonly items: Answer[];
  readonly next_cursor: string | null;
  readonly next_after: string;
}

/** A control API on a store in memory, with a desk that notes what it is asked, and a gate that lets everything in. */
export function openWorkApi(changes: Partial<WorkGate> = {}) {
  const asked: string[] = [];
  const desk: RunDesk = {
    wake: () => void asked.push("wake"),
    cancel: (runId, reason) => void asked.push(`cancel ${runId} ${reason}`),
    steer: async (runId, text) => {
      asked.push(`steer ${runId} ${text}`);
      return true;
    },
    decided: (id) => void asked.push(`decided ${id}`),
  };
  const gate: WorkGate = {
    requireRoom: async () => undefined,
    isOwnApprovalAllowed: false,
    admit: async ({ backend = "mock", ...wish }) => ({ ...wish, backend }),
    pathRights: () => ({ allowedRoots: [], anyRoot: true }),
    keepArchive: async (body) => {
      const bytes = await new Response(body).bytes();
      return { sha256: "ab".repeat(32), bytes: bytes.length, entries: 1 };
    },
    ...changes,
  };
  let clock = Date.UTC(2026, 2, 1, 8);
  const key = createSigningKey(Buffer.alloc(32, 1));
  const data = new MemoryData("abp.example/log");
  const store: Store = new MemoryStore(data, { key: async () => key });
  const context = controlContext({
    flags: { keys },
    store,
    more: {
      desk,
      gate,
      now: () => {
        clock += 1000;
        return clock;
      },
      random: (size) => Uint8Array.from({ length: size }, () => Math.floor(Math.random() * 256)),
    },
  });
  const control = openControl(context);
  const call = (who: keyof typeof tokens, target: string, body?: unknown, headers = {}) =>
    callOf(control, target, {
      key: tokens[who],
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const json = async (...request: Parameters<typeof call>) => {
    const response = await call(...request);
    const text = await response.text();
    return { status: response.status, body: (text === "" ? {} : JSON.parse(text)) as Answer };
  };
  return { store, asked, control, call, json };
}

/** Waits until something is so; the time between two looks is short, and no test depends on it. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await pause(5);
}
