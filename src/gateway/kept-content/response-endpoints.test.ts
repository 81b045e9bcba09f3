import { describe, expect, it } from "vitest";
import { buildReceipt } from "../../contract/index.ts";
import type { KeptResponse } from "../../storage/index.ts";
import { MemoryLedger } from "../fixtures/memory-ledger.ts";
import { admissionTo, testCaller } from "../fixtures/test-context.ts";
import { SliceQueue } from "../slices/slice-queue.ts";
import type { FollowedResponse } from "./event-follower.ts";
import { serveResponseEndpoint } from "./response-endpoints.ts";

const RUN = "00000000-0000-7000-8000-000000000001";
const START = Date.UTC(2026, 0, 1);

function open(more: Partial<KeptResponse> = {}, now = START) {
  const ledger = new MemoryLedger();
  ledger.kept.set("resp_1", {
    id: "resp_1",
    createdAt: new Date(START),
    runId: RUN,
    engine: "background",
    isNative: false,
    input: [{ id: "msg_1", role: "user", content: "hi" }],
    body: { id: "resp_1", status: "in_progress" },
    ...more,
  });
  const stopped: string[] = [];
  const serve = async (method: string, target: string) => {
    const admission = admissionTo(target, [], testCaller(), method);
    const answer = await serveResponseEndpoint(
      admission,
      { ledgerOf: () => ledger, now: () => now, slices: new SliceQueue() },
      { stop: (tenant, id) => void stopped.push(`${tenant} ${id}`) },
    );
    if (answer === undefined || !("body" in answer)) return answer;
    return [answer.status, JSON.parse(String(answer.body)) as unknown];
  };
  return { ledger, stopped, serve };
}

function receiptOf(reason: "interrupted" | "completed") {
  return buildReceipt(
    {
      runId: RUN,
      workOrderId: RUN,
      startedAt: new Date(START),
      finishedAt: new Date(START),
      backend: { id: "e" },
      mode: "mapped",
      outcome: "failed",
    },
    { termination: { reason } },
  );
}

describe("a response that the gateway keeps", () => {
  it("is fetched as it is stored", async () => {
    const { serve } = open();
    expect(await serve("GET", "/v1/responses/resp_1")).toEqual([
      200,
      { id: "resp_1", status: "in_progress" },
    ]);
  });

  it("is not found under another id, nor in a dialect without kept responses", async () => {
    const { serve } = open();
    expect(await serve("GET", "/v1/responses/resp_2")).toBeUndefined();
  });

  it("under an id that two calls got is neither fetched nor listed, and can be deleted", async () => {
    const { serve } = open({ isRepeated: true });
    for (const path of ["/v1/responses/resp_1", "/v1/responses/resp_1/input_items"])
      await expect(serve("GET", path)).rejects.toMatchObject({ code: "id_repeated" });
    expect(await serve("DELETE", "/v1/responses/resp_1")).toMatchObject([200, { deleted: true }]);
  });

  it("lists its input", async () => {
    const { serve } = open();
    expect(await serve("GET", "/v1/responses/resp_1/input_items")).toMatchObject([
      200,
      { object: "list", data: [{ id: "msg_1" }], first_id: "msg_1" },
    ]);
  });

  it("is deleted, and its work is stopped", async () => {
    const { serve, ledger, stopped } = open({ isPending: true });
    expect(await serve("DELETE", "/v1/responses/resp_1")).toMatchObject([
      200,
      { id: "resp_1", deleted: true },
    ]);
    expect([ledger.kept.size, stopped]).toEqual([0, ["default resp_1"]]);
  });
});

describe("cancelling a response", () => {
  it("sets its end in the store, and stops the work", async () => {
    const { serve, ledger, stopped } = open({ isPending: true });
    const cancelled = { id: "resp_1", status: "cancelled" };
    expect(await serve("POST", "/v1/responses/resp_1/cancel")).toEqual([200, cancelled]);
    expect([ledger.kept.get("resp_1")?.body, ledger.kept.get("resp_1")?.isPending, stopped]).toEqual([
      cancelled,
      false,
      ["default resp_1"],
    ]);
  });

  it("that has ended is refused, and its work is not touched", async () => {
    const { serve, stopped } = open();
    await expect(serve("POST", "/v1/responses/resp_1/cancel")).rejects.toMatchObject({
      code: "validation_failed",
    });
    expect(stopped).toEqual([]);
  });

  it("that ends in the same moment answers with its own end", async () => {
    const { serve, ledger, stopped } = open({ isPending: true });
    const done = { id: "resp_1", status: "completed" };
    ledger.gates.set(
      "finish",
      Promise.resolve().then(() => {
        ledger.kept.set("resp_1", { ...ledger.kept.get("resp_1")!, isPending: false, body: done });
      }),
    );
    expect(await serve("POST", "/v1/responses/resp_1/cancel")).toEqual([200, done]);
    expect(stopped).toEqual([]);
  });
});

describe("a pending response", () => {
  const pending = { isPending: true };
  const inProgress = [200, { id: "resp_1", status: "in_progress" }];
  const failed = [200, { id: "resp_1", status: "failed", error: { code: "server_error" } }];

  it("stays pending while its run is open, however long", async () => {
    const { serve, ledger } = open(pending, START + 86_400_000);
    ledger.open.set(RUN, {
      runId: RUN,
      workOrderId: RUN,
      startedAt: new Date(START),
      backendId: "e",
      mode: "mapped",
    });
    expect(await serve("GET", "/v1/responses/resp_1")).toEqual(inProgress);
  });

  it.each(["interrupted", "completed"] as const)(
    "has failed where its run is recorded as %s, and says so from then on",
    async (reason) => {
      const { serve, ledger } = open(pending);
      await ledger.append(receiptOf(reason));
      expect(await serve("GET", "/v1/responses/resp_1")).toMatchObject(failed);
      expect(ledger.kept.get("resp_1")).toMatchObject({ isPending: false, body: failed[1] as object });
    },
  );

  it.each([
    [60_000, false],
    [60_001, true],
  ])("whose run has not begun after %s ms has failed: %s", async (age, isFailed) => {
    const { serve } = open(pending, START + age);
    expect(await serve("GET", "/v1/responses/resp_1")).toMatchObject(isFailed ? failed : inProgress);
  });

  it("that ends while it is given up keeps its own end", async () => {
    const { serve, ledger } = open(pending, START + 100_000);
    const done = { id: "resp_1", status: "completed" };
    ledger.gates.set(
      "finish",
      Promise.resolve().then(() => {
        ledger.kept.set("resp_1", { ...ledger.kept.get("resp_1")!, isPending: false, body: done });
      }),
    );
    expect(await serve("GET", "/v1/responses/resp_1")).toEqual([200, done]);
  });
});

describe("the stream of a kept response", () => {
  const from = async (query: string) => {
    const found = await open().serve("GET", `/v1/responses/resp_1?${query}`);
    return Array.isArray(found) ? "whole" : (found as { from: number }).from;
  };

  it("begins after the event that the caller names, else with the first", async () => {
    expect(await from("stream=true")).toBe(0);
    expect(await from("stream=true&starting_after=0")).toBe(1);
    expect(await from("stream=true&starting_after=7")).toBe(8);
    for (const query of ["", "stream=false&starting_after=7", "starting_after=7"])
      expect(await from(query)).toBe("whole");
  });

  it.each(["", "-1", "1.5", "x"])(
    "is refused after the event %j, which is no number of one",
    async (after) => {
      await expect(from(`stream=true&starting_after=${after}`)).rejects.toMatchObject({
        code: "validation_failed",
        where: "$.starting_after",
      });
    },
  );

  it("follows the response as it is now", async () => {
    const { ledger, serve } = open({ isPending: true });
    const followed = (await serve("GET", "/v1/responses/resp_1?stream=true")) as FollowedResponse;
    expect(followed).toMatchObject({ id: "resp_1", from: 0 });
    expect(await followed.find()).toMatchObject({ isPending: true });
    await ledger.append(receiptOf("interrupted"));
    expect(await followed.find()).toMatchObject({ isPending: false, body: { status: "failed" } });
    ledger.kept.delete("resp_1");
    expect(await followed.find()).toBeUndefined();
  });
});

describe("cancelling a background response", () => {
  it("that has ended answers with its end, and stops nothing", async () => {
    const body = { id: "resp_1", status: "completed", background: true };
    const { serve, stopped } = open({ body });
    expect(await serve("POST", "/v1/responses/resp_1/cancel")).toEqual([200, body]);
    expect(stopped).toEqual([]);
  });

  it("that nobody works on any more answers that it failed", async () => {
    const { serve, ledger, stopped } = open({
      isPending: true,
      body: { id: "resp_1", status: "in_progress", background: true },
    });
    await ledger.append(receiptOf("interrupted"));
    expect(await serve("POST", "/v1/responses/resp_1/cancel")).toMatchObject([200, { status: "failed" }]);
    expect(stopped).toEqual([]);
  });

  it("that is deleted in the same moment answers that it was cancelled", async () => {
    const { serve, ledger } = open({ isPending: true });
    ledger.gates.set(
      "finish",
      Promise.resolve().then(() => void ledger.kept.delete("resp_1")),
    );
    expect(await serve("POST", "/v1/responses/resp_1/cancel")).toMatchObject([200, { status: "cancelled" }]);
  });
});
