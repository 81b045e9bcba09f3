import { GoogleGenAI } from "@google/genai";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestGateway, type TestGateway } from "../test-gateway.ts";
import { type FakeVendor, openFakeVendor, type SeenRequest } from "./fake-vendor.ts";

/** Where the vendor takes uploads: at a host of its own, and one that the tests name. */
let uploads: FakeVendor;
let uploadsAt = "";

function begin({ target }: SeenRequest) {
  if (target !== "/upload/v1beta/files") return undefined;
  return {
    headers: { "x-goog-upload-url": `${uploadsAt}/session/7?upload_id=u1`, "x-goog-upload-status": "active" },
    body: {},
  };
}

function take({ body }: SeenRequest) {
  return {
    headers: { "x-goog-upload-status": "final" },
    body: { file: { name: "files/f1", sizeBytes: String(body.length), state: "ACTIVE" } },
  };
}

let vendor: FakeVendor;
let gateway: TestGateway;
beforeAll(async () => {
  vendor = await openFakeVendor(begin);
  uploads = await openFakeVendor(take);
  gateway = await openTestGateway({
    // The version at the end, as people copy it from the vendor's documents.
    engines: { google: { preset: "google", base_url: `${vendor.url}/v1beta`, api_key: "account-key" } },
    keys: {
      first: { token: "key-of-first" },
      ada: { token: "key-of-ada", endpoints: ["files"] },
      bob: { token: "key-of-bob", endpoints: ["files"] },
    },
  });
});
afterAll(async () => {
  await gateway.close();
  await vendor.close();
  await uploads.close();
});

const upload = (who: string) =>
  new GoogleGenAI({ apiKey: `key-of-${who}`, httpOptions: { baseUrl: gateway.baseUrl } }).files.upload({
    file: new Blob([Buffer.alloc(5000, 7)], { type: "text/plain" }),
  });

describe("an upload that the vendor takes at another host", () => {
  it("goes on at that host, at the very path that the vendor gave, with the account's key", async () => {
    uploadsAt = uploads.url;
    expect((await upload("ada")).sizeBytes).toBe("5000");
    expect(vendor.seen.map(({ target }) => target)).toEqual(["/upload/v1beta/files"]);
    expect(uploads.seen).toMatchObject([
      { target: "/session/7?upload_id=u1", headers: { "x-goog-api-key": "account-key" } },
    ]);
    const foreign = await fetch(`${gateway.baseUrl}/gemini/upload/v1beta/files?upload_id=u1`, {
      method: "POST",
      headers: { "x-goog-api-key": "key-of-bob" },
      body: "abc",
    });
    expect([foreign.status, uploads.seen.length]).toEqual([404, 1]);
  });

  it("is refused at a host of another domain, and nothing is sent", async () => {
    uploadsAt = "https://up.evil.test";
    const before = [vendor.seen.length, uploads.seen.length];
    const error = await upload("ada").then(String, (thrown: Error) => String(thrown));
    expect(error).toContain("not one of its own domain");
    expect(error).not.toContain("evil");
    expect([vendor.seen.length, uploads.seen.length]).toEqual([before[0]! + 1, before[1]]);
  });
});
