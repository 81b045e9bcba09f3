// Uploads and batches of the vendors' packages, which pass through to a server that keeps them.
import assert from "node:assert/strict";
import Anthropic from "@anthropic-ai/sdk";
import { GoogleGenAI } from "@google/genai";
import OpenAI, { toFile } from "openai";
import { collect, place, runCases } from "./cases.mjs";
import { anthropicSettings, openaiSettings } from "./connections.mjs";

const { api, baseUrl, token, engine } = place;
const headers = { "x-abp-engine": `vendor-${engine}` };
const bytes = Buffer.from("line of a file\n".repeat(20_000));

const cases = {
  openai: () => {
    const client = new OpenAI({ ...openaiSettings(), defaultHeaders: headers });
    return {
      upload: async () => {
        const file = await client.files.create({ file: await toFile(bytes, "f.jsonl"), purpose: "batch" });
        assert.equal(file.bytes, bytes.length);
        const back = Buffer.from(await (await client.files.content(file.id)).arrayBuffer());
        assert.ok(back.equals(bytes), "the bytes differ");
      },
      batch: async () => {
        const asked = { input_file_id: "file-in", endpoint: "/v1/responses", completion_window: "24h" };
        const { id } = await client.batches.create(asked);
        const done = await client.batches.retrieve(id);
        assert.equal(await (await client.files.content(done.output_file_id)).text(), '{"custom_id":"one"}\n');
      },
    };
  },
  anthropic: () => {
    const client = new Anthropic({ ...anthropicSettings(), defaultHeaders: headers });
    return {
      batch: async () => {
        const params = { model: place.model, max_tokens: 9, messages: [{ role: "user", content: "Hi" }] };
        const { id } = await client.messages.batches.create({ requests: [{ custom_id: "one", params }] });
        const done = await client.messages.batches.retrieve(id);
        // The address leads back to the gateway.
        assert.ok(done.results_url.startsWith(baseUrl), done.results_url);
        const results = await collect(await client.messages.batches.results(id));
        assert.deepEqual(results, [{ custom_id: "one", result: { type: "canceled" } }]);
      },
    };
  },
  google: () => {
    const { files } = new GoogleGenAI({ apiKey: token, httpOptions: { baseUrl, headers } });
    return {
      upload: async () => {
        const file = await files.upload({ file: new Blob([bytes]), config: { mimeType: "text/plain" } });
        assert.equal(Number(file.sizeBytes), bytes.length);
        assert.equal((await files.get({ name: file.name })).state, "ACTIVE");
      },
    };
  },
};

await runCases(cases[api]());
