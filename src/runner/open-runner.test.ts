import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { eventually } from "../../test/eventually.ts";
import { MemoryData } from "../../test/storage/memory-store/memory-data.ts";
import { MemoryStore } from "../../test/storage/memory-store/memory-store.ts";
import { type Config, loadConfig } from "../config/index.ts";
import { AbpError, buildWorkOrder, type WorkOrderOptions } from "../contract/index.ts";
import { uuidV7 } from "../lib/index.ts";
import { KeyStore } from "../storage/index.ts";
import { openRunner, openSources } from "./open-runner.ts";
import type { RunHost } from "./run-host.ts";
import { tarBytes } from "./sources/fixtures/tar-bytes.ts";
import type { Submission } from "./submission.ts";

let home: string;
let store: MemoryStore;
let config: Config;
let host: RunHost;
beforeEach(async () => {
  home = realpathSync(mkdtempSync(join(tmpdir(), "abp-open-runner-")));
  mkdirSync(join(home, "project"));
  writeFileSync(join(home, "project/a.txt"), "a");
  const env = { ABP_HOME: home };
  const loaded = await loadConfig({ env, home, cwd: home });
  config = { ...loaded.config, runs: { ...loaded.config.runs, allowed_roots: [join(home, "project")] } };
  const keys = new KeyStore(config.receipts.keys_dir);
  await keys.ensure();
  store = new MemoryStore(new MemoryData(config.receipts.origin), { key: () => keys.signingKey() });
  host = {
    ...{ env, home, cwd: home, now: () => new Date() },
    random: (length) => crypto.getRandomValues(new Uint8Array(length)),
    software: { name: "agent-backplane", version: "1" },
    readInput: async () => Buffer.from("{}"),
    say: () => undefined,
    warn: () => undefined,
  };
});
afterEach(async () => {
  await store.close();
  rmSync(home, { recursive: true, force: true });
});

const newId = () => uuidV7(Date.now(), host.random(10));

async function submit(
  given: Partial<Submission>,
  order: WorkOrderOptions = {},
  keyName = "ci",
): Promise<string> {
  const runId = newId();
  const submission: Submission = {
    ...{ order: buildWorkOrder(newId(), "do it", order), source: { kind: "root" }, backend: "mock" },
    ...given,
  };
  await store.runs.submit({
    ...{ runId, tenant: "default", owner: `key:${keyName}`, keyName, priority: 0, backend: "mock" },
    submission: JSON.stringify(submission),
    submittedAt: new Date(),
  });
  return runId;
}

const endOf = (runId: string) =>
  eventually(async () => {
    const receipt = (await store.ledger("default").find(runId))?.receipt;
    expect(receipt).toBeDefined();
    return receipt?.termination;
  });

describe("the runner of a daemon", () => {
  it("executes what waited for it, with its files, and refuses what a submission may not name", async () => {
    const { archives } = openSources(host, config);
    const { sha256 } = await archives.keep("default", [tarBytes({ name: "a.txt", content: "a" })] as never);
    const good = await submit({}, { workspace: { root: join(home, "project") } });
    const unpacked = await submit({ source: { kind: "archive", sha256 } });
    const outside = await submit({}, { workspace: { root: "/etc" } });
    const any = await submit({ rights: { anyRoot: true } }, { workspace: { root: home } });
    const revoked = await submit({}, { workspace: { root: join(home, "project") } }, "gone");
    mkdirSync(join(home, "state/sources/left/files"), { recursive: true });
    const opened = openRunner({
      ...{ host, config, store, keys: {} },
      checkKey: ({ keyName }) => {
        if (keyName === "gone") throw new AbpError("access_denied", "the key was revoked");
      },
    });
    await opened.start();
    const ends = await Promise.all([good, unpacked, outside, any, revoked].map(endOf));
    await opened.stop(new AbortController().signal);
    expect(ends.map((end) => [end?.reason, end?.code])).toEqual([
      ["completed", undefined],
      ["completed", undefined],
      ["refused", "run_source_refused"],
      ["completed", undefined],
      ["refused", "access_denied"],
    ]);
    expect(readdirSync(join(home, "state/sources"))).toEqual([]);
  });

  it("expires the approvals that an earlier process left open", async () => {
    const approval = {
      ...{ id: newId(), tenant: "default", owner: "key:ci", runId: newId(), keyName: "ci" },
      ...{ operation: "use_tool", tool: "Bash", rule: "r", riskLevel: "medium" },
      ...{ createdAt: new Date(), expiresAt: new Date(Date.now() + 1000) },
    };
    await store.approvals.open(approval);
    const opened = openRunner({ ...{ host, config, store, keys: {} }, checkKey: () => undefined });
    await opened.start();
    await opened.stop(new AbortController().signal);
    expect((await store.approvals.find(approval.id))?.state).toBe("expired");
  });

  it("reads only the first of ten thousand runs that wait, and executes them in turns", async () => {
    for (let at = 0; at < 10_000; at += 1) await submit({}, { workspace: { root: "/" } });
    const pending = vi.spyOn(store.runs, "pending");
    const opened = openRunner({ ...{ host, config, store, keys: {} }, checkKey: () => undefined });
    await opened.start();
    await eventually(async () => expect(await store.ledger("default").size()).toBeGreaterThan(3));
    await opened.stop(AbortSignal.abort());
    expect(pending.mock.calls.every(([, limit]) => limit <= 32)).toBe(true);
  });
});
