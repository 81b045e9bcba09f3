import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { eventLines, receiptOf, runId } from "../../src/storage/ledger/fixtures/runs.ts";
import { openWorkApi, tokens, until } from "./work-api.ts";

type Api = ReturnType<typeof openWorkApi>;

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A running run of Ada's with events, and its end. */
async function startRun({ store, json }: Api, events: number) {
  const order = { work_order: { task: "say hello" } };
  const { run_id: id } = (await json("ada", "POST /abp/v1/runs", order)).body;
  const add = (from: number, count: number) =>
    store.ledger("a").appendEvents(id, from, eventLines(1, from, count));
  const end = () => {
    const receipt = receiptOf(1);
    return store.ledger("a").append({ ...receipt, meta: { ...receipt.meta, run_id: id } });
  };
  await store.runs.claim(id, new Date("2026-03-01T08:00:00Z"));
  if (events > 0) await add(0, events);
  return { id, add, end };
}

/** The ids of a text of server-sent events, and the last message. */
function readSse(text: string) {
  const ids = [...text.matchAll(/^id: (.*)$/gm)].map(([, id]) => id!);
  const last = /^event: \S+\ndata: (.*)$/m.exec(text)?.[1];
  return { ids, last: last === undefined ? undefined : (JSON.parse(last) as Record<string, unknown>) };
}

const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => String(from + at));

/** Serves the WebSockets of an API, and follows an address until it is closed. */
async function follow({ control }: Api, target: string, count = Number.POSITIVE_INFINITY) {
  const server = createServer();
  server.on("upgrade", (request, socket, first) => {
    const head = { method: "GET", target: request.url!, headers: request.rawHeaders };
    control.upgrade(request, head, socket, first).catch((error: { code: string }) => {
      socket.end(`HTTP/1.1 404 ${error.code}\r\n\r\n`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(
    () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  );
  const { port } = server.address() as AddressInfo;
  const web = new WebSocket(`ws://127.0.0.1:${port}${target}`, {
    headers: { authorization: `Bearer ${tokens.ada}` },
  });
  const messages: Record<string, unknown>[] = [];
  await new Promise<void>((resolve, reject) => {
    web.on("error", reject);
    web.on("close", () => resolve());
    web.on("message", (data) => {
      if (messages.length < count) messages.push(JSON.parse(String(data)));
      if (messages.length >= count) web.terminate();
    });
  });
  return messages;
}

describe("the events of a run", () => {
  it("are listed by pages until the end", async () => {
    const api = openWorkApi();
    const { id, end } = await startRun(api, 5);
    const page = async (query: string) =>
      (await api.json("ada", `GET /abp/v1/runs/${id}/events${query}`)).body;
    const first = await page("?limit=3");
    expect([first.items.map((item) => item["seq"]), first.next_after, first["has_ended"]]).toEqual([
      [0, 1, 2],
      "2",
      false,
    ]);
    expect(first.items[0]).toEqual({ seq: 0, event: JSON.parse(eventLines(1, 0, 1)[0]!) });
    await end();
    const last = await page(`?limit=3&after=${first.next_after}`);
    expect([last.items.map((item) => item["seq"]), last["has_ended"]]).toEqual([[3, 4], true]);
  });

  it("are followed while they happen, and cut and followed again without a gap or a repetition", async () => {
    const api = openWorkApi();
    const { id, add, end } = await startRun(api, 10);
    const stream = (headers = {}) =>
      api.call("ada", `GET /abp/v1/runs/${id}/events/stream`, undefined, headers);
    const live = (await stream()).text();
    await add(10, 10);
    await end();
    const all = readSse(await live);
    expect(all).toEqual({
      ids: numbers(0, 20),
      last: { closing: "ended", resume_after: "19", state: "completed", reason: "completed" },
    });
    for (let cut = 0; cut < 20; cut += 1) {
      const rest = readSse(await (await stream({ "last-event-id": String(cut) })).text());
      expect(rest.ids).toEqual(numbers(cut + 1, 20));
    }
    expect((await stream({ "last-event-id": "x" })).status).toBe(400);
  });

  it("are followed from before the run begins", async () => {
    const api = openWorkApi();
    const { run_id: id } = (await api.json("ada", "POST /abp/v1/runs", { work_order: { task: "x" } })).body;
    const live = (await api.call("ada", `GET /abp/v1/runs/${id}/events/stream`)).text();
    await api.store.runs.claim(id, new Date());
    await api.store.ledger("a").appendEvents(id, 0, eventLines(1, 0, 2));
    const receipt = receiptOf(1);
    await api.store.ledger("a").append({ ...receipt, meta: { ...receipt.meta, run_id: id } });
    expect(readSse(await live).ids).toEqual(["0", "1"]);
  });

  it("are followed over a WebSocket, cut at every event", async () => {
    const api = openWorkApi();
    const { id, end } = await startRun(api, 6);
    await end();
    const at = `/abp/v1/runs/${id}/events/stream`;
    for (let cut = 1; cut <= 6; cut += 1) {
      const before = await follow(api, at, cut);
      const rest = await follow(api, `${at}?after=${before.at(-1)!["seq"]}`);
      expect([...before, ...rest].map((one) => one["seq"] ?? one["closing"])).toEqual([
        0,
        1,
        2,
        3,
        4,
        5,
        "ended",
      ]);
    }
    await expect(follow(api, `/abp/v1/runs/${runId(7)}/events/stream`)).rejects.toThrow("404");
    await expect(follow(api, "/abp/v1/version")).rejects.toThrow("404");
  });

  it("stop when the daemon does, and clients hear where to go on", async () => {
    const api = openWorkApi();
    const { id } = await startRun(api, 3);
    const response = await api.call("ada", `GET /abp/v1/runs/${id}/events/stream`);
    const reader = response.body!.getReader();
    let text = "";
    while (!text.includes("id: 2\n")) text += Buffer.from((await reader.read()).value!).toString();
    api.control.drain();
    for (let step = await reader.read(); !step.done; step = await reader.read())
      text += Buffer.from(step.value);
    expect(readSse(text).last).toEqual({ closing: "shutting_down", resume_after: "2" });
  });
});

describe("everything that happens", () => {
  /** Two runs with an approval, and receipts between their states. */
  async function happen(api: Api): Promise<void> {
    const first = await startRun(api, 0);
    await api.store.approvals.open({
      id: "apr_1",
      tenant: "a",
      owner: "tenant:a",
      runId: first.id,
      keyName: "ada",
      operation: "use_tool",
      tool: "bash",
      rule: "r",
      riskLevel: "high",
      createdAt: new Date("2026-03-01T08:00:00Z"),
      expiresAt: new Date("2026-03-01T09:00:00Z"),
    });
    await api.json("alan", "POST /abp/v1/approvals/apr_1/allow", {});
    await api.store.ledger("b").append(receiptOf(7));
    await first.end();
    await (await startRun(api, 0)).end();
  }
  const kinds = (items: readonly Record<string, unknown>[]) =>
    items.map((item) => {
      const approval = item["approval"] as { state: string } | undefined;
      return `${item["kind"]} ${item["state"] ?? approval?.state ?? item["seq"]}`;
    });
  const expected = [
    "run pending",
    "run running",
    "approval open",
    "approval allowed",
    "receipt 0",
    "run completed",
    "run pending",
    "run running",
    "receipt 1",
    "run completed",
  ];

  it("is listed in the order of the log, by pages of any size", async () => {
    const api = openWorkApi();
    await happen(api);
    const page = async (query: string) => (await api.json("ada", `GET /abp/v1/events${query}`)).body;
    const whole = await page("");
    expect(kinds(whole.items)).toEqual(expected);
    for (const size of [1, 2, 3, 7]) {
      const items = [];
      let after = "0.0";
      for (;;) {
        const { items: more, next_after } = await page(`?limit=${size}&after=${after}`);
        if (more.length === 0) break;
        items.push(...more);
        after = next_after;
      }
      expect(items).toEqual(whole.items);
    }
    const now = await page("?after=now");
    expect([now.items, now.next_after]).toEqual([[], whole.next_after]);
    expect((await api.json("ada", "GET /abp/v1/events?after=nonsense")).status).toBe(400);
  });

  it("is seen by the owner alone, and whole with a key of all tenants", async () => {
    const api = openWorkApi();
    await happen(api);
    const list = async (who: "eve" | "root") => (await api.json(who, "GET /abp/v1/events")).body;
    expect(kinds((await list("eve")).items)).toEqual(["receipt 0"]);
    const all = await list("root");
    expect([...kinds(all.items)].sort()).toEqual([...expected, "receipt 0"].sort());
    const rest = await api.json("root", `GET /abp/v1/events?after=${all.items[4]!["cursor"]}`);
    expect(rest.body.items).toEqual(all.items.slice(5));
  });

  it("is followed, cut at every item, without a gap or a repetition", async () => {
    const api = openWorkApi();
    await happen(api);
    const cursors = (await api.json("ada", "GET /abp/v1/events")).body.items.map((item) => item["cursor"]);
    const take = async (headers: Record<string, string>, count: number) => {
      const response = await api.call("ada", "GET /abp/v1/events/stream", undefined, headers);
      const reader = response.body!.getReader();
      let text = "";
      while (readSse(text).ids.length < count) text += Buffer.from((await reader.read()).value!).toString();
      await reader.cancel();
      return readSse(text).ids;
    };
    for (let cut = 1; cut < cursors.length; cut += 1) {
      const rest = await take({ "last-event-id": String(cursors[cut - 1]) }, cursors.length - cut);
      expect(rest).toEqual(cursors.slice(cut));
    }
  });

  it("is followed while it happens", async () => {
    const api = openWorkApi();
    const response = await api.call("ada", "GET /abp/v1/events/stream?after=now");
    const reader = response.body!.getReader();
    let text = "";
    const reading = (async () => {
      while (readSse(text).ids.length < expected.length)
        text += Buffer.from((await reader.read()).value!).toString();
    })();
    await happen(api);
    await reading;
    await reader.cancel();
    const items = [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data!));
    expect(kinds(items)).toEqual(expected);
    await until(() => true);
  });
});
