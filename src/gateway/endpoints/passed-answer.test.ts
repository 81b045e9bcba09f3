import { brotliCompressSync, gzipSync, zstdCompressSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { PassedEndpoint } from "../../dialects/index.ts";
import { fakeEngine } from "../fixtures/engines.ts";
import { MemoryResources } from "../fixtures/memory-resources.ts";
import { GatewayAddress } from "./gateway-address.ts";
import { PassedAnswer } from "./passed-answer.ts";
import { UploadAddresses } from "./uploads/upload-addresses.ts";

const engine = fakeEngine("e", "claude", { location: "https://api.test" });
const JSON_TYPE = ["content-type", "application/json"];

function open(
  details: Partial<PassedEndpoint>,
  { status = 200, headers = JSON_TYPE, deletes = undefined as string | undefined, target = "/x" } = {},
) {
  const writes: string[] = [];
  const resources = new MemoryResources(async (name) => void writes.push(name));
  const passed: PassedEndpoint = { group: "g", access: "resource", ...details };
  const address = new GatewayAddress({ head: { method: "GET", target, headers: ["host", "gw"] } }, engine);
  const answer = new PassedAnswer(status, headers, {
    passed,
    engine: "e",
    owners: resources.of("key:me"),
    address,
    uploads: new UploadAddresses(engine.name, passed, target, address, () => "new"),
    deletes,
  });
  const run = async (text: string | Buffer, size = text.length) => {
    const bytes = Buffer.from(text);
    const out: Uint8Array[] = [];
    for (let at = 0; at < bytes.length; at += size) {
      const piece = answer.push(bytes.subarray(at, at + size));
      if (piece !== undefined) out.push(piece);
    }
    const last = await answer.end();
    return Buffer.concat(last === undefined ? out : [...out, last]).toString();
  };
  return { answer, run, resources, writes, ids: () => [...resources.kept.values()].map(({ id }) => id) };
}

describe("an answer that passes through", () => {
  const body = JSON.stringify({ id: "a", list: ["b", "c"], deep: { id: "d" }, x: { id: "no" } });

  it("is the same bytes, and the ids of what was made are stored at its end", async () => {
    for (const size of [1, 3, 1000]) {
      const { run, ids } = open({ makes: [["id"], ["list", "*"], ["deep", "id"]] });
      expect(await run(body, size)).toBe(body);
      expect(ids()).toEqual(["a", "b", "c", "d"]);
    }
  });

  it.each([
    ["gzip", gzipSync],
    ["br", brotliCompressSync],
    ["zstd", zstdCompressSync],
  ] as const)("shows the ids of what was made where it is compressed: %s", async (encoding, compress) => {
    for (const size of [1, 1000]) {
      const headers = [...JSON_TYPE, "content-encoding", encoding];
      const { run, ids } = open({ makes: [["id"], ["list", "*"]] }, { headers });
      await run(compress(body), size);
      expect(ids()).toEqual(["a", "b", "c"]);
    }
  });

  it("makes nothing if it is an error, or cannot be read", async () => {
    for (const options of [
      { status: 404 },
      { headers: [...JSON_TYPE, "content-encoding", "gzip"] },
      { headers: ["content-type", "text/plain"] },
    ]) {
      const { run, ids, writes } = open({ makes: [["id"]] }, options);
      expect(await run(body)).toBe(body);
      expect([ids(), writes]).toEqual([[], []]);
    }
  });

  it("waits at its end if that stores or forgets something", () => {
    const storesAtEnd = (...given: Parameters<typeof open>) => open(...given).answer.storesAtEnd;
    expect(storesAtEnd({ makes: [["id"]] })).toBe(true);
    expect(storesAtEnd({}, { deletes: "x" })).toBe(true);
    const headers = ["location", "/v1/realtime/calls/rtc_1"];
    expect(storesAtEnd({ madeInHeader: "location" }, { headers })).toBe(true);
    const upload = { addressHeaders: ["x-goog-upload-url"], continues: "upload_id" };
    const address = ["x-goog-upload-url", "https://api.test/upload/v1beta/files?upload_id=u1"];
    expect(storesAtEnd(upload, { headers: address })).toBe(true);
    expect(storesAtEnd(upload, { headers: [] })).toBe(false);
    expect(storesAtEnd({})).toBe(false);
    expect(storesAtEnd({ makes: [["id"]] }, { status: 404, deletes: "x" })).toBe(false);
    expect(storesAtEnd({ makes: [["id"]] }, { headers: ["content-type", "text/event-stream"] })).toBe(false);
  });

  it("may be a stream of events", async () => {
    const text = 'event: a\ndata: {"thread_id":"t1"}\n\ndata: {"thread_id":"t2"}\n\n';
    const headers = ["content-type", "text/event-stream; charset=utf-8"];
    for (const size of [1, 7, 1000]) {
      const { run, ids } = open({ makes: [["thread_id"]] }, { headers });
      expect(await run(text, size)).toBe(text);
      expect(ids()).toEqual(["t1", "t2"]);
    }
  });

  it("makes what a header names", async () => {
    const headers = ["content-type", "application/sdp", "Location", "/v1/realtime/calls/rtc_1?x"];
    const { run, ids } = open({ madeInHeader: "location" }, { headers });
    await run("v=0");
    expect(ids()).toEqual(["rtc_1"]);
  });

  it("forgets what the call deleted, unless the vendor refused", async () => {
    for (const [status, left] of [
      [200, []],
      [404, ["a"]],
    ] as const) {
      const { run, resources, ids } = open({}, { status, deletes: "a" });
      await resources.of("key:me").keep([{ engine: "e", id: "a" }]);
      await run("{}");
      expect(ids()).toEqual(left);
    }
  });
});

describe("addresses in an answer", () => {
  const from = "https://api.test/v1/messages/batches/b/results";
  const to = "http://gw/claude/v1/messages/batches/b/results";

  it("are replaced, and every other byte stays", async () => {
    const text = `{ "a" : "${from}", "results_url":\n"${from}" ,"list":[{"results_url":"${from}"},{"results_url":null}],"é":"x"}`;
    const wanted = text.replaceAll(/("results_url":\s*)"[^"]+"/g, `$1"${to}"`);
    for (const size of [1, 2, 5, 16, 1000]) {
      const { run, answer } = open(
        { addresses: ["results_url"] },
        { headers: [...JSON_TYPE, "Content-Length", "9"] },
      );
      expect(await run(text, size)).toBe(wanted);
      expect(answer.headers).toEqual(JSON_TYPE);
      expect(answer.splices).toEqual([
        { where: "$.results_url", from, to },
        { where: "$.list.*.results_url", from, to },
      ]);
    }
  });

  it("are left if the gateway serves no such endpoint, and a broken end is passed on", async () => {
    const { run, answer } = open({ addresses: ["results_url"] });
    expect(await run('{"results_url":"https://x.test/y"}', 4)).toBe('{"results_url":"https://x.test/y"}');
    expect(answer.splices).toEqual([]);
    expect(await open({ addresses: ["results_url"] }).run('{"results_url":"https://', 4)).toBe(
      '{"results_url":"https://',
    );
  });

  it("keep the length of an error", () => {
    const headers = [...JSON_TYPE, "content-length", "9"];
    expect(open({ addresses: ["results_url"] }, { headers, status: 400 }).answer.headers).toEqual(headers);
  });

  it("may stand in headers, and are stored with their owner", async () => {
    const details = { addressHeaders: ["x-goog-upload-url"], continues: "upload_id" };
    const vendor = "https://api.test/upload/v1beta/files?upload_id=u1&p=r";
    const { run, answer, resources } = open(details, {
      headers: ["X-Goog-Upload-URL", vendor, "content-length", "2"],
      target: "/upload/v1beta/files",
    });
    const to = "http://gw/claude/upload/v1beta/files?upload_id=u1&p=r";
    expect(answer.headers).toEqual(["X-Goog-Upload-URL", to, "content-length", "2"]);
    expect(answer.splices).toEqual([{ where: "header x-goog-upload-url", from: vendor, to }]);
    await run("{}");
    expect([...resources.kept.values()]).toMatchObject([
      { id: "upload_id=u1", address: vendor, engine: "e" },
    ]);
  });
});

describe("what an answer keeps", () => {
  it("is its length, if only an address in a header is replaced", () => {
    const headers = [
      ...JSON_TYPE,
      "Content-Length",
      "2",
      "x-goog-upload-url",
      "https://v.test/u?upload_id=1",
    ];
    const details = { addressHeaders: ["x-goog-upload-url"], continues: "upload_id" };
    const { answer } = open(details, { headers, target: "/upload/v1beta/files" });
    expect(answer.headers.slice(0, 4)).toEqual([...JSON_TYPE, "Content-Length", "2"]);
    expect(answer.headers.at(-1)).toMatch(/^http:\/\/gw\//);
  });

  it("is every header of an error, and of an answer without addresses", () => {
    const headers = [...JSON_TYPE, "content-length", "2", "results_url", "https://api.test/x"];
    expect(open({ addresses: ["results_url"] }, { headers, status: 404 }).answer.headers).toBe(headers);
    expect(open({ addresses: ["results_url"] }, { headers, status: 300 }).answer.headers).toBe(headers);
    expect(open({}, { headers }).answer.headers).toBe(headers);
  });

  it("is nothing at its end if nothing was held back", async () => {
    const { answer } = open({ addresses: ["results_url"] });
    expect(answer.push(Buffer.from('{"a":1}'))?.toString()).toBe('{"a":1}');
    expect(await answer.end()).toBeUndefined();
    const plain = open({}).answer;
    const chunk = Buffer.from("x");
    expect([plain.push(chunk), await plain.end()]).toEqual([chunk, undefined]);
  });

  it("is not an empty id, nor one of another member", async () => {
    const { run, ids, writes } = open({ makes: [["id"]] });
    await run('{"id":"","x":"y","ids":"z","a":{"id":"b"}}');
    expect([ids(), writes]).toEqual([[], []]);
  });
});
