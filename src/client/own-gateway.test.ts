import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { eventually } from "../../test/eventually.ts";
import { Anthropic } from "./anthropic.ts";
import { GoogleGenAI } from "./google.ts";
import { OpenAI } from "./openai.ts";
import { openOwnGateway } from "./own-gateway.ts";

let home: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "abp-client-"));
  vi.stubEnv("ABP_HOME", home);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(home, { recursive: true, force: true });
});

describe("a drop-in client on a gateway of its own process", () => {
  it("answers without a daemon and without a key, and has a receipt for each call", async () => {
    const receipts: string[] = [];
    const abp = {
      onReceipt: (receipt: { meta: { run_id: string } }) => void receipts.push(receipt.meta.run_id),
    };
    const openai = new OpenAI({ abp: { ...abp, engine: "sim-gemini" } });
    const anthropic = new Anthropic({ abp: { ...abp, engine: "sim-codex" } });
    const google = new GoogleGenAI({ abp: { ...abp, engine: "sim-claude" } });
    const messages = [{ role: "user" as const, content: "sim: say hello" }];
    const chat = await openai.chat.completions.create({ model: "m", messages });
    const message = await anthropic.messages.create({ model: "m", max_tokens: 50, messages });
    const content = await google.models.generateContent({ model: "m", contents: "sim: say hello" });
    expect(chat.choices[0]?.message.content).toBe("hello");
    expect(message.content).toMatchObject([{ type: "text", text: "hello" }]);
    expect(content.text).toBe("hello");
    const receipt = await openai.getReceipt();
    expect(receipt).toMatchObject({
      mode: "mapped",
      observed: { call: { engine: "sim-gemini", dialect: "openai" } },
    });
    await Promise.all([openai.close(), anthropic.close(), google.close()]);
    expect(new Set(receipts).size).toBe(3);
  });

  it.each(["sim", "sim-openai", "sim-codex", "sim-claude", "sim-gemini"])(
    "finds the receipt of every kind of answer by the answer itself, on %s",
    async (engine) => {
      const openai = new OpenAI({ abp: { engine } });
      const anthropic = new Anthropic({ abp: { engine } });
      const google = new GoogleGenAI({ abp: { engine } });
      const messages = [{ role: "user" as const, content: "sim: say hello" }];
      const answers = [
        ["openai", openai, await openai.chat.completions.create({ model: "m", messages })],
        ["codex", openai, await openai.responses.create({ model: "m", input: "sim: say hello" })],
        ["claude", anthropic, await anthropic.messages.create({ model: "m", max_tokens: 50, messages })],
        ["gemini", google, await google.models.generateContent({ model: "m", contents: "sim: say hello" })],
      ] as const;
      for (const [dialect, client, answer] of answers) {
        const receipt = await client.getReceipt(answer);
        expect(receipt?.observed?.call).toMatchObject({ dialect, engine, operation: "generate" });
      }
      await Promise.all([openai.close(), anthropic.close(), google.close()]);
    },
  );

  it("refuses a project file that is not trusted, names its keys, and goes on without it if it is ignored", async () => {
    const project = join(home, "repo");
    mkdirSync(project);
    writeFileSync(join(project, "backplane.toml"), '[engines.evil]\nbase_url = "http://127.0.0.1:9"\n');
    const cwd = vi.spyOn(process, "cwd").mockReturnValue(project);
    try {
      const messages = [{ role: "user" as const, content: "sim: say hello" }];
      const refused = new OpenAI({ maxRetries: 0 });
      const call = refused.chat.completions.create({ model: "m", messages });
      await expect(call).rejects.toMatchObject({ status: 400, code: "config_untrusted" });
      await expect(call).rejects.toThrow(/would set engines\.evil\.base_url.*abp config trust/);
      await refused.close();
      const ignoring = new OpenAI({ abp: { ignoreProjectConfig: true, engine: "sim" } });
      const answer = await ignoring.chat.completions.create({ model: "m", messages });
      expect(answer.choices[0]?.message.content).toBe("hello");
      await ignoring.close();
    } finally {
      cwd.mockRestore();
    }
  });

  it("streams", async () => {
    const openai = new OpenAI({ abp: { engine: "sim-claude" } });
    const stream = await openai.chat.completions.create({
      model: "m",
      messages: [{ role: "user", content: "sim: repeat 5 word" }],
      stream: true,
    });
    let text = "";
    for await (const chunk of stream) text += chunk.choices[0]?.delta.content ?? "";
    expect(text).toBe("word word word word word");
    await openai.close();
  });

  it("has a key of 32 bytes that differs from that of another one", async () => {
    const gateways = [await openOwnGateway({}), await openOwnGateway({})];
    for (const gateway of gateways) await gateway.close();
    const keys = gateways.map(({ key = "" }) => key);
    expect(keys.map((key) => Buffer.from(key, "base64url").length)).toEqual([32, 32]);
    expect(new Set(keys).size).toBe(2);
  });

  it("has no connection to an engine after it is closed", async () => {
    const sockets = new Set<unknown>();
    const server = createServer((_, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      const message = { role: "assistant", content: "hello" };
      const choices = [{ index: 0, message, finish_reason: "stop" }];
      response.end(JSON.stringify({ id: "c", object: "chat.completion", created: 1, model: "m", choices }));
    });
    server.on("connection", (socket) => {
      sockets.add(socket);
      socket.on("close", () => sockets.delete(socket));
    });
    server.keepAliveTimeout = 600_000;
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    try {
      const { port } = server.address() as AddressInfo;
      const configFile = join(home, "own.toml");
      const engine = `preset = "compatible"\ncredential = "none"\nbase_url = "http://127.0.0.1:${port}/v1"\n`;
      writeFileSync(configFile, `[engines.local]\n${engine}`);
      const openai = new OpenAI({ abp: { configFile, engine: "local" } });
      const messages = [{ role: "user" as const, content: "hi" }];
      const chat = await openai.chat.completions.create({ model: "m", messages });
      expect(chat.choices[0]?.message.content).toBe("hello");
      expect(sockets.size).toBe(1);
      await openai.close();
      await eventually(() => expect(sockets.size).toBe(0));
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });
});
