import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
// Only to prove that the table has every route.
import { routes } from "../../src/api/index.ts";
import { type Config, loadConfig } from "../../src/config/index.ts";
import { tokenDigest } from "../../src/contract/index.ts";
import { controlOfThread } from "../../src/daemon/control-api/control-of-thread.ts";
import { UploadKeys } from "../../src/gateway/callers/upload-keys.ts";
import { serveInOneThread } from "../../src/server/index.ts";
import { openStore, type Store } from "../../src/storage/index.ts";
import { type Asker, askers, type PermissionRow, permissionTable } from "./permission-table.ts";

const home = mkdtempSync(join(tmpdir(), "abp-permissions-"));
const token = (name: string) => `token-of-${name}-in-the-test`;
const RUN_OF_A = "01900000-0000-7000-8000-0000000000aa";
const RUN_OF_SOLO = "01900000-0000-7000-8000-0000000000bb";
const OPEN_RUN = "01900000-0000-7000-8000-0000000000cc";

/** By the name of a key: what it is, besides its token. */
const keys = {
  caller: { tenant: "a" },
  viewer: { tenant: "a", roles: ["viewer"] },
  operator: { tenant: "a", roles: ["operator"] },
  admin: { tenant: "a", roles: ["admin"] },
  all: { tenant: "*", roles: ["admin"] },
  foreign: { tenant: "b", roles: ["admin"] },
  solo: {},
  stranger: { roles: ["admin"] },
};

let store: Store;
let serving: Awaited<ReturnType<typeof serveInOneThread>>;
let tokens: Readonly<Record<Asker, string | undefined>>;
/** The ids of records by their placeholder: those of the tenant `a`, and those of `solo`. */
const records = { RUN: { a: RUN_OF_A, solo: RUN_OF_SOLO }, KEY: { a: "made-a", solo: "made-solo" } };

async function callModel(key: string): Promise<string> {
  const answer = await fetch(`${serving.url}/v1/chat/completions`, {
    method: "POST",
    headers: { authorization: `Bearer ${token(key)}`, "content-type": "application/json" },
    body: JSON.stringify({ model: "m", messages: [{ role: "user", content: "sim: say hello" }] }),
  });
  await answer.text();
  return answer.headers.get("x-abp-run-id") ?? "";
}

async function seed(config: Config): Promise<void> {
  const at = new Date("2026-03-01T08:00:00Z");
  const row = { keyName: "caller", priority: 0, backend: "mock", submission: "{}", submittedAt: at };
  const approval = {
    ...{ keyName: "caller", operation: "tool", tool: "Write", rule: "r", riskLevel: "high" },
    ...{ createdAt: at, expiresAt: new Date("2100-01-01T00:00:00Z") },
  };
  const owners = [
    { id: RUN_OF_A, tenant: "a", owner: "tenant:a" },
    { id: RUN_OF_SOLO, tenant: config.receipts.tenant, owner: "key:solo" },
  ];
  for (const { id, ...owner } of owners) {
    await store.runs.submit({ ...row, ...owner, runId: id });
    await store.approvals.open({ ...approval, ...owner, id, runId: id });
  }
  for (const [name, tenant] of [["made-a", "a"], ["made-solo"]] as const) {
    const settings = JSON.stringify({ engines: [], ...(tenant === undefined ? {} : { tenant }) });
    await store.accessKeys.create({
      ...{ name: name as string, settings, createdAt: at },
      tokenSha256: tokenDigest({ token: token(name as string) })!,
    });
  }
}

beforeAll(async () => {
  const withTokens = Object.fromEntries(
    Object.entries(keys).map(([name, key]) => [name, { ...key, token: token(name) }]),
  );
  const flags = { keys: withTokens };
  const { config } = loadConfig({ cwd: home, home, env: { ABP_HOME: home }, flags });
  store = await openStore(config);
  const control = controlOfThread({
    ...{ config, store, env: {}, settings: [], desk: undefined, log: undefined, report: () => undefined },
    keys: { all: () => config.keys, changed: async () => undefined },
  });
  serving = await serveInOneThread({
    ...{ config, store, env: {}, port: 0, token: undefined, control },
    report: () => undefined,
  });
  await seed(config);
  const account = serving.openRun({ runId: OPEN_RUN, tenant: "a", name: "admin", budgetUsd: null });
  const uploads = new UploadKeys(new Uint8Array(32), Date.now);
  tokens = {
    "no key": undefined,
    "wrong key": token("nobody"),
    caller: token("caller"),
    viewer: token("viewer"),
    operator: token("operator"),
    admin: token("admin"),
    "admin of all": token("all"),
    "foreign tenant": token("foreign"),
    "foreign owner": token("stranger"),
    "key of a run": account.token,
    "key of an upload": uploads.issue(
      { parentRun: undefined, path: "/upload/v1beta/files", id: "1" },
      { name: "admin", digest: Buffer.from(tokenDigest({ token: token("admin") })!, "hex") },
    ),
  };
});

afterAll(async () => {
  await serving.stop();
  await store.close();
  rmSync(home, { recursive: true, force: true });
});

async function ask(row: PermissionRow, asker: Asker): Promise<number> {
  const whose = asker === "foreign owner" ? "solo" : "a";
  const run = row.path.startsWith("/receipts/") ? await receiptOf(whose) : records.RUN[whose];
  const path = row.path
    .replace("RUN", run)
    .replace("APPROVAL", records.RUN[whose])
    .replace("KEY", records.KEY[whose]);
  const key = tokens[asker];
  // Each tenant has a log of its own, so a key of all names the one that it means.
  const query =
    path.includes(run) && run !== records.RUN[whose] && asker === "admin of all" ? "?tenant=a" : "";
  const answer = await fetch(`${serving.url}/abp/v1${path}${query}`, {
    method: row.method,
    headers: {
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(row.body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(row.body === undefined ? {} : { body: JSON.stringify(row.body) }),
  });
  await answer.body?.cancel();
  return answer.status;
}

const receipts = new Map<string, Promise<string>>();

/** The id of a model call of an owner whose receipt is durable. */
function receiptOf(whose: "a" | "solo"): Promise<string> {
  const made = receipts.get(whose) ?? makeReceipt(whose);
  receipts.set(whose, made);
  return made;
}

async function makeReceipt(whose: "a" | "solo"): Promise<string> {
  const key = whose === "a" ? "caller" : "solo";
  const run = await callModel(key);
  const headers = { authorization: `Bearer ${token(key)}` };
  for (;;) {
    const { status } = await fetch(`${serving.url}/v1/runs/${run}/receipt`, { headers });
    if (status !== 202) return run;
  }
}

it("the table has a row for every route of the API", () => {
  const rows = new Set(permissionTable.map(({ name }) => name));
  expect(routes.map(({ name }) => name).filter((name) => !rows.has(name))).toEqual([]);
  expect(permissionTable.every(({ outcomes }) => outcomes.length === askers.length)).toBe(true);
});

const served = new Set<string>(routes.map(({ name }) => name));

describe.each(permissionTable.filter(({ name }) => served.has(name)))("$name, $method $path", (row) => {
  it("answers each key as the table says", async () => {
    const outcomes = [];
    for (const asker of askers) {
      const status = await ask(row, asker);
      outcomes.push([asker, status === 401 || status === 403 || status === 404 ? status : "in"]);
    }
    expect(outcomes).toEqual(askers.map((asker, at) => [asker, row.outcomes[at]]));
  });
});

it("a key of a run calls models, below the path of its run", async () => {
  const call = (path: string, key: string) =>
    fetch(`${serving.url}${path}/v1/models`, { headers: { authorization: `Bearer ${key}` } });
  const key = tokens["key of a run"]!;
  expect([(await call(`/r/${OPEN_RUN}`, key)).status, (await call("", key)).status]).toEqual([200, 401]);
});

it("a viewer calls no model, and learns so in the words of each vendor", async () => {
  const ways = [
    ["/v1/messages", { type: "error", error: { type: "permission_error" } }],
    ["/v1/chat/completions", { error: { code: "access_denied" } }],
    ["/v1beta/models/m:generateContent", { error: { status: "PERMISSION_DENIED" } }],
  ] as const;
  for (const [path, body] of ways) {
    const answer = await fetch(`${serving.url}${path}`, {
      method: "POST",
      headers: { "x-abp-key": token("viewer"), "content-type": "application/json" },
      body: "{}",
    });
    expect([path, answer.status, await answer.json()]).toMatchObject([path, 403, body]);
  }
});
