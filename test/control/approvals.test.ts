import { describe, expect, it } from "vitest";
import { runId } from "../../src/storage/ledger/fixtures/runs.ts";
import { openWorkApi } from "./work-api.ts";

const question = (id: string, expiresAt = new Date("2026-03-01T09:00:00Z")) => ({
  id,
  tenant: "a",
  owner: "tenant:a",
  runId: runId(1),
  keyName: "ada",
  operation: "use_tool",
  tool: "bash",
  rule: "require_approval_for[0]",
  riskLevel: "high",
  input: '{"command":"ls"}',
  createdAt: new Date("2026-03-01T08:00:00Z"),
  expiresAt,
});

describe("an approval", () => {
  it("is listed, and decided by another key of the same owner with a reason", async () => {
    const { store, asked, json } = openWorkApi();
    await store.approvals.open(question("apr_1"));
    const open = (await json("alan", "GET /abp/v1/approvals?state=open")).body.items;
    expect(open).toMatchObject([{ approval_id: "apr_1", input: { command: "ls" }, state: "open" }]);
    const allowed = await json("alan", "POST /abp/v1/approvals/apr_1/allow", { reason: "seen" });
    expect([allowed.status, allowed.body]).toMatchObject([
      200,
      { state: "allowed", decided_by: "alan", reason: "seen" },
    ]);
    expect(asked).toEqual(["decided apr_1"]);
    expect((await json("alan", "GET /abp/v1/approvals/apr_1")).body).toEqual(allowed.body);
    const late = await json("alan", "POST /abp/v1/approvals/apr_1/deny", {});
    expect([late.status, late.body.code]).toEqual([409, "approval_decided"]);
  });

  it("is not decided by the key that asks, unless the configuration says so", async () => {
    const strict = openWorkApi();
    await strict.store.approvals.open(question("apr_1"));
    const refused = await strict.json("ada", "POST /abp/v1/approvals/apr_1/allow", {});
    expect([refused.status, refused.body.code, strict.asked]).toEqual([403, "permission_denied", []]);
    const open = openWorkApi({ isOwnApprovalAllowed: true });
    await open.store.approvals.open(question("apr_1"));
    expect((await open.json("ada", "POST /abp/v1/approvals/apr_1/deny", {})).body.state).toBe("denied");
  });

  it("is not known to another tenant", async () => {
    const { store, json } = openWorkApi();
    await store.approvals.open(question("apr_1"));
    for (const [target, body] of [
      ["GET /abp/v1/approvals/apr_1"],
      ["POST /abp/v1/approvals/apr_1/allow", {}],
      ["POST /abp/v1/approvals/apr_1/deny", {}],
    ] as const) {
      const { status, body: problem } = await json("eve", target, body);
      expect([target, status, problem.code]).toEqual([target, 404, "approval_not_found"]);
    }
    expect((await json("eve", "GET /abp/v1/approvals")).body.items).toEqual([]);
    expect((await store.approvals.find("apr_1"))?.state).toBe("open");
  });

  it("is not decided after its time", async () => {
    const { store, json } = openWorkApi();
    await store.approvals.open(question("apr_1", new Date("2026-03-01T08:00:00.500Z")));
    const late = await json("alan", "POST /abp/v1/approvals/apr_1/allow", {});
    expect([late.status, late.body.code]).toEqual([409, "approval_decided"]);
  });

  it("is decided once for one idempotency key", async () => {
    const { store, asked, json } = openWorkApi();
    await store.approvals.open(question("apr_1"));
    const allow = () => json("alan", "POST /abp/v1/approvals/apr_1/allow", {}, { "idempotency-key": "k" });
    const first = await allow();
    expect(await allow()).toEqual(first);
    expect([first.status, asked]).toEqual([200, ["decided apr_1"]]);
  });
});
