import { describe, expect, it } from "vitest";
import { AbpError, buildReceipt } from "../../contract/index.ts";
import type { OpenRun } from "../../storage/index.ts";
import type { CallHead } from "../exchange/call-head.ts";
import { MemoryLedger } from "../fixtures/memory-ledger.ts";
import { testCaller } from "../fixtures/test-context.ts";
import { answerOwnError, serveReceipt } from "./receipt-endpoint.ts";

const RUN = "00000000-0000-7000-8000-000000000001";
const STARTED = new Date(Date.UTC(2026, 0, 1));

function open() {
  const ledgers = new Map([["default", new MemoryLedger()]]);
  const ledgerOf = (tenant: string) => ledgers.get(tenant) ?? new MemoryLedger();
  const context = {
    ledgerOf,
    callers: {
      authenticate: ({ headers }: CallHead) => testCaller({ tenant: headers[1] ?? "default" }),
      ownerOf: (name: string) => `key:${name}`,
      replace: () => undefined,
    },
  };
  const get = (target: string, headers: readonly string[] = [], method = "GET") =>
    serveReceipt(context as never, { method, target, headers });
  return { ledger: ledgers.get("default")!, get };
}

const receipt = buildReceipt({
  runId: RUN,
  workOrderId: RUN,
  startedAt: STARTED,
  finishedAt: STARTED,
  backend: { id: "e" },
  mode: "mapped",
  outcome: "complete",
});

const openRun: OpenRun = {
  runId: RUN,
  workOrderId: RUN,
  startedAt: STARTED,
  backendId: "e",
  mode: "mapped",
};

describe("the receipt of a run", () => {
  it("is served as it is stored, with and without a query", async () => {
    const { ledger, get } = open();
    await ledger.append(receipt);
    const found = await get(`/v1/runs/${RUN}/receipt?x=1`);
    expect(found?.status).toBe(200);
    const body = JSON.parse(found!.body) as { meta: object };
    expect(body.meta).toMatchObject({ run_id: RUN });
    expect(found?.headers).toEqual([
      "content-type",
      "application/json",
      "content-length",
      String(Buffer.byteLength(found!.body)),
    ]);
  });

  it("of another owner is not found, whether it runs or has ended", async () => {
    const { ledger, get } = open();
    const missing = { code: "receipt_not_found", message: `there is no receipt of the run ${RUN}` };
    const observed = { call: { caller: "other" } } as never;
    ledger.open.set(RUN, { ...openRun, facts: { caller: "other" } });
    await expect(get(`/v1/runs/${RUN}/receipt`)).rejects.toMatchObject(missing);
    ledger.receipts.push({ ...receipt, observed });
    for (const path of ["receipt", "receipt.bundle"])
      await expect(get(`/v1/runs/${RUN}/${path}`)).rejects.toMatchObject(missing);
    ledger.receipts[0] = { ...receipt, observed: { call: { caller: "dev" } } as never };
    expect((await get(`/v1/runs/${RUN}/receipt`))?.status).toBe(200);
  });

  it("is served as a proof bundle", async () => {
    const { ledger, get } = open();
    await ledger.append({ ...receipt, meta: { ...receipt.meta, run_id: "other" } });
    await ledger.append(receipt);
    expect(await get(`/v1/runs/${RUN}/receipt.bundle`)).toEqual({
      status: 200,
      headers: ["content-type", "text/plain; charset=utf-8", "content-length", "10"],
      body: "proof of 1",
    });
  });

  it("is not there yet while the run is open, and the answer says when to ask again", async () => {
    const { ledger, get } = open();
    ledger.open.set(RUN, {
      runId: RUN,
      workOrderId: RUN,
      startedAt: STARTED,
      backendId: "e",
      mode: "mapped",
    });
    const found = await get(`/v1/runs/${RUN}/receipt`);
    expect([found?.status, found?.headers.slice(-2)]).toEqual([202, ["retry-after", "1"]]);
    expect(JSON.parse(found!.body)).toEqual({
      run_id: RUN,
      status: "running",
      started_at: "2026-01-01T00:00:00.000Z",
    });
  });

  it("of another tenant, and of no run at all, is equally unknown", async () => {
    const { ledger, get } = open();
    await ledger.append(receipt);
    const unknown = { code: "receipt_not_found" };
    await expect(get(`/v1/runs/${RUN}/receipt`, ["x", "other"])).rejects.toMatchObject(unknown);
    await expect(get("/v1/runs/nobody/receipt")).rejects.toMatchObject(unknown);
  });

  it("is read with GET alone", async () => {
    await expect(open().get(`/v1/runs/${RUN}/receipt`, [], "DELETE")).rejects.toMatchObject({
      code: "method_not_allowed",
      details: { allow: ["GET"] },
    });
  });

  it.each([
    "/v1/runs",
    `/v1/runs/${RUN}`,
    `/v1/runs/${RUN}/receipts`,
    "/v1/messages",
    `/v1/runs/${RUN}/receipt.json`,
  ])("is at no other path: %s", async (target) => {
    expect(await open().get(target)).toBeUndefined();
  });
});

it("an error of our own API has the status of its row, an id and a time", () => {
  const answer = answerOwnError(new AbpError("receipt_not_found", "none"), "/v1/runs/x", "id-1", STARTED);
  expect(answer.status).toBe(404);
  expect(answer.body).toContain("receipt_not_found");
  expect(answer.body).toContain("id-1");
  expect(answer.body).toContain("2026-01-01T00:00:00");
});

it("an error of the control API is a problem document", () => {
  const target = "/abp/v1/nothing?key=secret";
  const answer = answerOwnError(
    new AbpError("host_denied", "none", { where: "host" }),
    target,
    "id-1",
    STARTED,
  );
  expect([answer.status, answer.headers[1]]).toEqual([403, "application/problem+json"]);
  expect(JSON.parse(answer.body)).toMatchObject({ code: "host_denied", instance: "/abp/v1/nothing" });
  expect(answer.body).not.toContain("secret");
});
