import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Receipt } from "../../../src/contract/index.ts";
import { until } from "../../eventually.ts";
import { openTestGateway, type TestGateway } from "../test-gateway.ts";
import { type ByteVendor, jsonAnswer, openByteVendor } from "./byte-vendor.ts";
import { SlowCaller } from "./slow-caller.ts";

const PIECE_BYTES = 50_000;
const piece = (letter: string) => Buffer.alloc(PIECE_BYTES, letter);
const KEY = "key-of-the-caller";

let vendor: ByteVendor;
let gateway: TestGateway;
let known: ReadonlySet<string>;

beforeAll(async () => {
  vendor = await openByteVendor();
  gateway = await openTestGateway({
    engines: { openai: { preset: "openai", base_url: vendor.url, api_key: "account-key" } },
    keys: { own: { token: KEY } },
  });
});
beforeEach(async () => {
  known = new Set((await gateway.receipts()).map(({ meta }) => meta.run_id));
});
afterAll(async () => {
  await gateway.close();
  await vendor.close();
});

const call = (method: string, path: string, headers: Readonly<Record<string, string | number>> = {}) =>
  new SlowCaller(gateway.baseUrl + path, method, { authorization: `Bearer ${KEY}`, ...headers });

/** The one receipt that was written since the test began, once it is there. */
async function onlyReceipt(): Promise<Receipt> {
  for (;;) {
    const found = (await gateway.receipts()).filter(({ meta }) => !known.has(meta.run_id));
    expect(found.length).toBeLessThan(2);
    if (found[0] !== undefined) return found[0];
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

const digest = (...parts: readonly Uint8Array[]) => {
  const bytes = Buffer.concat(parts);
  return { bytes: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") };
};

describe("an upload", () => {
  const TYPE = { "content-type": "multipart/form-data; boundary=b" };
  const framings: [string, Record<string, string | number>][] = [
    ["of a stated length", { "content-length": 10 * PIECE_BYTES }],
    ["in chunks", { "transfer-encoding": "chunked" }],
  ];

  it.each(framings)("%s that the caller cuts is never whole at the vendor", async (_, framing) => {
    const before = vendor.last;
    const caller = call("POST", "/v1/files", { ...TYPE, ...framing });
    // The gateway holds one chunk back, so that what follows pushes it on.
    for (const letter of ["a", "b", "c"]) {
      const came = () => (vendor.last === before ? 0 : (vendor.last?.underWay?.body.length ?? 0));
      const earlier = came();
      caller.write(piece(letter));
      if (letter !== "a") await until(() => came() > earlier);
    }
    caller.cut();
    await caller.over;
    const receipt = await onlyReceipt();
    await until(() => vendor.last!.isClosed);
    const sent = vendor.last!.underWay!.body;
    expect(vendor.last!.whole).toEqual([]);
    expect(caller.status).toBeUndefined();
    expect(receipt.outcome).not.toBe("complete");
    expect(receipt.termination).toMatchObject({ reason: "cancelled" });
    expect(receipt.observed?.transfer).toMatchObject({
      method: "POST",
      endpoint: "/v1/files",
      state: "incomplete",
    });
    const all = Buffer.concat([piece("a"), piece("b"), piece("c")]);
    expect(receipt.observed?.request).toEqual(digest(all.subarray(0, receipt.observed!.request!.bytes)));
    expect(receipt.observed?.upstream_request).toEqual(digest(sent));
    expect(sent).toEqual(all.subarray(0, sent.length));
    expect(receipt.observed).not.toHaveProperty("upstream_response");
  });

  it.each(framings)("%s that the vendor cuts is an error for the caller", async (_, framing) => {
    const before = vendor.last;
    const caller = call("POST", "/v1/files", { ...TYPE, ...framing });
    for (const letter of ["a", "b", "c"]) caller.write(piece(letter));
    await until(() => vendor.last !== before && vendor.last!.underWay!.body.length > 0);
    vendor.last!.socket.destroy();
    await caller.over;
    expect([caller.status, caller.isWhole]).toEqual([503, true]);
    expect(JSON.parse(caller.received.toString())).toMatchObject({ error: { message: expect.any(String) } });
    const receipt = await onlyReceipt();
    expect(receipt.outcome).toBe("failed");
    expect(receipt.observed?.transfer?.state).toBe("incomplete");
    expect(receipt.observed!.upstream_request!.bytes).toBeLessThanOrEqual(3 * PIECE_BYTES);
  });

  it("that the vendor refuses in the middle ends with the vendor's own answer", async () => {
    const before = vendor.last;
    const caller = call("POST", "/v1/files", { ...TYPE, "content-length": 10 * PIECE_BYTES });
    for (const letter of ["a", "b"]) caller.write(piece(letter));
    await until(() => vendor.last !== before && vendor.last!.underWay!.body.length > 0);
    const refusal = jsonAnswer({ error: { message: "too large", code: "file_too_large" } });
    vendor.last!.socket.write(refusal.replace("200 OK", "413 Too Large"));
    await caller.over;
    expect([caller.status, caller.isWhole]).toEqual([413, true]);
    expect(JSON.parse(caller.received.toString())).toEqual({
      error: { message: "too large", code: "file_too_large" },
    });
    const receipt = await onlyReceipt();
    await until(() => vendor.last!.isClosed);
    expect(vendor.last!.whole).toEqual([]);
    expect(receipt.observed?.transfer?.state).toBe("incomplete");
    expect(receipt.observed?.response).toEqual(digest(caller.received));
  });
});

describe("a download", () => {
  const HEAD = "HTTP/1.1 200 OK\r\ncontent-type: application/octet-stream\r\n";
  const framings: [string, string, (bytes: Buffer) => Buffer[]][] = [
    ["of a stated length", `${HEAD}content-length: ${10 * PIECE_BYTES}\r\n\r\n`, (bytes) => [bytes]],
    [
      "in chunks",
      `${HEAD}transfer-encoding: chunked\r\n\r\n`,
      (bytes) => [Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from("\r\n")],
    ],
  ];

  beforeAll(async () => {
    vendor.answer = (_, socket) => socket.write(jsonAnswer({ id: "file-1", object: "file" }));
    const made = call("POST", "/v1/files", { "content-type": "text/plain", "content-length": 1 });
    made.write(Buffer.from("x"));
    await made.end().over;
    expect(made.status).toBe(200);
  });

  /** Begins a download and waits until two of its pieces are at the caller. */
  async function begin(head: string, framed: (bytes: Buffer) => Buffer[]): Promise<SlowCaller> {
    vendor.answer = (_, socket) => {
      socket.write(head);
      for (const letter of ["a", "b"]) for (const bytes of framed(piece(letter))) socket.write(bytes);
    };
    const caller = call("GET", "/v1/files/file-1/content").end();
    await until(() => caller.received.length === 2 * PIECE_BYTES);
    return caller;
  }

  const passed = digest(piece("a"), piece("b"));

  it.each(framings)("%s that the caller cuts is cut at the vendor", async (_, head, framed) => {
    const caller = await begin(head, framed);
    const { last } = vendor;
    caller.cut();
    await until(() => last!.isClosed);
    const receipt = await onlyReceipt();
    expect(caller.isWhole).toBe(false);
    expect(receipt).toMatchObject({ outcome: "partial", termination: { reason: "cancelled" } });
    expect(receipt.observed).toMatchObject({
      call: { status: 200 },
      transfer: { endpoint: "/v1/files/:id/*", state: "incomplete" },
      upstream_response: passed,
      response: passed,
    });
  });

  it.each(framings)("%s that the vendor cuts is cut at the caller", async (_, head, framed) => {
    const caller = await begin(head, framed);
    vendor.last!.socket.destroy();
    await caller.over;
    const receipt = await onlyReceipt();
    expect([caller.status, caller.isWhole, caller.received.length]).toEqual([200, false, 2 * PIECE_BYTES]);
    expect(receipt.outcome).toBe("partial");
    expect(receipt.termination?.reason).not.toBe("completed");
    expect(receipt.observed).toMatchObject({
      transfer: { state: "incomplete" },
      upstream_response: passed,
      response: passed,
    });
  });

  it("that ends as it should is complete", async () => {
    const [, head, framed] = framings[1]!;
    const caller = await begin(head, framed);
    vendor.last!.socket.write("0\r\n\r\n");
    await caller.over;
    const receipt = await onlyReceipt();
    expect(caller.isWhole).toBe(true);
    expect(receipt.outcome).toBe("complete");
    expect(receipt.observed).toMatchObject({ transfer: { state: "complete" }, response: passed });
  });
});
