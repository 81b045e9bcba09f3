import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findExecutable } from "../agents/installed.ts";
import { openTestGateway, type TestGateway } from "./test-gateway.ts";

// A proxy that collects what it passes on, in its default configuration, before the gateway. If a stream were collected, its
// reader would wait for ever, because the engine sends the rest only after the reader has seen the beginning.
const isHere = findExecutable("nginx") !== undefined;
if (!isHere) console.warn("there is no nginx on this machine: the tests of streams behind it skip");

const chunk = (content: string, finish: string | null) =>
  `data: ${JSON.stringify({
    id: "chatcmpl-1",
    object: "chat.completion.chunk",
    created: 1,
    model: "m",
    choices: [{ index: 0, delta: { role: "assistant", content }, finish_reason: finish }],
  })}\n\n`;

let engine: Server;
let gateway: TestGateway;
let proxy: ChildProcess;
let folder: string;
let socketPath: string;
/** Sends the rest of the stream that the engine has begun. */
let sendRest: () => void;

function answer(incoming: IncomingMessage, response: ServerResponse): void {
  incoming.resume();
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.write(chunk("first", null));
  sendRest = () => response.end(`${chunk(" last", "stop")}data: [DONE]\n\n`);
}

/** Starts nginx between a socket of the test and the gateway, and waits until it listens. */
async function startProxy(): Promise<ChildProcess> {
  for (const name of ["body", "proxy", "fastcgi", "uwsgi", "scgi"]) mkdirSync(join(folder, name));
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((name) => `${name}_temp_path ${join(folder, name.replace("client_", ""))};`)
    .join("\n");
  const configuration = `
    daemon off; master_process off; pid ${join(folder, "pid")}; error_log stderr notice;
    events {}
    http {
      access_log off;
      ${temporary}
      server { listen unix:${socketPath}; location / { proxy_pass ${gateway.baseUrl}; } }
    }`;
  writeFileSync(join(folder, "nginx.conf"), configuration);
  const child = spawn("nginx", ["-p", folder, "-e", "stderr", "-c", join(folder, "nginx.conf")], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  for await (const piece of child.stderr!.iterator({ destroyOnReturn: false })) {
    said += String(piece);
    // It says its version after it has opened its sockets.
    if (said.includes("nginx/")) break;
  }
  if (!said.includes("nginx/")) throw new Error(`nginx does not start: ${said}`);
  child.stderr!.resume();
  return child;
}

beforeAll(async () => {
  if (!isHere) return;
  folder = mkdtempSync(join(tmpdir(), "abp-nginx-"));
  socketPath = join(folder, "socket");
  engine = createServer(answer).listen(0, "127.0.0.1");
  await once(engine, "listening");
  const { port } = engine.address() as AddressInfo;
  gateway = await openTestGateway({
    engines: { slow: { dialect: "openai", base_url: `http://127.0.0.1:${port}/v1`, api_key: "key" } },
    keys: { dev: { token: "key-of-dev" } },
  });
  proxy = await startProxy();
});
afterAll(async () => {
  if (!isHere) return;
  proxy.kill();
  await once(proxy, "close");
  await gateway.close();
  engine.close();
  rmSync(folder, { recursive: true });
});

/** Calls the gateway through the proxy. */
async function call(path: string, body: unknown): Promise<IncomingMessage> {
  const sent = request({
    socketPath,
    path,
    method: "POST",
    headers: { "content-type": "application/json", "x-abp-key": "key-of-dev", "x-abp-engine": "slow" },
  });
  sent.end(JSON.stringify(body));
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  return response;
}

const MESSAGES = [{ role: "user", content: "hi" }];

describe.skipIf(!isHere)("behind nginx in its default configuration", () => {
  it.each([
    ["a passed stream", "/v1/chat/completions", { model: "m", messages: MESSAGES, stream: true }],
    ["a mapped stream", "/v1/messages", { model: "m", max_tokens: 9, messages: MESSAGES, stream: true }],
    [
      "a mapped stream of JSON",
      "/v1beta/models/m:streamGenerateContent",
      { contents: [{ parts: [{ text: "hi" }] }] },
    ],
  ])("%s reaches its reader while the engine still writes", async (_, path, body) => {
    const response = await call(path, body);
    let seen = "";
    let hadFirst = false;
    for await (const piece of response) {
      seen += String(piece);
      if (hadFirst || !seen.includes("first")) continue;
      hadFirst = true;
      expect(seen).not.toContain("last");
      sendRest();
    }
    expect(response.statusCode).toBe(200);
    expect(seen).toContain("last");
  });
});
