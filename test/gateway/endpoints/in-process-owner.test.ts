import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { OpenAI } from "../../../src/client/openai.ts";
import { type FakeVendor, openFakeVendor, type SeenRequest } from "./fake-vendor.ts";

let made = 0;
let vendor: FakeVendor;
let home: string;

function answer({ method, target }: SeenRequest) {
  const call = `${method} ${target.split("?", 1)[0]}`;
  made += 1;
  if (call === "POST /v1/files") return { body: { id: `file-${made}`, object: "file", status: "processed" } };
  if (call === "GET /v1/files")
    return { body: { object: "list", data: [{ id: "file-x" }], has_more: false } };
  if (call === "POST /v1/batches") return { body: { id: `batch_${made}`, object: "batch" } };
  const id = /^(?:GET|DELETE|POST) \/v1\/(?:files|batches|responses)\/([^/]+)/.exec(call)?.[1];
  if (id !== undefined) return { body: { id } };
  if (call === "POST /v1/responses")
    return { body: { id: `resp_${made}`, object: "response", status: "completed", model: "m", output: [] } };
  return undefined;
}

beforeAll(async () => {
  vendor = await openFakeVendor(answer);
  home = mkdtempSync(join(tmpdir(), "abp-client-"));
  vi.stubEnv("ABP_HOME", home);
  const config = [
    "[engines.openai]",
    'preset = "openai"',
    `base_url = "${vendor.url}/v1"`,
    'api_key = "account-key"',
    ...["ada", "bob"].flatMap((name) => [
      `[keys.${name}]`,
      `token = "token-of-${name}"`,
      'endpoints = ["files", "batches"]',
    ]),
  ];
  writeFileSync(join(home, "backplane.toml"), config.join("\n"));
});
afterAll(async () => {
  vi.unstubAllEnvs();
  rmSync(home, { recursive: true, force: true });
  await vendor.close();
});

const statusOf = (call: PromiseLike<unknown>) =>
  call.then(
    () => 200,
    (error: { status?: number }) => error.status ?? String(error),
  );
const line = JSON.stringify({ custom_id: "1", method: "POST", url: "/v1/responses", body: { model: "m" } });
const upload = (client: OpenAI) =>
  client.files.create({ file: new File([line], "in.jsonl"), purpose: "batch" });
const batchOf = (input_file_id: string) =>
  ({ input_file_id, endpoint: "/v1/responses", completion_window: "24h" }) as const;

describe("a class in this process, beside configured keys", () => {
  it("uses the files, batches and responses of its own, and what nobody is known to have", async () => {
    const configFile = join(home, "backplane.toml");
    const owner = new OpenAI({ maxRetries: 0, abp: { configFile } });
    const ada = new OpenAI({ maxRetries: 0, abp: { configFile, key: "token-of-ada" } });
    const file = await upload(owner);
    expect((await owner.files.retrieve(file.id)).id).toBe(file.id);
    expect((await owner.files.list()).data).toEqual([{ id: "file-x" }]);
    expect(await statusOf(owner.files.retrieve("file-made-elsewhere"))).toBe(200);
    const batch = await owner.batches.create(batchOf(file.id));
    expect(await statusOf(owner.batches.retrieve(batch.id))).toBe(200);
    expect(await statusOf(owner.batches.create(batchOf("file-made-elsewhere")))).toBe(200);
    expect(await statusOf(owner.responses.retrieve("resp_made_elsewhere"))).toBe(200);

    // What a key made stays its own, and a key gets no more than before.
    const adas = await upload(ada);
    expect(await statusOf(owner.files.retrieve(adas.id))).toBe(404);
    expect(await statusOf(owner.batches.create(batchOf(adas.id)))).toBe(404);
    const input = [{ role: "user", content: [{ type: "input_file", file_id: adas.id }] }] as never;
    expect(await statusOf(owner.responses.create({ model: "m", input }))).toBe(404);
    expect(await statusOf(ada.files.retrieve(adas.id))).toBe(200);
    expect(await statusOf(ada.files.retrieve(file.id))).toBe(404);
    expect(await statusOf(ada.files.retrieve("file-made-elsewhere"))).toBe(404);
    expect(await statusOf(ada.files.list())).toBe(403);
    await owner.close();
    await ada.close();
  });
});
