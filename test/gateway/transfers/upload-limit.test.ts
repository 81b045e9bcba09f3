import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { until } from "../../eventually.ts";
import { openTestGateway, type TestGateway } from "../test-gateway.ts";
import { type ByteVendor, openByteVendor } from "./byte-vendor.ts";
import { SlowCaller } from "./slow-caller.ts";

const LIMIT = 200_000;
const KEY = "key-of-the-caller";

let vendor: ByteVendor;
let gateway: TestGateway;
beforeAll(async () => {
  vendor = await openByteVendor();
  gateway = await openTestGateway({
    engines: {
      openai: { preset: "openai", base_url: vendor.url, api_key: "account-key" },
      claude: { preset: "anthropic", base_url: vendor.url, api_key: "account-key" },
      gemini: { preset: "google", base_url: vendor.url, api_key: "account-key" },
    },
    keys: { own: { token: KEY } },
    gateway: { max_upload_bytes: LIMIT },
  });
});
afterAll(async () => {
  await gateway.close();
  await vendor.close();
});

interface Api {
  readonly path: string;
  readonly key: Readonly<Record<string, string>>;
  readonly envelope: object;
}

const message = expect.stringContaining("gateway.max_upload_bytes");
const apis: [string, Api][] = [
  [
    "OpenAI",
    {
      path: "/v1/files",
      key: { authorization: `Bearer ${KEY}` },
      envelope: { error: { message, type: expect.any(String), code: "input_too_large" } },
    },
  ],
  [
    "Anthropic",
    {
      path: "/v1/files?beta=true",
      key: { "x-api-key": KEY, "anthropic-version": "2023-06-01", "anthropic-beta": "files-api-2025-04-14" },
      envelope: { type: "error", error: { type: "request_too_large", message } },
    },
  ],
  [
    "Gemini",
    {
      path: "/upload/v1beta/files",
      key: { "x-goog-api-key": KEY, "x-goog-upload-protocol": "multipart" },
      envelope: { error: { code: 413, message, status: expect.any(String) } },
    },
  ],
];

function upload({ path, key }: Api, framing: Readonly<Record<string, string | number>>): SlowCaller {
  const type = { "content-type": "multipart/form-data; boundary=b" };
  return new SlowCaller(gateway.baseUrl + path, "POST", { ...key, ...type, ...framing });
}

describe.each(apis)("an upload above the limit, with the API of %s", (_, api) => {
  it("is refused by its stated length, before the vendor hears of it", async () => {
    const before = vendor.connections.length;
    const caller = upload(api, { "content-length": LIMIT + 1 });
    await caller.over;
    expect(caller.status).toBe(413);
    expect(JSON.parse(caller.received.toString())).toMatchObject(api.envelope);
    expect(vendor.connections.length).toBe(before);
  });

  it("is refused once it is too long, if no length is stated", async () => {
    const before = vendor.last;
    const caller = upload(api, { "transfer-encoding": "chunked" });
    const part = Buffer.alloc(50_000, "x");
    for (let sent = 0; sent < LIMIT; sent += part.length) caller.write(part);
    await until(() => vendor.last !== before && vendor.last!.underWay !== undefined);
    caller.write(Buffer.from("y"));
    await caller.over;
    await until(() => vendor.last!.isClosed);
    expect(caller.status).toBe(413);
    expect(JSON.parse(caller.received.toString())).toMatchObject(api.envelope);
    expect(vendor.last!.whole).toEqual([]);
    const sent = vendor.last!.underWay!.body;
    expect(sent.includes("y")).toBe(false);
    expect(sent.length).toBeLessThanOrEqual(LIMIT);
    const receipt = (await gateway.receipts()).findLast(({ meta }) => meta.run_id === caller.runId);
    expect(receipt?.observed?.transfer?.state).toBe("incomplete");
    expect(receipt?.observed?.call?.status).toBe(413);
    expect(receipt?.observed?.upstream_request?.bytes).toBeGreaterThanOrEqual(sent.length);
  });

  it("passes if it is exactly as long as allowed", async () => {
    const before = vendor.last;
    const body = Buffer.alloc(LIMIT, "x");
    vendor.answer = (_, socket) =>
      socket.end("HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 0\r\n\r\n");
    const caller = upload(api, { "transfer-encoding": "chunked" });
    caller.write(body);
    await caller.end().over;
    expect(caller.status).toBe(200);
    expect(vendor.last).not.toBe(before);
    expect(createHash("sha256").update(vendor.last!.whole.at(-1)!.body).digest("hex")).toBe(
      createHash("sha256").update(body).digest("hex"),
    );
  });
});
