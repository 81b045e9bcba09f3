import Anthropic, { toFile } from "@anthropic-ai/sdk";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestGateway, type TestGateway } from "../test-gateway.ts";
import { type FakeVendor, openFakeVendor, type SeenRequest } from "./fake-vendor.ts";

let made = 0;
const RESULT = { custom_id: "a", result: { type: "canceled" } };

function answer({ method, target }: SeenRequest, url: string) {
  const path = target.split("?", 1)[0]!;
  const at = (want: string, pattern: RegExp) => method === want && pattern.test(path);
  made += 1;
  const batch = (id: string) => ({
    id,
    type: "message_batch",
    processing_status: "ended",
    results_url: `${url}/v1/messages/batches/${id}/results`,
    ü: "https://elsewhere.test/x",
  });
  if (at("POST", /^\/v1\/messages\/batches$/)) return { body: batch(`msgbatch_${made}`) };
  if (at("GET", /\/results$/))
    return {
      headers: { "content-type": "application/x-jsonl" },
      body: Buffer.from(`${JSON.stringify(RESULT)}\n`),
    };
  if (at("GET", /^\/v1\/messages\/batches\/[^/]+$/)) return { body: batch(path.split("/").at(-1)!) };
  if (at("GET", /^\/v1\/messages\/batches$/))
    return { body: { data: [batch("msgbatch_x"), batch("msgbatch_y")], has_more: false } };
  if (at("POST", /^\/v1\/files$/)) return { body: { id: `file_${made}`, type: "file", filename: "a" } };
  if (at("GET", /^\/v1\/files\/[^/]+$/)) return { body: { id: path.split("/").at(-1), type: "file" } };
  if (at("POST", /^\/v1\/skills$/)) return { body: { id: `skill_${made}`, type: "skill" } };
  if (at("GET", /^\/v1\/organizations\/me$/)) return { body: { id: "org", name: "all" } };
  return undefined;
}

let vendor: FakeVendor;
let gateway: TestGateway;
let alone: TestGateway;
beforeAll(async () => {
  vendor = await openFakeVendor(answer);
  const engines = {
    // OpenAI has files, too: headers of the vendor decide.
    openai: { preset: "openai", base_url: "http://127.0.0.1:9", api_key: "none" },
    anthropic: { preset: "anthropic", base_url: vendor.url, api_key: "account-key" },
  } as const;
  const endpoints: ("files" | "batches" | "skills")[] = ["files", "batches", "skills"];
  gateway = await openTestGateway({
    engines,
    keys: {
      first: { token: "key-of-first" },
      ada: { token: "key-of-ada", endpoints },
      bob: { token: "key-of-bob", endpoints },
      dan: { token: "key-of-dan", endpoints, policy: { allowed_models: ["claude-good"] } },
    },
  });
  alone = await openTestGateway({ engines, keys: { only: { token: "key-of-only" } } });
});
afterAll(async () => {
  await gateway.close();
  await alone.close();
  await vendor.close();
});

const as = (who: string, { baseUrl } = gateway) =>
  new Anthropic({ apiKey: `key-of-${who}`, baseURL: baseUrl, maxRetries: 0 });
const statusOf = (call: PromiseLike<unknown>) =>
  Promise.resolve(call).then(
    () => 200,
    (error: { status?: number }) => error.status,
  );
const batchOf = (model: string, content: unknown = "x") => ({
  requests: [{ custom_id: "a", params: { model, max_tokens: 5, messages: [{ role: "user", content }] } }],
});

describe("Anthropic's SDK", () => {
  it("follows the address of a batch's results to the gateway", async () => {
    const batch = await as("ada").messages.batches.create(batchOf("claude-x") as never);
    expect(batch.results_url).toBe(`${gateway.baseUrl}/claude/v1/messages/batches/${batch.id}/results`);
    const results = await as("ada").messages.batches.results(batch.id);
    const found = [];
    for await (const one of results) found.push(one);
    expect(found).toEqual([RESULT]);
    expect(vendor.seen.at(-1)).toMatchObject({ method: "GET", headers: { "x-api-key": "account-key" } });
    expect(await statusOf(as("bob").messages.batches.retrieve(batch.id))).toBe(404);
    expect(await statusOf(as("bob").messages.batches.results(batch.id))).toBe(404);
  });

  it("gets every other byte of the answer as the vendor wrote it", async () => {
    const response = await fetch(`${alone.baseUrl}/v1/messages/batches?limit=2`, {
      headers: { "x-api-key": "key-of-only" },
    });
    const text = await response.text();
    const local = `${alone.baseUrl}/claude/v1`;
    expect(text).toContain(`${local}/messages/batches/msgbatch_x/results`);
    const direct = await (await fetch(`${vendor.url}/v1/messages/batches?limit=2`)).text();
    expect(text.replaceAll(local, `${vendor.url}/v1`)).toBe(direct);
  });

  it("uploads files by the vendor's headers, though another vendor has the same path", async () => {
    const file = await as("ada").beta.files.upload({ file: await toFile(Buffer.from("x"), "a.txt") });
    expect(file.id).toMatch(/^file_/);
    expect(await statusOf(as("ada").beta.files.retrieveMetadata(file.id))).toBe(200);
    expect(await statusOf(as("bob").beta.files.retrieveMetadata(file.id))).toBe(404);
    const block = [{ type: "document", source: { type: "file", file_id: file.id } }];
    expect(await statusOf(as("ada").messages.batches.create(batchOf("m", block) as never))).toBe(200);
    expect(await statusOf(as("bob").messages.batches.create(batchOf("m", block) as never))).toBe(404);
  });

  it("runs only the models of its key in a batch", async () => {
    expect(await statusOf(as("dan").messages.batches.create(batchOf("claude-good") as never))).toBe(200);
    expect(await statusOf(as("dan").messages.batches.create(batchOf("claude-bad") as never))).not.toBe(200);
  });

  it("reaches the organisation with a single key only, and gets errors in the vendor's envelope", async () => {
    const ask = ({ baseUrl }: TestGateway, token: string) =>
      fetch(`${baseUrl}/v1/organizations/me`, { headers: { "x-api-key": token } });
    expect((await ask(alone, "key-of-only")).status).toBe(200);
    const refused = await ask(gateway, "key-of-ada");
    expect([refused.status, ((await refused.json()) as { error: { type: string } }).error.type]).toEqual([
      403,
      "permission_error",
    ]);
  });

  it("learns of paths and methods that do not exist", async () => {
    const headers = { "x-api-key": "key-of-ada", "anthropic-version": "2023-06-01" };
    const missing = await fetch(`${gateway.baseUrl}/v1/nothing`, { headers });
    expect([missing.status, await missing.json()]).toMatchObject([
      404,
      { type: "error", error: { type: "not_found_error", message: expect.stringContaining("/v1/nothing") } },
    ]);
    const wrong = await fetch(`${gateway.baseUrl}/v1/messages/batches`, { method: "DELETE", headers });
    expect([wrong.status, wrong.headers.get("allow")]).toEqual([405, "POST, GET, HEAD"]);
  });
});
