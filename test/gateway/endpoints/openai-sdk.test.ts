import OpenAI, { toFile } from "openai";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestGateway, type TestGateway } from "../test-gateway.ts";
import { type FakeVendor, openFakeVendor, type SeenRequest } from "./fake-vendor.ts";

let made = 0;

function answer({ method, target, body }: SeenRequest) {
  const [path = "", query = ""] = target.split("?");
  const id = path.split("/")[3];
  const at = (want: string, pattern: RegExp) => method === want && pattern.test(path);
  made += 1;
  if (at("POST", /^\/v1\/files$/)) return { body: { id: `file-${made}`, object: "file", purpose: "batch" } };
  if (at("GET", /^\/v1\/files\/[^/]+\/content$/)) return { body: Buffer.from(`content of ${id}`) };
  if (at("GET", /^\/v1\/files\/[^/]+$/)) return { body: { id, object: "file" } };
  if (at("DELETE", /^\/v1\/files\/[^/]+$/)) return { body: { id, object: "file", deleted: true } };
  if (at("GET", /^\/v1\/files$/)) return { body: { object: "list", data: [{ id: `all ${query}` }] } };
  if (at("POST", /^\/v1\/uploads$/)) return { body: { id: `upload_${made}`, object: "upload" } };
  if (at("POST", /\/parts$/)) return { body: { id: `part_${made}`, object: "upload.part", upload_id: id } };
  if (at("POST", /\/complete$/))
    return { body: { id, object: "upload", file: { id: `file-up${made}`, object: "file" } } };
  if (at("POST", /^\/v1\/batches$/)) {
    const input = (JSON.parse(body.toString()) as { input_file_id: string }).input_file_id;
    return { body: { id: `batch_${made}`, object: "batch", input_file_id: input } };
  }
  if (at("GET", /^\/v1\/batches\/[^/]+$/))
    return { body: { id, object: "batch", status: "completed", output_file_id: `file-out-${id}` } };
  if (at("POST", /^\/v1\/embeddings$/))
    return { body: { object: "list", data: [{ object: "embedding", index: 0, embedding: [0.5] }] } };
  if (at("POST", /^\/v1\/audio\/transcriptions$/)) return { body: { text: "hello" } };
  if (at("POST", /^\/v1\/moderations$/)) return { body: { id: "modr_1", model: "m", results: [] } };
  return undefined;
}

let vendor: FakeVendor;
let gateway: TestGateway;
beforeAll(async () => {
  vendor = await openFakeVendor(answer);
  gateway = await openTestGateway({
    engines: { openai: { preset: "openai", base_url: vendor.url, api_key: "account-key" } },
    keys: {
      first: { token: "key-of-first" },
      ada: { token: "key-of-ada", endpoints: ["files", "batches", "uploads"] },
      bob: { token: "key-of-bob", endpoints: ["files", "batches", "uploads"] },
      cat: { token: "key-of-cat" },
      dan: { token: "key-of-dan", policy: { allowed_models: ["text-embedding-*"] } },
    },
  });
});
afterAll(async () => {
  await gateway.close();
  await vendor.close();
});

const as = (who: string) =>
  new OpenAI({ apiKey: `key-of-${who}`, baseURL: `${gateway.baseUrl}/v1`, maxRetries: 0 });
const statusOf = (call: Promise<unknown>) =>
  call.then(
    () => 200,
    (error: { status?: number }) => error.status,
  );

describe("OpenAI's SDK", () => {
  it("uploads, reads and deletes a file of its own key", async () => {
    const file = await as("ada").files.create({
      file: await toFile(Buffer.from('{"a":1}\n'), "a.jsonl"),
      purpose: "batch",
    });
    expect(file.id).toMatch(/^file-/);
    expect(vendor.seen.at(-1)?.headers).toMatchObject({ authorization: "Bearer account-key" });
    expect((await as("ada").files.retrieve(file.id)).id).toBe(file.id);
    expect(await (await as("ada").files.content(file.id)).text()).toBe(`content of ${file.id}`);
    expect((await as("ada").files.delete(file.id)).deleted).toBe(true);
    expect(await statusOf(as("ada").files.retrieve(file.id))).toBe(404);
  });

  it("never reaches a file of another key, nor one that the gateway did not see", async () => {
    const upload = await toFile(Buffer.from("x"), "x.txt");
    const file = await as("ada").files.create({ file: upload, purpose: "assistants" });
    const before = vendor.seen.length;
    for (const id of [file.id, "file-unknown", "x"]) {
      expect(await statusOf(as("bob").files.retrieve(id))).toBe(404);
      expect(await statusOf(as("bob").files.content(id))).toBe(404);
      expect(await statusOf(as("bob").files.delete(id))).toBe(404);
      expect(
        await statusOf(
          as("bob").batches.create({
            input_file_id: id,
            endpoint: "/v1/responses",
            completion_window: "24h",
          }),
        ),
      ).toBe(404);
    }
    expect(vendor.seen.slice(before).filter(({ target }) => !target.endsWith("/batches"))).toEqual([]);
    expect((await as("ada").files.retrieve(file.id)).id).toBe(file.id);
  });

  it("finds the output of a batch of its own", async () => {
    const upload = await toFile(Buffer.from("{}\n"), "b.jsonl");
    const input = await as("bob").files.create({ file: upload, purpose: "batch" });
    const batch = await as("bob").batches.create({
      input_file_id: input.id,
      endpoint: "/v1/responses",
      completion_window: "24h",
    });
    const done = await as("bob").batches.retrieve(batch.id);
    expect(await (await as("bob").files.content(done.output_file_id!)).text()).toContain("content of");
    expect(await statusOf(as("ada").batches.retrieve(batch.id))).toBe(404);
    expect(await statusOf(as("ada").files.content(done.output_file_id!))).toBe(404);
  });

  it("uploads in parts", async () => {
    const upload = await as("ada").uploads.create({
      bytes: 3,
      filename: "p.txt",
      mime_type: "text/plain",
      purpose: "assistants",
    });
    const part = await as("ada").uploads.parts.create(upload.id, {
      data: await toFile(Buffer.from("abc"), "p"),
    });
    const done = await as("ada").uploads.complete(upload.id, { part_ids: [part.id] });
    expect((await as("ada").files.retrieve(done.file!.id)).id).toBe(done.file!.id);
    expect(await statusOf(as("bob").files.retrieve(done.file!.id))).toBe(404);
    expect(await statusOf(as("bob").uploads.complete(upload.id, { part_ids: [part.id] }))).toBe(404);
  });

  it("learns what to do if the key does not name the group, or a list shows the whole account", async () => {
    const upload = await toFile(Buffer.from("x"), "x.txt");
    const refused = await as("cat")
      .files.create({ file: upload, purpose: "assistants" })
      .catch((error: Error) => error);
    expect(String(refused)).toMatch(/403.*\/v1\/files.*endpoints.*keys\.cat/);
    const listed = await as("ada")
      .files.list()
      .then(
        () => "listed",
        (error: Error) => String(error),
      );
    expect(listed).toMatch(/403.*whole account.*credential = "caller"/);
  });

  it("embeds and transcribes with every key, under the rules for its models", async () => {
    const embed = (who: string, model: string) =>
      statusOf(as(who).embeddings.create({ model, input: "x", encoding_format: "float" }));
    expect(await embed("cat", "text-embedding-3-small")).toBe(200);
    expect(await embed("dan", "text-embedding-3-small")).toBe(200);
    expect(await embed("dan", "other-model")).not.toBe(200);
    const hear = async (who: string) =>
      statusOf(
        as(who).audio.transcriptions.create({
          model: "whisper-1",
          file: await toFile(Buffer.alloc(9), "a.wav"),
        }),
      );
    expect(await hear("cat")).toBe(200);
    expect(await hear("dan")).not.toBe(200);
    expect(await statusOf(as("cat").moderations.create({ input: "x" }))).toBe(200);
    expect(await statusOf(as("dan").moderations.create({ input: "x" }))).not.toBe(200);
  });

  it("leaves a receipt of each call", async () => {
    const before = (await gateway.receipts()).length;
    await as("cat").embeddings.create({
      model: "text-embedding-3-small",
      input: "x",
      encoding_format: "float",
    });
    expect((await gateway.receipts()).length).toBe(before + 1);
  });
});
