import { describe, expect, it } from "vitest";
import { requireQueueRoom } from "../../src/runner/index.ts";
import { receiptOf, runId } from "../../src/storage/ledger/fixtures/runs.ts";
import { openWorkApi } from "./work-api.ts";

const order = { work_order: { task: "say hello", workspace: { root: "/srv/a" } } };
const submit = "POST /abp/v1/runs";

describe("a submitted run", () => {
  it("waits in the queue with everything that it needs", async () => {
    const { store, asked, json } = openWorkApi();
    const { status, body } = await json("ada", submit, { ...order, priority: 5, check: "tests" });
    expect([status, asked]).toEqual([202, ["wake"]]);
    expect(body).toEqual({
      run_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      work_order_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      tenant: "a",
      key: "ada",
      state: "pending",
      reason: null,
      waiting_for_approval: false,
      priority: 5,
      backend: "mock",
      engine: null,
      task: "say hello",
      continues: null,
      cancel_reason: null,
      submitted_at: expect.any(String),
      started_at: null,
      ended_at: null,
    });
    const stored = (await store.runs.find(body.run_id))!;
    expect(stored).toMatchObject({ tenant: "a", owner: "tenant:a", keyName: "ada", priority: 5 });
    expect(JSON.parse(stored.submission)).toMatchObject({
      order: { task: "say hello", lane: "patch_first", workspace: { root: "/srv/a", mode: "staged" } },
      source: { kind: "root" },
      check: "tests",
    });
    expect((await json("alan", `GET /abp/v1/runs/${body.run_id}`)).body).toEqual(body);
  });

  it("is submitted once for one idempotency key", async () => {
    const { json } = openWorkApi();
    const headers = { "idempotency-key": "k1" };
    const first = await json("ada", submit, order, headers);
    expect((await json("ada", submit, order, headers)).body).toEqual(first.body);
    const other = await json("ada", submit, { work_order: { task: "another" } }, headers);
    expect([other.status, other.body.code]).toEqual([422, "idempotency_mismatch"]);
    expect((await json("ada", "GET /abp/v1/runs")).body.items).toEqual([first.body]);
  });

  it("is refused when as many of its tenant wait as may", async () => {
    const { json } = openWorkApi({
      requireRoom: (store, tenant) => requireQueueRoom(store, tenant, { runs: { max_queued_per_tenant: 1 } }),
    });
    expect((await json("ada", submit, order)).status).toBe(202);
    const full = await json("alan", submit, order);
    expect([full.status, full.body.code]).toEqual([429, "run_queue_full"]);
    expect((await json("eve", submit, order)).status).toBe(202);
  });

  it("is not known to another tenant, whatever is asked of it", async () => {
    const { json, asked } = openWorkApi();
    const { run_id: id } = (await json("ada", submit, order)).body;
    const at = `/abp/v1/runs/${id}`;
    const unknown = `/abp/v1/runs/${runId(9)}`;
    const requests: [string, unknown?][] = [
      ["GET "],
      ["DELETE "],
      ["GET /patch"],
      ["GET /events"],
      ["GET /events/stream"],
      ["POST /cancel", {}],
      ["POST /steer", { text: "x" }],
      ["POST /apply", {}],
      ["POST /verify"],
      ["POST /fork", { task: "x" }],
      ["POST /resume", { task: "x" }],
    ];
    for (const [request, body] of requests) {
      const [method, rest = ""] = request.split(" ");
      const foreign = await json("eve", `${method} ${at}${rest}`, body);
      const none = await json("ada", `${method} ${unknown}${rest}`, body);
      expect([request, foreign.status, foreign.body.code]).toEqual([request, 404, "submission_not_found"]);
      expect([none.status, none.body.code]).toEqual([404, "submission_not_found"]);
    }
    expect(asked).toEqual(["wake"]);
    expect((await json("root", `GET ${at}`)).status).toBe(200);
  });

  it("is listed by pages and filters, the newest first", async () => {
    const { json } = openWorkApi();
    const ids: string[] = [];
    for (const who of ["ada", "alan", "ada", "eve", "ada"] as const)
      ids.push((await json(who, submit, order)).body.run_id);
    const list = async (who: "ada" | "eve" | "root", query = "") =>
      (await json(who, `GET /abp/v1/runs${query}`)).body.items.map(({ run_id }) => ids.indexOf(run_id));
    expect(await list("ada")).toEqual([4, 2, 1, 0]);
    expect(await list("ada", "?key=alan")).toEqual([1]);
    expect(await list("ada", "?state=running,failed")).toEqual([]);
    expect(await list("ada", "?tenant=b")).toEqual([]);
    expect([await list("root"), await list("root", "?tenant=b")]).toEqual([[4, 3, 2, 1, 0], [3]]);
    const { items, next_cursor } = (await json("ada", "GET /abp/v1/runs?limit=3")).body;
    expect(items).toHaveLength(3);
    const last = (await json("ada", `GET /abp/v1/runs?limit=3&cursor=${next_cursor}`)).body;
    expect([last.items.length, last.next_cursor]).toEqual([1, null]);
    expect((await json("ada", "GET /abp/v1/runs?state=gone")).status).toBe(400);
  });

  it("is cancelled and steered through the desk, and deleted after its end", async () => {
    const { store, asked, json } = openWorkApi();
    const { run_id: id } = (await json("ada", submit, order)).body;
    const at = `/abp/v1/runs/${id}`;
    const early = await json("ada", `POST ${at}/steer`, { text: "go on" });
    expect([early.status, early.body.code]).toEqual([409, "run_not_running"]);
    expect(await store.runs.claim(id, new Date())).toBe(true);
    expect((await json("ada", `POST ${at}/steer`, { text: "go on" })).body).toEqual({ taken: true });
    const cancelled = await json("ada", `POST ${at}/cancel`, { reason: "too slow" });
    expect([cancelled.status, cancelled.body["cancel_reason"]]).toEqual([202, "too slow"]);
    expect((await json("ada", `POST ${at}/cancel`, { reason: "again" })).body["cancel_reason"]).toBe(
      "too slow",
    );
    expect(asked).toEqual(["wake", `steer ${id} go on`, `cancel ${id} too slow`]);
    expect((await json("ada", `DELETE ${at}`)).body.code).toBe("run_not_ended");
    const receipt = receiptOf(1);
    await store.ledger("a").append({ ...receipt, meta: { ...receipt.meta, run_id: id } });
    expect((await json("ada", `GET ${at}`)).body.state).toBe("completed");
    expect((await json("ada", `DELETE ${at}`)).status).toBe(204);
    expect((await json("ada", `GET ${at}`)).status).toBe(404);
  });

  it("goes on in a new run that names it", async () => {
    const { store, json } = openWorkApi();
    const { run_id: id } = (await json("ada", submit, { ...order, check: "tests" })).body;
    const resume = (task: string, action = "resume") =>
      json("ada", `POST /abp/v1/runs/${id}/${action}`, { task });
    expect((await resume("more")).body.code).toBe("run_not_ended");
    await store.runs.claim(id, new Date());
    const receipt = receiptOf(1);
    const reported = [{ by: "mock", session: "s1" }];
    await store.ledger("a").append({ ...receipt, reported, meta: { ...receipt.meta, run_id: id } });
    const resumed = await resume("more");
    expect([resumed.status, resumed.body["continues"], resumed.body["task"]]).toEqual([
      202,
      { run_id: id, fork: false },
      "more",
    ]);
    const stored = JSON.parse((await store.runs.find(resumed.body.run_id))!.submission);
    expect(stored).toMatchObject({
      check: "tests",
      backend: "mock",
      order: { workspace: { root: "/srv/a" } },
    });
    expect((await resume("other", "fork")).body["continues"]).toEqual({ run_id: id, fork: true });
  });

  it("without a kept conversation does not go on", async () => {
    const { store, json } = openWorkApi();
    const { run_id: id } = (await json("ada", submit, order)).body;
    await store.runs.claim(id, new Date());
    const receipt = receiptOf(1);
    await store.ledger("a").append({ ...receipt, meta: { ...receipt.meta, run_id: id } });
    const refused = await json("ada", `POST /abp/v1/runs/${id}/resume`, { task: "more" });
    expect([refused.status, refused.body.code]).toEqual([404, "session_not_found"]);
  });
});
