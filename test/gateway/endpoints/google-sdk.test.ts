import { GoogleGenAI } from "@google/genai";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestGateway, type TestGateway } from "../test-gateway.ts";
import { type FakeVendor, openFakeVendor, type SeenRequest } from "./fake-vendor.ts";

let made = 0;

function answer({ method, target, headers, body }: SeenRequest, url: string) {
  const [path = "", query = ""] = target.split("?");
  const at = (want: string, pattern: RegExp) => method === want && pattern.test(path);
  made += 1;
  if (at("POST", /^\/upload\/v1(?:beta)?\/files$/)) {
    if (!query.includes("upload_id")) {
      const address = `${url}/upload/v1beta/files?upload_id=u${made}&upload_protocol=resumable`;
      return { headers: { "x-goog-upload-url": address, "x-goog-upload-status": "active" }, body: {} };
    }
    const name = `files/f${made}`;
    return {
      headers: { "x-goog-upload-status": "final" },
      body: { file: { name, uri: `${url}/v1beta/${name}`, sizeBytes: String(body.length), state: "ACTIVE" } },
    };
  }
  if (at("GET", /^\/v1beta\/files\/[^/:]+$/)) return { body: { name: path.slice("/v1beta/".length) } };
  if (at("DELETE", /^\/v1beta\/files\/[^/:]+$/)) return { body: {} };
  if (at("POST", /^\/v1beta\/cachedContents$/))
    return { body: { name: `cachedContents/c${made}`, model: "models/gemini-x" } };
  if (at("GET", /^\/v1beta\/cachedContents\/[^/]+$/)) return { body: { name: path.slice(8) } };
  if (at("POST", /:batchGenerateContent$/))
    return { body: { name: `batches/b${made}`, metadata: { name: `batches/b${made}` } } };
  if (at("GET", /^\/v1beta\/batches\/[^/]+$/))
    return { body: { name: path.slice(8), done: true, response: { responsesFile: `files/out${made}` } } };
  if (at("POST", /:batchEmbedContents$/)) return { body: { embeddings: [{ values: [0.5] }] } };
  return headers["x-goog-api-key"] === undefined ? { status: 401, body: {} } : undefined;
}

let vendor: FakeVendor;
let gateway: TestGateway;
beforeAll(async () => {
  vendor = await openFakeVendor(answer);
  const endpoints: ("files" | "batches" | "cached_contents")[] = ["files", "batches", "cached_contents"];
  gateway = await openTestGateway({
    engines: { google: { preset: "google", base_url: vendor.url, api_key: "account-key" } },
    keys: {
      first: { token: "key-of-first" },
      ada: { token: "key-of-ada", endpoints },
      bob: { token: "key-of-bob", endpoints },
    },
  });
});
afterAll(async () => {
  await gateway.close();
  await vendor.close();
});

const as = (who: string) =>
  new GoogleGenAI({ apiKey: `key-of-${who}`, httpOptions: { baseUrl: gateway.baseUrl } });
const statusOf = (call: Promise<unknown>) =>
  call.then(
    () => 200,
    (error: { status?: number }) => error.status ?? String(error),
  );

describe("Google's SDK", () => {
  it("uploads a file through the gateway's own address, and reads it back", async () => {
    const blob = new Blob([Buffer.alloc(100_000, 7)], { type: "text/plain" });
    const file = await as("ada").files.upload({ file: blob });
    expect(file.name).toMatch(/^files\/f/);
    expect(file.sizeBytes).toBe("100000");
    const [start, data] = vendor.seen.filter(({ target }) => target.startsWith("/upload"));
    expect(start?.headers["x-goog-api-key"]).toBe("account-key");
    expect(data?.headers["x-goog-api-key"]).toBe("account-key");
    expect(data?.body.length).toBe(100_000);
    expect((await as("ada").files.get({ name: file.name! })).name).toBe(file.name);
    expect(await statusOf(as("bob").files.get({ name: file.name! }))).toBe(404);
    expect(await statusOf(as("bob").files.delete({ name: file.name! }))).toBe(404);
    await as("ada").files.delete({ name: file.name! });
    expect(await statusOf(as("ada").files.get({ name: file.name! }))).toBe(404);
  });

  it("cannot go on with an upload of another key, nor name a host", async () => {
    const begin = await fetch(`${gateway.baseUrl}/upload/v1beta/files`, {
      method: "POST",
      headers: {
        "x-goog-api-key": "key-of-ada",
        "content-type": "application/json",
        "x-goog-upload-command": "start",
      },
      body: "{}",
    });
    const address = begin.headers.get("x-goog-upload-url")!;
    expect(address.startsWith(`${gateway.baseUrl}/gemini/upload/v1beta/files?`)).toBe(true);
    const send = (target: string, who: string) =>
      fetch(target, { method: "POST", headers: { "x-goog-api-key": `key-of-${who}` }, body: "abc" });
    const before = vendor.seen.length;
    expect((await send(address, "bob")).status).toBe(404);
    expect((await send(address.replace(/upload_id=\w+/, "upload_id=other"), "ada")).status).toBe(404);
    expect(vendor.seen.length).toBe(before);
    expect((await send(address, "ada")).status).toBe(200);
    expect((await send(`${address}&host=evil.test`, "ada")).status).toBe(200);
    expect(vendor.seen.at(-1)?.target).not.toContain("evil");
  });

  it("takes the rest of an upload at its own address without a key, and only there", async () => {
    const begin = async (who: string, path = "") => {
      const begun = await fetch(`${gateway.baseUrl}${path}/upload/v1/files`, {
        method: "POST",
        headers: { "x-goog-api-key": `key-of-${who}`, "content-type": "application/json" },
        body: "{}",
      });
      return begun.headers.get("x-goog-upload-url")!;
    };
    // As Python's package does: the type of the first request stays, and no header holds a key.
    const go = async (address: string, headers: Record<string, string> = {}) => {
      const { status } = await fetch(address, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "x-goog-upload-command": "upload, finalize",
          "x-goog-upload-offset": "0",
          ...headers,
        },
        body: "no JSON",
      });
      return status;
    };
    const [ada, bob] = [await begin("ada"), await begin("bob")];
    const before = vendor.seen.length;
    const swap = (name: string) => {
      const address = new URL(ada);
      address.searchParams.set(name, new URL(bob).searchParams.get(name)!);
      return address.href;
    };
    const key = new URL(ada).searchParams.get("key")!;
    const changed = key.slice(0, -2) + (key.endsWith("AA") ? "BB" : "AA");
    expect(await go(ada.replace(/[?&]key=[^&]*/, ""))).toBe(401);
    expect(await go(ada.replace(key, changed))).toBe(401);
    expect(await go(swap("upload_id"))).toBe(401);
    expect(await go(swap("key"))).toBe(401);
    expect(await go(ada.replace("/v1/files", "/v1beta/files"))).toBe(401);
    expect(await go(ada.replace("/gemini/", "/r/some-label/gemini/"))).toBe(401);
    expect((await fetch(`${gateway.baseUrl}/v1beta/models?key=${key}`)).status).toBe(401);
    expect(await go(ada, { "x-goog-api-key": "key-of-bob" })).toBe(404);
    expect(vendor.seen.length).toBe(before);
    expect(await go(ada)).toBe(200);
    const { headers, target, body } = vendor.seen.at(-1)!;
    expect([headers["x-goog-api-key"], body.toString()]).toEqual(["account-key", "no JSON"]);
    expect(target).not.toContain("key=");
    const name = `files/f${made}`;
    expect(await statusOf(as("ada").files.get({ name }))).toBe(200);
    expect(await statusOf(as("bob").files.get({ name }))).toBe(404);
    expect(await go(await begin("ada", "/r/a-label/gemini"))).toBe(200);
  });

  it("runs batches and caches of its own", async () => {
    const batch = await as("ada").batches.create({ model: "gemini-x", src: [{ contents: "hi" }] as never });
    expect(batch.name).toMatch(/^batches\//);
    expect(await statusOf(as("ada").batches.get({ name: batch.name! }))).toBe(200);
    expect(await statusOf(as("bob").batches.get({ name: batch.name! }))).toBe(404);
    expect(await statusOf(as("bob").batches.create({ model: "gemini-x", src: "files/foreign" }))).toBe(404);
    const cache = await as("ada").caches.create({ model: "gemini-x", config: { contents: "x" } });
    expect(await statusOf(as("ada").caches.get({ name: cache.name! }))).toBe(200);
    expect(await statusOf(as("bob").caches.get({ name: cache.name! }))).toBe(404);
  });

  it("in its Vertex mode reaches the models of the Developer API, and nothing else of a project", async () => {
    const send = (path: string) =>
      fetch(`${gateway.baseUrl}/v1beta1/projects/p/locations/l/${path}`, {
        method: "POST",
        headers: { authorization: "Bearer key-of-first", "content-type": "application/json" },
        body: JSON.stringify({ requests: [{ model: "models/m", content: { parts: [{ text: "hi" }] } }] }),
      });
    expect((await send("publishers/google/models/m:batchEmbedContents")).status).toBe(200);
    expect(vendor.seen.at(-1)?.target).toBe("/v1beta/models/m:batchEmbedContents");
    const before = vendor.seen.length;
    expect((await send("batchPredictionJobs")).status).toBeGreaterThanOrEqual(400);
    expect(vendor.seen.length).toBe(before);
  });

  it("embeds with every key, and gets errors in the vendor's envelope", async () => {
    expect(await statusOf(as("bob").models.embedContent({ model: "m", contents: ["a"] }))).toBe(200);
    const missing = await fetch(`${gateway.baseUrl}/v1beta/nothing/x`, {
      headers: { "x-goog-api-key": "key-of-ada" },
    });
    expect([missing.status, await missing.json()]).toMatchObject([
      404,
      { error: { code: 404, status: "NOT_FOUND" } },
    ]);
  });
});
